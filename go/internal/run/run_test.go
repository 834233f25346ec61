package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// fake stands in for the programs that a run starts: it notes them, and does
// as a benchmark's name says.
type fake struct {
	samples []string // names of the benchmarks started, in order
	builds  int
	after   int // samples after which the run is interrupted; 0 is never
	cancel  context.CancelFunc
}

func (f *fake) start(ctx context.Context, p process.Command) (process.Usage, error) {
	return process.Usage{PeakRSS: 1 << 20}, f.end(ctx, p)
}

func (f *fake) end(ctx context.Context, p process.Command) error {
	if !strings.HasSuffix(p.Args[0], ".test") {
		f.builds++
		if i := slices.Index(p.Args, "-o"); i >= 0 {
			if err := os.WriteFile(p.Args[i+1], []byte("program"), 0o777); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintln(p.Stdout, "go1.26.8\n/usr/local/go")
		return err
	}
	for _, v := range p.Environ {
		if strings.HasPrefix(v, "GOGC=") {
			return errors.New("GOGC reached the process")
		}
	}
	name := p.Args[slices.IndexFunc(p.Args, func(a string) bool { return strings.HasPrefix(a, "-name=") })]
	f.samples = append(f.samples, strings.TrimPrefix(name, "-name="))
	if len(f.samples) == f.after {
		f.cancel()
		return ctx.Err()
	}
	switch {
	case strings.Contains(name, "crash"):
		fmt.Fprintln(p.Stderr, "goroutine 1 [running]:\npanic: boom\nmain.go:7")
		return errors.New("exit status 2")
	case strings.Contains(name, "throw"):
		fmt.Fprintln(p.Stderr, "ERROR: org.openjdk.jmh.runner.RunnerException: Benchmark caught the exception\n\tat a.b(C.java:1)\n"+
			"Caused by: org.openjdk.jmh.runner.BenchmarkException: Benchmark error during the run\n\tSuppressed: java.lang.IllegalStateException: boom")
		return errors.New("exit status 1")
	case strings.Contains(name, "flood"):
		var err error
		for err == nil {
			_, err = p.Stdout.Write(make([]byte, 1<<20))
		}
		return err
	}
	_, err := fmt.Fprintln(p.Stdout, "fine")
	return err
}

func testPlan(kinds ...string) plan.Plan {
	p := plan.Plan{
		Version: plan.Version, Rounds: 2, Iterations: 1, Iteration: config.MinIteration, Limit: config.Duration(time.Minute),
		Sides:    []plan.Side{{Name: plan.Head}},
		Runtimes: []config.Runtime{{Name: "go", Kind: config.Go}},
		Jobs:     []plan.Job{{ID: "all"}},
	}
	for _, kind := range kinds {
		p.Jobs[0].Benchmarks = append(p.Jobs[0].Benchmarks, plan.Benchmark{
			Runtime: "go", Workload: "Echo", Name: "Echo/kind=" + kind, Parameters: []plan.Param{{Key: "kind", Value: config.Value(kind)}},
		})
	}
	return p
}

func options(t *testing.T, f *fake, p plan.Plan, dir string) run.Options {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "go"), nil, 0o777); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, half := range []string{"go/workload/echo", "kotlin/target"} {
		if err := os.MkdirAll(filepath.Join(root, half), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return run.Options{
		Options: build.Options{
			Plan: p, Dir: raw.Dir(dir), Root: root, Environ: []string{"PATH=" + bin, "GOGC=off"},
			Report: func(progress.Event) {},
			Now:    func() time.Time { clock = clock.Add(time.Second); return clock },
			Start:  f.start,
		},
		Read: func(_ raw.Run, _ plan.Plan, r raw.Record, _ string) (run.Reading, error) {
			if strings.Contains(r.Sample.Benchmark.Name, "rubbish") {
				return run.Reading{}, errors.New("printed rubbish")
			}
			return run.Reading{Timed: time.Second}, nil
		},
	}
}

func TestFailedSamplesAreKeptAndTheOthersMeasured(t *testing.T) {
	f := &fake{}
	dir := filepath.Join(t.TempDir(), "run")
	summary, err := run.Run(context.Background(), options(t, f, testPlan("fine", "crash", "rubbish", "flood", "throw"), dir))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"kind=fine", "kind=crash", "kind=rubbish", "kind=flood", "kind=throw"}; !slices.Equal(f.samples[:5], want) {
		t.Errorf("round 1 measured %q, want %q", f.samples[:5], want)
	}
	var got []string
	for _, f := range summary.Failures {
		got = append(got, f.String())
	}
	want := []string{
		"go Echo/kind=crash, 2 samples: exit status 2: panic: boom",
		"go Echo/kind=rubbish, 2 samples: printed rubbish",
		"go Echo/kind=flood, 2 samples: printed more than 16 MiB",
		"go Echo/kind=throw, 2 samples: exit status 1: java.lang.IllegalStateException: boom",
	}
	if !slices.Equal(got, want) {
		t.Errorf("failures %q, want %q", got, want)
	}
	if summary.Samples != 10 || summary.Failed != 8 || summary.Timed != 2*time.Second {
		t.Errorf("summary %+v, want 10 samples, 8 of them failed, 2 s timed", summary)
	}
	for number := 1; number <= 8; number++ {
		r, err := raw.Dir(dir).Record(number)
		if err != nil {
			t.Fatal(err)
		}
		if failed := r.Failure != ""; failed == strings.Contains(r.Sample.Benchmark.Name, "fine") {
			t.Errorf("sample %d: failure %q", number, r.Failure)
		}
	}
}

func TestInterruptedRunGoesOnFromWhatItHas(t *testing.T) {
	p := testPlan("a", "b", "c")
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(context.Background())
	first := &fake{after: 4, cancel: cancel}
	o := options(t, first, p, dir)
	summary, err := run.Run(ctx, o)
	if !errors.Is(err, context.Canceled) || summary.Samples != 3 {
		t.Fatalf("got %v after %d samples, want an interruption after 3", err, summary.Samples)
	}
	// A kill leaves a folder that was not finished.
	leftover, err := o.Dir.NewSample()
	if err != nil {
		t.Fatal(err)
	}

	second := &fake{}
	o = options(t, second, p, dir)
	if _, err := run.Run(context.Background(), o); !errors.Is(err, failure.ErrInput) {
		t.Errorf("without -resume: got %v, want a mistake of the input", err)
	}
	o.Resume = true
	summary, err = run.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"kind=a", "kind=b", "kind=c"}; summary.Samples != 6 || len(second.samples) != 3 {
		t.Errorf("resumed run started %q, want what was left: some order of %q", second.samples, want)
	}
	if second.builds != 0 {
		t.Errorf("resumed run built %d times, want the same binaries as before", second.builds)
	}
	if _, err := os.Stat(leftover); err == nil {
		t.Errorf("%s is still there", leftover)
	}
	o.Plan = testPlan("a", "b")
	if _, err := run.Run(context.Background(), o); !errors.Is(err, failure.ErrInput) {
		t.Errorf("with another plan: got %v, want a mistake of the input", err)
	}
}

// More rounds are taken while there is time, each of them whole; a resumed run
// goes on with one that it had begun.
func TestFill(t *testing.T) {
	p := testPlan("a", "b", "c")
	rounds := func(dir string) map[int]int {
		taken := map[int]int{}
		records, err := raw.Dir(dir).Records()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			taken[r.Sample.Round]++
		}
		return taken
	}
	for _, test := range []struct {
		fill time.Duration
		want int
	}{{0, 2}, {time.Second, 2}, {2 * time.Minute, 3}} {
		p.Fill = config.Duration(test.fill)
		dir := filepath.Join(t.TempDir(), "run")
		summary, err := run.Run(context.Background(), options(t, &fake{}, p, dir))
		if err != nil {
			t.Fatal(err)
		}
		taken := rounds(dir)
		if len(taken) < test.want || test.want == 2 && len(taken) > 2 || len(taken) > 100 || summary.Left != 0 {
			t.Errorf("filling %v: %d rounds, %d samples left, want %d rounds", test.fill, len(taken), summary.Left, test.want)
		}
		for round, samples := range taken {
			if samples != 3 {
				t.Errorf("filling %v: %d samples of round %d, want 3", test.fill, samples, round)
			}
		}
	}

	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := run.Run(ctx, options(t, &fake{after: 8, cancel: cancel}, p, dir)); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want an interruption", err)
	}
	o := options(t, &fake{}, p, dir)
	o.Resume = true
	o.Plan.Fill = p.Fill
	if _, err := run.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if taken := rounds(dir); taken[3] != 3 {
		t.Errorf("a resumed run has %d samples of round 3, want all 3", taken[3])
	}
}

func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	f := &fake{}
	_, err := run.Run(context.Background(), options(t, f, testPlan("a"), filepath.Join(file, "run")))
	if !errors.Is(err, failure.ErrInput) || !strings.Contains(err.Error(), file) || len(f.samples) > 0 {
		t.Errorf("got %v, want a mistake of the input that names %s", err, file)
	}
}
