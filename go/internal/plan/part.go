package plan

import (
	"fmt"

	"github.com/cobench/cobench/go/internal/config"
)

// A Part is one of several into which benchmarks are dealt, so that all have
// their turn. Twins are in the same one, and the parts take about as long as each
// other. Of 0 is all.
type Part struct{ Index, Of int } // Index from 0

func (p Plan) part(c config.Config, q Part, j Job) Job {
	if q.Of <= 1 {
		return j
	}
	units := allTwins(j.Benchmarks)
	of := min(q.Of, len(units)) // a part is never empty
	shards, _ := deal(p.costs(c, units), of)
	j.Benchmarks, j.Skips = shards[q.Index%of].of(units), []Skip{}
	return j
}

// mostBenchmarks is what a plan may hold on one runtime: some days of measuring.
const mostBenchmarks = 20_000

// tooWide refuses a profile whose parameters make more benchmarks than anybody
// would wait for, before they are made.
func tooWide(c config.Config, p config.Profile) error {
	total := 0
	for _, s := range p.Benchmarks {
		w, err := c.Workload(s.Workload)
		if err != nil {
			return err
		}
		count := 1
		for _, parameter := range w.Parameters {
			count *= max(1, len(s.Parameters[parameter.Name]))
			if total+count > mostBenchmarks {
				return fmt.Errorf("%s: more than %d benchmarks on each runtime: give fewer values", s.Workload, mostBenchmarks)
			}
		}
		total += count
	}
	return nil
}
