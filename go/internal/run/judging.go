package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// A judging says which rounds a judged run needs next. Only what was built on
// both sides can be compared, and only what is ranked is.
type judging struct {
	plan   plan.Plan
	job    plan.Job // the benchmarks that are judged
	state  *judge.State
	rounds map[string]int         // taken, of each benchmark
	halves map[string]judge.Round // whose other side is to come
	moved  map[string]float64     // by their first round: the size of the ratio's logarithm
	said   bool
}

func newJudging(p plan.Plan, job plan.Job, r raw.Run) (*judging, error) {
	rules, err := p.Rules()
	if err != nil {
		return nil, err
	}
	j := &judging{plan: p, job: job, rounds: map[string]int{}, halves: map[string]judge.Round{}, moved: map[string]float64{}}
	j.job.Benchmarks = slices.DeleteFunc(slices.Clone(job.Benchmarks), func(b plan.Benchmark) bool {
		return b.Unranked != "" || slices.ContainsFunc(p.Sides, func(s plan.Side) bool { return !r.Has(s.Name, b) })
	})
	var names []string
	for _, b := range j.job.Benchmarks {
		names = append(names, key(b))
	}
	j.state, err = judge.New(rules, names)
	return j, err
}

// key names a benchmark among those of a report.
func key(b plan.Benchmark) string { return b.Runtime + " " + b.Name }

// add takes a sample; with the second of a round the judge has one more.
func (j *judging) add(s plan.Sample, record raw.Record, reading Reading) error {
	name := key(s.Benchmark)
	if s.Cold || !j.judges(name) {
		return nil
	}
	round, second := j.halves[name]
	if s.Side == plan.Base {
		round.Base = reading.Time
	} else {
		round.Head = reading.Time
	}
	if record.Failure != "" {
		round.Failed = fmt.Sprintf("%s: %s", s.Side, record.Failure)
	}
	if !second {
		j.halves[name] = round
		return nil
	}
	delete(j.halves, name)
	if j.rounds[name]++; j.rounds[name] == 1 {
		j.moved[name] = math.Abs(math.Log(round.Head / round.Base))
		if round.Failed != "" {
			j.moved[name] = math.Inf(1) // what head breaks comes first of all
		}
	}
	return j.state.Add(name, round)
}

// judges tells whether a benchmark is one that is judged.
func (j *judging) judges(name string) bool {
	return slices.ContainsFunc(j.job.Benchmarks, func(b plan.Benchmark) bool { return key(b) == name })
}

// mostMoved are the benchmarks by how much their first round has seen of a change.
// No verdict rests on it, so that they may be chosen by it.
func (j *judging) mostMoved() []string {
	var names []string
	for _, b := range j.job.Benchmarks {
		names = append(names, key(b))
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(j.moved[b], j.moved[a]) })
	return names
}

// more lists the samples that are needed next, after so many: where there is no
// room to bring all to where there may be a verdict, those of the benchmarks that
// are nearest to one, since what never gets there says nothing; of those equally
// near, the ones that had least. Room is a number
// of samples.
func (j *judging) more(after, room int) []plan.Sample {
	needed := j.state.Next()
	slices.SortStableFunc(needed, func(a, b judge.Need) int {
		return cmp.Or(cmp.Compare(a.Until, b.Until), cmp.Compare(j.rounds[a.Benchmark], j.rounds[b.Benchmark]))
	})
	needs := map[string]int{}
	for i, n := range needed {
		if room -= 2 * n.Until; room < 0 && i > 0 {
			break
		}
		needs[n.Benchmark] = n.Rounds
	}
	return j.plan.More(j.job, after, func(b plan.Benchmark) (had, more int) { return j.rounds[key(b)], needs[key(b)] })
}

// candidates tells once, after the screen, how many benchmarks are to be confirmed.
func (j *judging) candidates() string {
	n := 0
	for _, need := range j.state.Next() {
		if need.Phase == judge.Confirm {
			n++
		}
	}
	if j.said || n == 0 {
		return ""
	}
	j.said = true
	return fmt.Sprintf("%d of %d benchmarks may have changed: confirming by fresh rounds", n, len(j.job.Benchmarks))
}
