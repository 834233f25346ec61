package collect

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
)

// readLines reads what a test binary or the harness printed: a line an
// iteration, the first of which are the warm-up.
func readLines(r raw.Run, runtime config.Runtime, p plan.Plan, s plan.Sample, folder string) (Sample, error) {
	var results []*benchfmt.Result
	var err error
	summarise := summarise
	if runtime.Kind == config.GoModule {
		summarise = summariseAll
		results, err = logged(r, s, folder)
	} else {
		results, err = printed(r, runtime, s, folder)
	}
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

// logged are the results of the benchmark that the test binary of somebody's package
// printed. Between them, and before one in the same line, it may have logged anything.
func logged(r raw.Run, s plan.Sample, folder string) ([]*benchfmt.Result, error) {
	f, err := os.Open(filepath.Join(folder, raw.StdoutFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	ours := regexp.MustCompile(regexp.QuoteMeta("Benchmark"+string(named(s.Benchmark, s.Benchmark.Found.Match, r))) + `\s+[0-9]+\s+[0-9]`)
	var results []*benchfmt.Result
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		text := lines.Text()
		at := ours.FindStringIndex(text)
		if at == nil {
			continue
		}
		result, err := parseLine(text[at[0]:])
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, lines.Err()
}

const maxLine = 1 << 20

// parseLine reads a result, and leaves out what was logged behind it.
func parseLine(text string) (*benchfmt.Result, error) {
	fields := strings.Fields(text)
	n := 2
	for n+1 < len(fields) {
		if _, err := strconv.ParseFloat(fields[n], 64); err != nil {
			break
		}
		n += 2
	}
	reader := benchfmt.NewReader(strings.NewReader(strings.Join(fields[:min(n, len(fields))], " ")+"\n"), raw.StdoutFile)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			return record.Clone(), nil
		case *benchfmt.SyntaxError:
			return nil, record
		}
	}
	return nil, fmt.Errorf("%q: no result", text)
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
	units := []string{"ns/op", "B/op", "allocs/op", results.CPUTime, threadsStarted}
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

// summariseAll is summarise for units that nobody has planned: all that every
// iteration has.
func summariseAll(p plan.Plan, iterations []*benchfmt.Result) (Sample, error) {
	sample, err := summarise(p, iterations)
	if err != nil {
		return sample, err
	}
	for _, v := range iterations[0].Values {
		unit := v.Unit
		if v.OrigUnit != "" {
			unit = v.OrigUnit
		}
		if sample.has(unit) {
			continue
		}
		var values []float64
		for _, result := range iterations {
			if x, ok := original(result, unit); ok {
				values = append(values, x)
			}
		}
		if len(values) == len(iterations) {
			sample.Values = append(sample.Values, benchfmt.Value{Value: inOne(values, summaries[p.Summary]), Unit: unit})
		}
	}
	return sample, nil
}

func (s Sample) has(unit string) bool {
	for _, v := range s.Values {
		if v.Unit == unit {
			return true
		}
	}
	return false
}
