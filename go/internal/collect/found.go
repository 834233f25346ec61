package collect

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// readTest reads what the test binary of somebody's package printed. Between
// its results, and before one in the same line, it may have logged anything.
func readTest(r raw.Run, p plan.Plan, s plan.Sample, folder string) (Sample, error) {
	f, err := os.Open(filepath.Join(folder, raw.StdoutFile))
	if err != nil {
		return Sample{}, err
	}
	defer f.Close()
	name := "Benchmark" + string(fullName(s.Benchmark, r))
	ours := regexp.MustCompile(regexp.QuoteMeta(name) + `\s+[0-9]+\s+[0-9]`)
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
			return Sample{}, err
		}
		results = append(results, result)
	}
	if err := lines.Err(); err != nil {
		return Sample{}, err
	}
	runtime, err := p.Runtime(s.Benchmark.Runtime)
	if err != nil {
		return Sample{}, err
	}
	warmups, iterations := p.Counts(s.Side, s.Benchmark, runtime.Kind)
	if n := warmups + iterations; len(results) != n {
		return Sample{}, fmt.Errorf("printed %d results of %s, want %d", len(results), name, n)
	}
	return summariseAll(p, results[warmups:])
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

// readJar reads the result file of JMH in somebody's jar: one benchmark, one fork.
func readJar(p plan.Plan, s plan.Sample, folder string) (Sample, error) {
	b, err := onlyBenchmark(folder)
	if err != nil {
		return Sample{}, err
	}
	if b.Name != s.Benchmark.Found.Match {
		return Sample{}, fmt.Errorf("%s: a result of %s, want %s", raw.JMHFile, b.Name, s.Benchmark.Found.Match)
	}
	got := map[string]string{}
	for _, param := range b.Params {
		got[param.Key] = param.Value
	}
	for _, want := range s.Benchmark.Parameters {
		if got[want.Key] != string(want.Value) {
			return Sample{}, fmt.Errorf("%s: %s=%s, want %s", raw.JMHFile, want.Key, got[want.Key], want.Value)
		}
	}
	if b.LostForks() > 0 {
		return Sample{}, errors.New("the measured JVM ended early")
	}
	runtime, err := p.Runtime(s.Benchmark.Runtime)
	if err != nil {
		return Sample{}, err
	}
	_, iterations := p.Counts(s.Side, s.Benchmark, runtime.Kind)
	if ns := b.Metrics[0]; ns.Unit != "ns/op" || len(ns.Forks) != 1 || len(ns.Forks[0]) != iterations {
		return Sample{}, fmt.Errorf("%s: %d forks of %s, want one of ns/op with %d iterations", raw.JMHFile, len(ns.Forks), ns.Unit, iterations)
	}
	result := (&b).Results(summaries[p.Summary])[0]
	ns, ok := original(result, "ns/op")
	if !ok {
		return Sample{}, fmt.Errorf("%s: no ns/op", raw.JMHFile)
	}
	return Sample{
		Ops: result.Iters, Values: []benchfmt.Value{{Value: ns, Unit: "ns/op"}},
		Timed: b.MeasurementTime * time.Duration(b.MeasurementIterations),
		Times: b.Metrics[0].Forks[0], Unsteady: speedingUp(b.Metrics[0].Forks[0]),
	}, nil
}
