package collect

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
)

// readCold reads the one line of a process that was not warmed up, and the
// time of each of its first operations.
func readCold(r raw.Run, runtime config.Runtime, s plan.Sample, folder string) (Sample, error) {
	lines, err := printed(r, runtime, s, folder)
	if err != nil {
		return Sample{}, err
	}
	if len(lines) != 1 {
		return Sample{}, fmt.Errorf("printed %d results, want one", len(lines))
	}
	sample := Sample{Ops: 1, Curve: lines[0].GetConfig(results.Curve)}
	for _, unit := range []string{"start-ns", "first-ns/op", "tenth-ns/op"} {
		v, ok := original(lines[0], unit)
		if !ok {
			return Sample{}, fmt.Errorf("printed a cold result without %s", unit)
		}
		sample.Values = append(sample.Values, benchfmt.Value{Value: v, Unit: unit})
	}
	for word := range strings.FieldsSeq(sample.Curve) {
		ns, err := time.ParseDuration(word + "ns")
		if err != nil || ns <= 0 {
			return Sample{}, fmt.Errorf("printed %q in its curve, want nanoseconds", word)
		}
		sample.Timed += ns
		sample.Ops++
	}
	if sample.Ops--; sample.Ops == 0 {
		return Sample{}, fmt.Errorf("printed a cold result without its curve")
	}
	return sample, nil
}
