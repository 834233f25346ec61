package main

import (
	"encoding/json"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aclements/go-moremath/stats"

	"github.com/cobench/cobench/go/internal/planttest"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/stat"
	"github.com/cobench/cobench/go/internal/why"
)

// A function of each module of testdata/planted gets slower, by as much as makes its
// benchmark 10 % slower, or 30 % slower where the benchmark's samples spread by more than
// 5 %. It is found within five minutes, in all modules but one; nothing is called that the
// change does not reach; and an allocation more is told in every module.
func TestPlantedInForeignModules(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: needs the Go proxy, and takes an hour and a half")
	}
	files, err := filepath.Glob("testdata/planted/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	program := filepath.Join(t.TempDir(), "cobench")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var slow, told, named []string
	for _, file := range files {
		p := planttest.Read(t, file)
		t.Run(p.Name, func(t *testing.T) {
			f := planted{p, program, p.Fetch(t)}
			for _, git := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A", "-f"}, {"-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "first"}} {
				if out, err := exec.Command("git", append([]string{"-C", f.dir}, git...)...).CombinedOutput(); err != nil {
					t.Fatalf("git %v: %v\n%s", git, err, out)
				}
			}
			found, first := f.slowdown(t)
			if found {
				slow = append(slow, p.Name)
			}
			if found && first {
				named = append(named, p.Name)
			}
			if f.allocation(t) {
				told = append(told, p.Name)
			}
		})
	}
	t.Logf("of %d: %d found slower %v, %d of these with the function among the first three %v, %d with the allocation told %v",
		len(files), len(slow), slow, len(named), named, len(told), told)
	if len(slow) < len(files)-1 || len(named) < len(slow)-1 || len(told) < len(files) {
		t.Error("too few")
	}
}

// planted is a module in a repository of its own.
type planted struct {
	planttest.Plant
	program string // cobench
	dir     string
}

// slowdown plants a slowdown, and returns whether its benchmark is called slower, and
// whether the function is among the first three of why.
func (f planted) slowdown(t *testing.T) (found, named bool) {
	base := f.Build(t, f.dir)
	const steps = 1000
	before, _ := f.Put(t, f.dir, planttest.Steps(steps))
	stepped := f.Build(t, f.dir)
	f.Uproot(t, f.dir, before)

	var times, more []float64
	for range 8 {
		times = append(times, f.Run(t, f.dir, base, "-test.benchtime=100ms").NsOp)
		more = append(more, f.Run(t, f.dir, stepped, "-test.benchtime=100ms").NsOp)
	}
	sample := stats.Sample{Xs: times}
	spread, by := sample.StdDev()/sample.Mean(), 0.1
	if spread > 0.05 {
		by = 0.3
	}
	plain := stat.Median(times)
	n := max(1, int(math.Round(by*plain*steps/(stat.Median(more)-plain))))
	f.Put(t, f.dir, planttest.Steps(n))
	defer f.Uproot(t, f.dir, before)
	planted := f.Build(t, f.dir)
	var is []float64
	for range 8 {
		is = append(is, f.Run(t, f.dir, planted, "-test.benchtime=100ms").NsOp/f.Run(t, f.dir, base, "-test.benchtime=100ms").NsOp)
	}
	t.Logf("%s %s: %.4g ns, spread %.1f %%; %d steps for +%.0f %%, by itself %+.0f %%", f.Name, f.Benchmark, plain, 100*spread, n, 100*by, 100*(stat.Median(is)-1))

	d := f.bench(t, "-budget", "5m")
	reached := 0
	for _, row := range d.Rows {
		if !row.Unreached && row.Verdict != report.Identical {
			reached++
		}
		slower := row.Verdict == report.Slower
		if slower && row.Unreached || row.Verdict == report.Faster {
			t.Errorf("%s is called %s", row.Benchmark, row.Verdict)
		}
		if !slower {
			continue
		}
		t.Logf("slower: %s %+.1f %%, p %.4f, %d rounds", row.Benchmark, 100*(*row.Ratio-1), *row.P, row.Rounds)
		found = found || f.is(row.Benchmark)
		first := row.Functions[:min(3, len(row.Functions))]
		named = named || slices.ContainsFunc(first, func(x why.Function) bool { return f.Is(x.Name) })
	}
	t.Logf("%d reached of %d; %v", reached, len(d.Rows), d.Counts)
	if !found {
		for _, row := range d.Rows {
			if f.is(row.Benchmark) {
				text, _ := json.Marshal(row)
				t.Logf("not found: %s", text)
			}
		}
	}
	return found, named
}

// allocation plants an allocation, and returns whether it is told.
func (f planted) allocation(t *testing.T) bool {
	before, _ := f.Put(t, f.dir, planttest.Allocation)
	defer f.Uproot(t, f.dir, before)
	d := f.bench(t, "-budget", "2m", "-set", "why=false")
	for _, row := range d.Rows {
		if row.Allocations == report.MoreAllocations && !row.Unreached {
			t.Logf("more allocations: %s", row.Benchmark)
			return true
		}
	}
	t.Logf("no allocation is told: %v", d.Counts)
	return false
}

// bench compares what is planted with what was there.
func (f planted) bench(t *testing.T, flags ...string) (d report.Document) {
	cmd := exec.Command(f.program, append([]string{"bench", "-base", "HEAD", "-format", "json"}, flags...)...)
	cmd.Dir = f.dir
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &d)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	return d
}

// is says whether a row's name is that of the benchmark.
func (f planted) is(name string) bool {
	name = strings.TrimPrefix(name, f.Package+".")
	rest, ok := strings.CutPrefix(name, f.Benchmark)
	return ok && (rest == "" || strings.Trim(rest, "-0123456789") == "")
}
