package report_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/report"
)

var update = flag.Bool("update", false, "write the goldens")

const rules = "test=either alpha=0.01 minimum-effect=0.02 confidence=0.8 aim=0.05 coarse=0.1 aim-rounds=64 power=0.95 looks=6,8,12,18,26,38"

// A fixture writes results as collect does.
type fixture struct {
	strings.Builder
	rnd        *rand.Rand
	operations int // of a sample that allocates
}

func newFixture() *fixture {
	f := &fixture{rnd: rand.New(rand.NewPCG(1, 2)), operations: 20000}
	fmt.Fprint(f, "Unit ns/op better=lower\nUnit failures better=lower\n")
	f.config("goos", "linux", "goarch", "amd64", "cpu", "Test CPU", "cores", "2", "profile", "pr", "job", "all", "judging", rules)
	return f
}

func (f *fixture) config(pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		fmt.Fprintf(f, "%s: %s\n", pairs[i], pairs[i+1])
	}
}

func (f *fixture) side(name, runtime string) {
	commit := map[string]string{"base": strings.Repeat("a", 40), "head": strings.Repeat("b", 40)}[name]
	f.config("side", name, "commit", commit, "runtime", runtime, "toolchain", runtime+"-1.0")
}

func (f *fixture) sample(runtime, side, name string, round int, value string) {
	f.side(side, runtime)
	fmt.Fprintf(f, "round: %d\nBenchmark%s 1 %s\n", round, name, value)
}

// rounds writes so many of a benchmark, of which head takes so many times as
// long, with a spread.
func (f *fixture) rounds(runtime, name string, n int, ratio, spread float64) {
	for round := 1; round <= n; round++ {
		for _, side := range []string{"base", "head"} {
			ns := 1e6 * (1 + spread*f.rnd.NormFloat64())
			if side == "head" {
				ns *= ratio
			}
			f.sample(runtime, side, name, round, fmt.Sprintf("%.0f ns/op", ns))
		}
	}
}

// mark writes the line of a benchmark without a number.
func (f *fixture) mark(runtime, side, name, unit, reason string) {
	f.side(side, runtime)
	fmt.Fprintf(f, "round:\nreason: %s\nBenchmark%s 1 1 %s\nreason:\n", reason, name, unit)
}

func source(text string) []compare.Source {
	return []compare.Source{{Name: "results.txt", Label: "results.txt", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}}
}

func everyVerdict() string {
	f := newFixture()
	f.rounds("go", "Same/exec=goroutine-2", 8, 1, 0.003)
	f.rounds("go", "Slow/exec=goroutine-2", 12, 1.2, 0.01)
	f.rounds("jvm-25", "Fast/exec=default-2", 12, 0.8, 0.01)
	f.rounds("jvm-25", "Noisy/exec=default-2", 38, 1.02, 0.15)
	for _, side := range []string{"base", "head"} {
		f.config("key", "0123")
		f.mark("go", side, "Twin/exec=goroutine-2", "skips", "identical on both sides")
	}
	f.config("key", "")
	for round := 1; round <= 3; round++ {
		f.sample("go", "base", "Broken/exec=goroutine-2", round, "777 ns/op")
		f.side("head", "go")
		fmt.Fprintf(f, "round: %d\nreason: exit status 2: panic: `boom` | no\nBenchmarkBroken/exec=goroutine-2 1 1 failures\nreason:\n", round)
		f.sample("go", "head", "New/exec=goroutine-2", round, "777 ns/op")
		f.sample("go", "base", "Old/exec=goroutine-2", round, "777 ns/op")
	}
	f.mark("go", "base", "New/exec=goroutine-2", "skips", "base does not have it")
	f.mark("go", "head", "Old/exec=goroutine-2", "skips", "head does not have it")
	return f.String()
}

func TestWrite(t *testing.T) {
	r, err := report.Read(source(everyVerdict()))
	if err != nil {
		t.Fatal(err)
	}
	for file, write := range map[string]func(io.Writer, *report.Report) error{
		"report.text": report.WriteText, "report.md": report.WriteMarkdown, "summary.md": report.WriteSummary, "report.json": report.WriteJSON,
	} {
		var out bytes.Buffer
		if err := write(&out, r); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", file)
		if *update {
			if err := os.WriteFile(golden, out.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%s is not what was written: go test ./internal/report -update\n%s", golden, out.Bytes())
		}
	}
}

func TestVerdicts(t *testing.T) {
	both := func(change func(f *fixture)) string {
		f := newFixture()
		f.rounds("go", "Echo-2", 8, 1, 0.003)
		change(f)
		return f.String()
	}
	// Head is slower, and the first samples of the sides are unsteady.
	unsteady := func(first ...int) string {
		f := newFixture()
		for round := 1; round <= 18; round++ {
			for i, side := range []string{"base", "head"} {
				f.side(side, "jvm-25")
				if round <= first[i] {
					f.config("unsteady", "not warm after 30s: the compiler was at work for 8 % of a second")
				}
				f.sample("jvm-25", side, "Echo-2", round, fmt.Sprintf("%.0f ns/op", 1e6*(1+0.2*float64(i))*(1+0.01*f.rnd.NormFloat64())))
				f.config("unsteady", "")
			}
		}
		return f.String()
	}
	for _, test := range []struct {
		name, text, want, reason string
	}{
		{"unchanged", both(func(*fixture) {}), "unchanged", ""},
		{"one sample", func() string { f := newFixture(); f.rounds("go", "Echo-2", 1, 2, 0); return f.String() }(), "undecided", ""},
		{"a time of zero", both(func(f *fixture) {
			f.sample("go", "base", "Echo-2", 9, "0 ns/op")
			f.sample("go", "head", "Echo-2", 9, "5 ns/op")
		}), "undecided", "round 9: sample 0 of base: want a positive number"},
		{"a negative time", both(func(f *fixture) {
			f.sample("go", "base", "Echo-2", 9, "1 ns/op")
			f.sample("go", "head", "Echo-2", 9, "-1 ns/op")
		}), "undecided", "round 9: sample -1e-09 of head: want a positive number"},
		{"another machine", both(func(f *fixture) {
			f.config("cpu", "Other CPU")
			f.sample("go", "head", "Echo-2", 9, "1 ns/op")
		}), "undecided", "measured on several machines: linux/amd64, Other CPU, 2 cores; linux/amd64, Test CPU, 2 cores"},
		{"a round of one side", both(func(f *fixture) { f.sample("go", "head", "Echo-2", 9, "1 ns/op") }), "unchanged", ""},
		{"one unsteady sample of head", unsteady(0, 1), "slower", ""},
		{"head alone unsteady", unsteady(0, 9), "undecided", "head unsteady in 9 of 18 samples: not warm after 30s"},
		{"base alone unsteady", unsteady(18, 8), "undecided", "base unsteady in 18 of 18 samples: not warm after 30s"},
		{"both sides unsteady", unsteady(10, 12), "slower", "both sides unsteady in 12 of 18 samples: not warm after 30s"},
		{"a base that was not built", func() string {
			f := newFixture()
			f.sample("go", "head", "Echo-2", 1, "1 ns/op")
			f.side("base", "go")
			fmt.Fprint(f, "round: 1\nreason: not built: x.go:1: no\nBenchmarkEcho-2 1 1 failures\n")
			return f.String()
		}(), "undecided", "base failed: not built: x.go:1: no"},
	} {
		r, err := report.Read(source(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if len(r.Rows) != 1 || string(r.Rows[0].Verdict) != test.want || r.Rows[0].Reason != test.reason {
			t.Errorf("%s: %+v, want %s, %q", test.name, r.Rows, test.want, test.reason)
		}
	}
}

// A value that is not a finite number costs its own row, and no other's verdict.
func TestValuesThatAreNoNumbers(t *testing.T) {
	odd := newFixture()
	odd.rounds("go", "Slow-2", 40, 1.3, 0.01)
	for round := range 40 {
		odd.sample("go", "base", "Odd-2", 1+round, "1 ns/op +Inf rate")
		odd.sample("go", "head", "Odd-2", 1+round, "NaN ns/op 3 rate")
	}
	r, err := report.Read(source(odd.String()))
	if err != nil || len(r.Rows) != 2 {
		t.Fatalf("%+v, %v, want two rows", r, err)
	}
	if r.Rows[0].Verdict != report.Slower || r.Rows[0].Benchmark != "Slow-2" {
		t.Errorf("%+v, want the verdict on Slow-2", r.Rows[0])
	}
	if x := r.Rows[1]; x.Benchmark != "Odd-2" || x.Verdict != report.Undecided || !strings.Contains(x.Reason, "NaN") {
		t.Errorf("%+v, want a reason", x)
	}
	var out strings.Builder
	if err := report.WriteSummary(&out, r); err != nil || !strings.Contains(out.String(), "+Inf rate is not a finite number") {
		t.Errorf("%v: nothing is noted in\n%s", err, &out)
	}
}

// Machines and toolchains without number fit into a comment too.
func TestACrowdOfMachines(t *testing.T) {
	r := &report.Report{Base: "a", Head: "b"}
	for i := range 5000 {
		r.Machines, r.Toolchains = append(r.Machines, fmt.Sprintf("linux/amd64, X%d, 2 cores", i)), append(r.Toolchains, fmt.Sprintf("go: 1.%d → 1.1", i))
	}
	var out strings.Builder
	if err := report.WriteMarkdown(&out, r); err != nil || out.Len() > 5000 || strings.Count(out.String(), "and 4992 more") != 2 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
}

func TestErrors(t *testing.T) {
	alone := newFixture()
	alone.sample("go", "head", "Echo-2", 1, "1 ns/op")
	twice := newFixture()
	twice.rounds("go", "Echo-2", 1, 1, 0)
	twice.sample("go", "base", "Echo-2", 1, "1 ns/op")
	other := newFixture()
	other.sample("go", "base", "Echo-2", 1, "1 MB/s")
	mixed := newFixture()
	mixed.sample("go", "base", "Echo-2", 1, "1 ns/op")
	mixed.config("judging", strings.Replace(rules, "looks=6", "looks=7", 1))
	mixed.sample("go", "head", "Echo-2", 1, "1 ns/op")
	for _, test := range []struct{ text, want string }{
		{alone.String(), "no results of side base: measure both with cobench bench -base REF, or use cobench compare -col runtime"},
		{"BenchmarkX 1 1 ns/op\n", `results.txt:1: side "", want base or head: measure both with cobench bench -base REF, or give two files, the old one first`},
		{"side: head\nBenchmarkX 1 1 ns/op\n", "results.txt:2: no rules to judge by: measure both sides with cobench bench -base REF"},
		{"side: head\njudging: luck=1\nBenchmarkX 1 1 ns/op\n", `results.txt:3: judging: unknown rule "luck", want test, alpha, minimum-effect, confidence, aim, coarse, aim-rounds, power, looks`},
		{twice.String(), "results.txt:27: two samples of Echo-2 in round 1: pass each file only once"},
		{other.String(), "results.txt:15: Echo-2 has no ns/op, and only times are judged"},
		{mixed.String(), "results.txt:22: job all: two sets of rules, " + strings.Replace(rules, "looks=6", "looks=7", 1) + " and " + rules + ": report each run separately"},
	} {
		if _, err := report.Read(source(test.text)); err == nil || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
}

// A report on 5,000 benchmarks, all of which changed, fits into a comment.
func TestSize(t *testing.T) {
	f := newFixture()
	for i := range 5000 {
		f.rounds("go", fmt.Sprintf("Workload/with=a-parameter/and-another=%d/exec=goroutine-2", i), 18, 1.5, 0.001)
	}
	begun := time.Now()
	r, err := report.Read(source(f.String()))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("read and judged in %v", time.Since(begun))
	var comment, summary bytes.Buffer
	if err := report.WriteMarkdown(&comment, r); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteSummary(&summary, r); err != nil {
		t.Fatal(err)
	}
	visible, _, _ := strings.Cut(comment.String(), "<details>")
	if n := strings.Count(strings.TrimSpace(visible), "\n") + 2; n > 17 {
		t.Errorf("%d lines are seen before the fold:\n%s", n, visible)
	}
	if comment.Len() > 60_000 || summary.Len() > 1<<20 {
		t.Errorf("%d characters in a comment, %d in a summary", comment.Len(), summary.Len())
	}
}

// The same benchmark on two runners is two rows, each told from the other and
// each beside its own benchstat.
func TestTwoRunners(t *testing.T) {
	f := newFixture()
	f.rounds("go", "Ping/exec=goroutine-2", 24, 1.3, 0.005)
	f.config("goarch", "arm64", "job", "arm")
	f.rounds("go", "Ping/exec=goroutine-2", 24, 1, 0.005)
	r, err := report.Read([]compare.Source{{Name: "results.txt", Label: "results.txt", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(f.String())), nil }}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 2 || r.Rows[0].Verdict != report.Slower || r.Rows[1].Verdict != report.Unchanged {
		t.Fatalf("%+v", r.Rows)
	}
	for i, delta := range []float64{0.3, 0} {
		if b := r.Rows[i].Benchstat; b == nil || b.Delta < delta-0.02 || b.Delta > delta+0.02 {
			t.Errorf("row %d: benchstat says %+v, want about %v", i, b, delta)
		}
	}
	var text bytes.Buffer
	if err := report.WriteMarkdown(&text, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"**1 slower**", "| slower | `go linux/amd64` |", "| unchanged | `go linux/arm64` |"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
}
