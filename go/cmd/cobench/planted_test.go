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
// 5 %. It is found within five minutes, in all modules but one, and nothing is called that
// the change does not reach.
func TestPlantedInForeignModules(t *testing.T) {
	var slow, named []string
	modules := eachPlanted(t, 10, []string{"testdata/planted"}, func(t *testing.T, p planted) {
		found, first := p.slowdown(t)
		if found {
			slow = append(slow, p.Name)
		}
		if found && first {
			named = append(named, p.Name)
		}
	})
	t.Logf("of %d: %d found slower %v, %d of these with the function among the first three %v", modules, len(slow), slow, len(named), named)
	if len(slow) < modules-1 || len(named) < len(slow)-1 {
		t.Error("too few")
	}
}

// A function of each module allocates once more: each is told within five minutes.
func TestPlantedAllocations(t *testing.T) {
	eachPlanted(t, 20, []string{"testdata/planted", "../../internal/why/testdata/planted"}, func(t *testing.T, p planted) {
		if !p.allocation(t) {
			t.Error("no allocation is told")
		}
	})
}

// eachPlanted does something with each module of some folders, which have so many at
// least, and returns how many there are.
func eachPlanted(t *testing.T, least int, folders []string, do func(*testing.T, planted)) int {
	if !*real {
		t.Skip("-real is not given: needs the Go proxy, and takes an hour")
	}
	var files []string
	for _, folder := range folders {
		found, err := filepath.Glob(folder + "/*.txtar")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < least {
		t.Fatalf("%d files in %v, want %d", len(files), folders, least)
	}
	program := filepath.Join(t.TempDir(), "cobench")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	goCache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(goCache)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, file := range files {
		p := planttest.Read(t, file)
		t.Run(p.Name, func(t *testing.T) {
			dir := p.Fetch(t)
			for _, git := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A", "-f"}, {"-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "first"}} {
				if out, err := exec.Command("git", append([]string{"-C", dir}, git...)...).CombinedOutput(); err != nil {
					t.Fatalf("git %v: %v\n%s", git, err, out)
				}
			}
			do(t, planted{p, program, dir})
		})
	}
	return len(files)
}

// planted is a module in a repository of its own.
type planted struct {
	planttest.Plant
	program string // cobench
	dir     string
}

// slowdown plants a slowdown, and returns whether a benchmark that it reaches is called
// slower, by itself or with its group, and whether the function is among the first three
// of why.
func (f planted) slowdown(t *testing.T) (found, named bool) {
	base := f.Build(t, f.dir)
	var times []float64
	for range 8 {
		times = append(times, f.Run(t, f.dir, base, "-test.benchtime=100ms").NsOp)
	}
	sample := stats.Sample{Xs: times}
	spread, by := sample.StdDev()/sample.Mean(), 0.1
	if spread > 0.05 {
		by = 0.3
	}
	n, is, before := f.plantSteps(t, base, by)
	defer f.Uproot(t, f.dir, before)
	t.Logf("%s %s: %.4g ns, spread %.1f %%; %d steps for +%.0f %%, by itself %+.0f %%", f.Name, f.Benchmark, sample.Mean(), 100*spread, n, 100*by, 100*is)

	d := f.bench(t, "-budget", "5m")
	slower := map[string]bool{}
	for _, group := range d.Groups {
		slower[group.Benchmark] = group.Verdict == report.Slower
	}
	reached := 0
	for _, row := range d.Rows {
		if !row.Unreached && row.Verdict != report.Identical {
			reached++
		}
		if row.Verdict == report.Faster || row.Verdict == report.Slower && row.Unreached {
			t.Errorf("%s is called %s", row.Benchmark, row.Verdict)
		}
		if row.Verdict != report.Slower && !slower[row.With] {
			continue
		}
		first := row.Functions[:min(3, len(row.Functions))]
		t.Logf("slower: %s %+.1f %%, p %.4f, %d rounds, %s: %v", row.Benchmark, 100*(*row.Ratio-1), *row.P, row.Rounds, row.With, first)
		found = true
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

// plantSteps plants as many as make the benchmark slower by a part, more or less, and
// returns how many, how much slower it is, and the file before. How many it takes follows
// from how many make it twice as slow, and then by trial: the first few are cheaper.
func (f planted) plantSteps(t *testing.T, base string, by float64) (n int, is float64, before string) {
	for n = 1000; ; n *= 10 {
		if is, before = f.with(t, base, n); is > 1 {
			break
		}
		if n > 1e6 {
			t.Fatalf("%s: a million steps in %s do not make %s slower", f.Name, f.Function, f.Benchmark)
		}
	}
	for range 4 {
		if is > 0.8*by && is < 1.3*by {
			break
		}
		n = max(1, int(math.Round(float64(n)*by/max(is, by/4))))
		is, _ = f.with(t, base, n)
	}
	f.Put(t, f.dir, planttest.Steps(n))
	return n, is, before
}

// with is how much slower so many steps make the benchmark.
func (f planted) with(t *testing.T, base string, steps int) (slower float64, before string) {
	before, _ = f.Put(t, f.dir, planttest.Steps(steps))
	defer f.Uproot(t, f.dir, before)
	return f.times(t, base, f.Build(t, f.dir)) - 1, before
}

// times is how long the benchmark takes in one program, by the time that it takes in
// another: the median of eight pairs.
func (f planted) times(t *testing.T, base, program string) float64 {
	var ratios []float64
	for range 8 {
		before := f.Run(t, f.dir, base, "-test.benchtime=100ms").NsOp
		ratios = append(ratios, f.Run(t, f.dir, program, "-test.benchtime=100ms").NsOp/before)
	}
	return stat.Median(ratios)
}

// allocation plants an allocation, and returns whether it is told.
func (f planted) allocation(t *testing.T) bool {
	before, _ := f.Put(t, f.dir, planttest.Allocation)
	defer f.Uproot(t, f.dir, before)
	d := f.bench(t, "-budget", "5m", "-set", "why=false")
	for _, row := range d.Rows {
		if row.Allocations == report.MoreAllocations && !row.Unreached {
			t.Logf("more allocations: %s", row.Benchmark)
			return true
		}
	}
	t.Logf("%v", d.Counts)
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
