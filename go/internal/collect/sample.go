package collect

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/collect/jmh"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
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
	switch {
	case record.Sample.Cold:
		sample, err = readCold(r, runtime, record.Sample, folder)
	case runtime.Kind == config.GoModule:
		sample, err = readTest(r, p, record.Sample, folder)
	case runtime.Kind == config.JMHJar:
		sample, err = readJar(p, record.Sample, folder)
	case runtime.Kind == config.JVM || runtime.Kind == config.GraalJIT:
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

// dropOdd takes out what is no finite number, and notes it: nothing compares
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
var perRun = []string{"ns/op", "B/op", "allocs/op", CPUTime, "first-ns/op", "tenth-ns/op"}

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

// readLines reads what a test binary or the harness printed: a line an
// iteration, the first of which are the warm-up.
func readLines(r raw.Run, runtime config.Runtime, p plan.Plan, s plan.Sample, folder string) (Sample, error) {
	results, err := printed(r, runtime, s, folder)
	if err != nil {
		return Sample{}, err
	}
	warmups, iterations := p.Counts(s.Side, s.Benchmark, runtime.Kind)
	if n := warmups + iterations; len(results) != n {
		return Sample{}, fmt.Errorf("printed %d results, want %d", len(results), n)
	}
	return summarise(p, results[warmups:])
}

// printed are the results that a process printed, each of the benchmark that
// it was started for.
func printed(r raw.Run, runtime config.Runtime, s plan.Sample, folder string) ([]*benchfmt.Result, error) {
	f, err := os.Open(filepath.Join(folder, raw.StdoutFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	want := fullName(s.Benchmark, r)
	var results []*benchfmt.Result
	reader := benchfmt.NewReader(f, raw.StdoutFile)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			if !slices.Equal(record.Name, want) {
				return nil, fmt.Errorf("printed a result of %s, want %s", record.Name, want)
			}
			if vm := record.GetConfig("vm"); !strings.Contains(vm, machines[runtime.Kind]) {
				return nil, fmt.Errorf("measured on %q, want %s", vm, machines[runtime.Kind])
			}
			results = append(results, record.Clone())
		case *benchfmt.SyntaxError:
			if why := failure(filepath.Join(folder, raw.StdoutFile)); why != "" {
				return nil, errors.New(why)
			}
			return nil, record
		}
	}
	return results, reader.Err()
}

// failedLine is what Go's testing prints of a benchmark that failed, and the reason on the line after it.
var failedLine = regexp.MustCompile(`--- FAIL: Benchmark.*\n\s+\S+\.go:\d+: (.*)`)

// failure is why a benchmark failed, or "". One that fails after its first
// iteration ends in a process whose exit status is 0, and what it prints in
// place of a result is no line of the format.
func failure(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	if found := failedLine.FindSubmatch(text); found != nil {
		return string(found[1])
	}
	return ""
}

// machines are what the harness says of the virtual machine it runs on: the
// proof that a sample is what its label says.
var machines = map[config.Kind]string{
	config.JVM:          "Server VM",
	config.GraalJIT:     "Server VM",
	config.JVMHarness:   "Server VM",
	config.JVMAOT:       "Server VM",
	config.NativeImage:  "Substrate VM",
	config.KotlinNative: "Kotlin/Native",
}

// summarise makes one sample of the iterations of a process.
func summarise(p plan.Plan, iterations []*benchfmt.Result) (Sample, error) {
	var sample Sample
	var ns []float64
	for _, unit := range processUnits(p) {
		var values []float64
		for _, result := range iterations {
			if v, ok := original(result, unit); ok {
				values = append(values, v)
			}
		}
		if len(values) == len(iterations) {
			sample.Values = append(sample.Values, benchfmt.Value{Value: inOne(values, summary(p, unit)), Unit: unit})
		}
		if unit == "ns/op" {
			ns = values
		}
	}
	if len(ns) != len(iterations) {
		return Sample{}, errors.New("printed a result without ns/op")
	}
	for i, result := range iterations {
		sample.Ops += result.Iters
		sample.Timed += time.Duration(ns[i] * float64(result.Iters))
	}
	var busy []float64
	for _, result := range iterations {
		if v, ok := original(result, compilers); ok {
			busy = append(busy, v)
		}
	}
	sample.Times, sample.Unsteady = ns, unsteady(ns, busy)
	return sample, nil
}

// processUnits are those that a process may print, ns/op first. Whatever else
// it prints is not planned for, and stays in the run folder.
func processUnits(p plan.Plan) []string {
	units := []string{"ns/op", "B/op", "allocs/op", CPUTime, threadsStarted}
	for _, f := range p.Figures {
		units = append(units, f.Unit)
	}
	return units
}

// original finds a value in its unit as printed; the reader tidies ns/op to sec/op.
func original(r *benchfmt.Result, unit string) (float64, bool) {
	for _, v := range r.Values {
		if cmp.Or(v.OrigUnit, v.Unit) == unit {
			if v.OrigUnit != "" {
				return v.OrigValue, true
			}
			return v.Value, true
		}
	}
	return 0, false
}

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
	if err := isPlanned(b, r, p, s); err != nil {
		return Sample{}, fmt.Errorf("%s: %w", raw.JMHFile, err)
	}
	if err := isCompiledBy(r, folder); err != nil {
		return Sample{}, err
	}
	primary := b.Metrics[0].Forks[0]
	var busy []float64
	for _, m := range b.Metrics {
		switch m.Name {
		case ownTime:
			primary = m.Forks[0]
		case compilers:
			busy = m.Forks[0]
		}
	}
	result := (&b).Results(summaries[p.Summary])[0]
	sample := Sample{
		Ops: result.Iters,
		// What lies outside an operation is not measured, but neither is there much of it.
		Timed:    b.MeasurementTime * time.Duration(b.MeasurementIterations),
		Times:    primary,
		Unsteady: unsteady(primary, busy),
	}
	// What is not per operation, such as the number of collections, depends
	// on how long was measured, and compares with nothing.
	for _, unit := range processUnits(p) {
		if v, ok := original((&b).Results(summary(p, unit))[0], unit); ok {
			sample.Values = append(sample.Values, benchfmt.Value{Value: v, Unit: unit})
		}
	}
	if !sample.has("ns/op") {
		return Sample{}, fmt.Errorf("%s: no time that is a finite number", raw.JMHFile)
	}
	if v, ok := original(result, ownTime); ok {
		sample.Values[0].Value = v
	}
	return sample, nil
}

// ownTime is the time of an operation that knows it better than JMH, whose
// clock goes around it.
const ownTime = "own-ns/op"

// isPlanned holds the result file against what was asked for, the virtual
// machine's own name and version against what the label says.
func isPlanned(b jmh.Benchmark, r config.Runtime, p plan.Plan, s plan.Sample) error {
	got := map[string]string{}
	for _, param := range b.Params {
		got[param.Key] = param.Value
	}
	for _, want := range s.Benchmark.Parameters {
		if got[want.Key] != string(want.Value) {
			return fmt.Errorf("%s=%s, want %s", want.Key, got[want.Key], want.Value)
		}
		delete(got, want.Key)
	}
	for key := range got {
		return fmt.Errorf("parameter %s, which %s does not declare", key, s.Benchmark.Workload)
	}
	if !strings.HasPrefix(b.JDKVersion+".", fmt.Sprintf("%d.", r.JDK)) || !strings.Contains(b.VMName, "Server VM") {
		return fmt.Errorf("measured on %s of JDK %s, want HotSpot's Server VM of JDK %d", b.VMName, b.JDKVersion, r.JDK)
	}
	if lost := b.LostForks(); lost > 0 {
		return errors.New("the measured JVM ended early")
	}
	_, iterations := p.Counts(s.Side, s.Benchmark, r.Kind)
	if ns := b.Metrics[0]; ns.Unit != "ns/op" || len(ns.Forks) != 1 || len(ns.Forks[0]) != iterations {
		return fmt.Errorf("%d forks of %s, want one of ns/op with %d iterations", len(ns.Forks), ns.Unit, iterations)
	}
	return nil
}

// isCompiledBy holds what the virtual machine printed of its compiler against
// what the label says.
func isCompiledBy(r config.Runtime, folder string) error {
	text, err := os.ReadFile(filepath.Join(folder, raw.StdoutFile))
	if err != nil {
		return err
	}
	graal := bytes.Contains(text, []byte("\nUsing \"Graal"))
	if graal != (r.Kind == config.GraalJIT) {
		return fmt.Errorf("the virtual machine compiled with Graal: %v, want %v", graal, r.Kind == config.GraalJIT)
	}
	return nil
}

// summary makes one value of a unit's iterations. CPU time moves in steps of
// 10 ms on a JVM, of which the median would show the step and only the mean
// the time; threads are counted from the start of the process.
func summary(p plan.Plan, unit string) func([]float64) float64 {
	switch unit {
	case CPUTime:
		return mean
	case threadsStarted:
		return func(values []float64) float64 { return slices.Max(values) }
	}
	return summaries[p.Summary]
}

// summaries make one sample of a process's iterations, which are at least one.
var summaries = map[string]func([]float64) float64{
	"median":  median,
	"mean":    mean,
	"minimum": func(values []float64) float64 { return slices.Min(values) },
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / math.Max(1, float64(len(values)))
}
