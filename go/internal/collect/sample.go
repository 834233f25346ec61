package collect

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/stat"
)

// A Sample is what one process measured.
type Sample struct {
	Ops      int              // operations in the measured iterations
	Values   []benchfmt.Value // ns/op first
	Times    []float64        // ns/op of the measured iterations, in their order
	Timed    time.Duration    // length of the measured iterations together
	Unsteady string           // why the process had not come to rest, or ""
	Curve    string           // of a cold process: ns of its first operations, with blanks between
	Note     string           // what the workload says of its own results, or ""
}

// Read reads what the process of a record left in its folder. It refuses
// whatever is not exactly the result that the plan asked for.
func Read(r raw.Run, p plan.Plan, record raw.Record, folder string) (Sample, error) {
	runtime, err := p.Runtime(record.Sample.Benchmark.Runtime)
	if err != nil {
		return Sample{}, err
	}
	var sample Sample
	switch kind := runtime.Kind; {
	case record.Sample.Cold:
		sample, err = readCold(r, runtime, record.Sample, folder)
	case kind == config.JVM || kind == config.GraalJIT || kind == config.JMHJar:
		sample, err = readJMH(runtime, p, record.Sample, folder)
	default:
		sample, err = readLines(r, runtime, p, record.Sample, folder)
	}
	if err != nil {
		return Sample{}, err
	}
	sample.divide(record.Sample.Benchmark.Operations)
	said, err := saidIn(filepath.Join(folder, raw.StdoutFile))
	if err != nil {
		return Sample{}, err
	}
	sample.Note = said["note"]
	if err := sample.warmedUp(p, record.Sample, runtime.Kind, said); err != nil {
		return Sample{}, err
	}
	return sample, sample.dropOdd()
}

// dropOdd takes out what is not a finite number, and notes it: nothing compares
// with it, and the other values have no part in it. Without what was asked for
// there is no sample.
func (s *Sample) dropOdd() error {
	var kept []benchfmt.Value
	for _, v := range s.Values {
		switch {
		case finite(v.Value):
			kept = append(kept, v)
		case slices.Contains(essential, v.Unit):
			return fmt.Errorf("printed %v %s: want a finite number", v.Value, v.Unit)
		default:
			s.Note = results.NotFinite(s.Note, v)
		}
	}
	s.Values = kept
	return nil
}

// essential are the units without which a process measured nothing.
var essential = []string{"ns/op", "start-ns", "first-ns/op", "tenth-ns/op"}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// inOne makes one value of those of a process's iterations; one that is no
// finite number makes all of it none.
func inOne(values []float64, summary func([]float64) float64) float64 {
	if i := slices.IndexFunc(values, func(v float64) bool { return !finite(v) }); i >= 0 {
		return values[i]
	}
	return summary(values)
}

// divide turns what was printed of a run into what it is of one of the
// operations that the run makes. What a workload itself sees says what it is
// of, and stays.
func (s *Sample) divide(operations int) {
	if operations <= 1 {
		return
	}
	n := float64(operations)
	s.Ops *= operations
	for i := range s.Values {
		if v := &s.Values[i]; slices.Contains(perRun, v.Unit) {
			v.Value /= n
		}
	}
	var curve []string
	for word := range strings.FieldsSeq(s.Curve) {
		ns, _ := strconv.ParseFloat(word, 64) // checked when it was read
		curve = append(curve, strconv.FormatFloat(ns/n, 'g', 6, 64))
	}
	s.Curve = strings.Join(curve, " ")
}

// perRun are the units of what a process prints of a whole run.
var perRun = []string{"ns/op", "B/op", "allocs/op", results.CPUTime, "first-ns/op", "tenth-ns/op"}

// saidIn finds lines such as "note: …" in a file, the first of each word: by
// them a process tells what is no result.
func saidIn(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	said := map[string]string{}
	for line := range bytes.Lines(text) {
		for _, word := range []string{"note", "unsteady", warmupTime} {
			rest, ok := bytes.CutPrefix(line, []byte(word+": "))
			if _, known := said[word]; ok && !known {
				said[word] = string(bytes.TrimSpace(rest))
			}
		}
	}
	return said, nil
}

// summary makes one value of a unit's iterations. CPU time moves in steps of
// 10 ms on a JVM, of which the median would show the step and only the mean
// the time; threads are counted from the start of the process.
func summary(p plan.Plan, unit string) func([]float64) float64 {
	switch unit {
	case results.CPUTime:
		return mean
	case threadsStarted:
		return func(values []float64) float64 { return slices.Max(values) }
	}
	return summaries[p.Summary]
}

// summaries make one sample of a process's iterations, which are at least one.
var summaries = map[string]func([]float64) float64{
	"median":  stat.Median,
	"mean":    mean,
	"minimum": func(values []float64) float64 { return slices.Min(values) },
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / math.Max(1, float64(len(values)))
}
