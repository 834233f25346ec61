package collect

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/collect/jmh"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// onlyBenchmark is the one in the result file that JMH left in a folder.
func onlyBenchmark(folder string) (jmh.Benchmark, error) {
	text, err := os.ReadFile(filepath.Join(folder, raw.JMHFile))
	if err != nil {
		return jmh.Benchmark{}, fmt.Errorf("JMH wrote no %s", raw.JMHFile)
	}
	benchmarks, err := jmh.Parse(text, raw.JMHFile)
	if err != nil {
		return jmh.Benchmark{}, err
	}
	if len(benchmarks) != 1 {
		return jmh.Benchmark{}, fmt.Errorf("%s: %d benchmarks, want one", raw.JMHFile, len(benchmarks))
	}
	return benchmarks[0], nil
}

// readJMH reads JMH's result file: one benchmark, one fork.
func readJMH(r config.Runtime, p plan.Plan, s plan.Sample, folder string) (Sample, error) {
	b, err := onlyBenchmark(folder)
	if err != nil {
		return Sample{}, err
	}
	units, check := processUnits(p), isOurs
	if r.Kind == config.JMHJar { // whose profilers and counters may be called anything
		units, check = []string{"ns/op"}, isTheirs
	}
	if err := cmp.Or(check(b, r, s), isPlanned(b, r, p, s)); err != nil {
		return Sample{}, fmt.Errorf("%s: %w", raw.JMHFile, err)
	}
	if err := isCompiledBy(r, folder); err != nil {
		return Sample{}, err
	}
	sample := Sample{
		Ops: (&b).Results(summaries[p.Summary])[0].Iters,
		// What lies outside an operation is not measured, but neither is there much of it.
		Timed: b.MeasurementTime * time.Duration(b.MeasurementIterations),
		Times: b.Metrics[0].Forks[0],
	}
	// What is not per operation, such as the number of collections, depends
	// on how long was measured, and compares with nothing.
	for _, unit := range units {
		if v, ok := original((&b).Results(summary(p, unit))[0], unit); ok {
			sample.Values = append(sample.Values, benchfmt.Value{Value: v, Unit: unit})
		}
	}
	if !sample.has("ns/op") {
		return Sample{}, fmt.Errorf("%s: no time that is a finite number", raw.JMHFile)
	}
	var busy []float64
	if r.Kind != config.JMHJar {
		busy = sample.takeOwn(b, p)
	}
	sample.Unsteady = unsteady(sample.Times, busy)
	return sample, nil
}

// takeOwn takes what a suite's own profilers tell: the time of an operation that
// knows it better than JMH. It returns the cores that compilers took.
func (s *Sample) takeOwn(b jmh.Benchmark, p plan.Plan) (busy []float64) {
	for _, m := range b.Metrics {
		switch m.Name {
		case ownTime:
			s.Times = m.Forks[0]
		case compilers:
			busy = m.Forks[0]
		}
	}
	if v, ok := original((&b).Results(summaries[p.Summary])[0], ownTime); ok {
		s.Values[0].Value = v
	}
	return busy
}

// ownTime is the time of an operation that knows it better than JMH, whose
// clock goes around it.
const ownTime = "own-ns/op"
