package collect

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/collect/jmh"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// isPlanned holds the result file against what was asked for.
func isPlanned(b jmh.Benchmark, r config.Runtime, p plan.Plan, s plan.Sample) error {
	for _, want := range s.Benchmark.Parameters {
		i := slices.IndexFunc(b.Params, func(got jmh.Param) bool { return got.Key == want.Key })
		if i < 0 || b.Params[i].Value != string(want.Value) {
			got := ""
			if i >= 0 {
				got = b.Params[i].Value
			}
			return fmt.Errorf("%s=%s, want %s", want.Key, got, want.Value)
		}
	}
	if lost := b.LostForks(); lost > 0 {
		return errors.New("the measured JVM exited early")
	}
	_, iterations := p.Counts(s.Side, s.Benchmark, r.Kind)
	if ns := b.Metrics[0]; ns.Unit != "ns/op" || len(ns.Forks) != 1 || len(ns.Forks[0]) != iterations {
		return fmt.Errorf("%d forks of %s, want one of ns/op with %d iterations", len(ns.Forks), ns.Unit, iterations)
	}
	return nil
}

// isOurs holds a suite's result against what its class declares, and the virtual
// machine's own name and version against what the label says.
func isOurs(b jmh.Benchmark, r config.Runtime, s plan.Sample) error {
	for _, got := range b.Params {
		if !slices.ContainsFunc(s.Benchmark.Parameters, func(want plan.Param) bool { return want.Key == got.Key }) {
			return fmt.Errorf("parameter %s, which %s does not declare", got.Key, s.Benchmark.Workload)
		}
	}
	if !strings.HasPrefix(b.JDKVersion+".", fmt.Sprintf("%d.", r.JDK)) || !strings.Contains(b.VMName, "Server VM") {
		return fmt.Errorf("measured on %s of JDK %s, want HotSpot's Server VM of JDK %d", b.VMName, b.JDKVersion, r.JDK)
	}
	return nil
}

// isTheirs holds the result of somebody's jar against the method that was asked for.
func isTheirs(b jmh.Benchmark, _ config.Runtime, s plan.Sample) error {
	if b.Name != s.Benchmark.Found.Match {
		return fmt.Errorf("a result of %s, want %s", b.Name, s.Benchmark.Found.Match)
	}
	return nil
}

// isCompiledBy holds what the virtual machine printed of its compiler against
// what the label says.
func isCompiledBy(r config.Runtime, folder string) error {
	if r.Kind == config.JMHJar {
		return nil // whose user has chosen the virtual machine
	}
	text, err := os.ReadFile(filepath.Join(folder, raw.StdoutFile))
	if err != nil {
		return err
	}
	graal := raw.UsesGraal(text)
	if graal != (r.Kind == config.GraalJIT) {
		return fmt.Errorf("compiled with Graal: %v, want %v", graal, r.Kind == config.GraalJIT)
	}
	return nil
}
