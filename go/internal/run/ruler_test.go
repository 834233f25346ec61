package run_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// ruled runs four samples with a ruler whose readings count on, and lists after
// how many samples it was read.
func ruled(t *testing.T, f *fake, dir string, o run.Options) []int {
	t.Helper()
	var after []int
	o.Resume, o.Dir = true, raw.Dir(dir)
	o.Ruler = []string{"ruler"}
	o.Start = func(ctx context.Context, p process.Command) (process.Usage, error) {
		if p.Args[0] != "ruler" {
			return f.start(ctx, p)
		}
		after = append(after, len(f.samples))
		fmt.Fprintf(p.Stdout, `{"ruler":"1","arithmetic":%d,"memory":1,"channels":1}`, len(after))
		return process.Usage{}, nil
	}
	if _, err := run.Run(context.Background(), o); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return after
}

func TestRulerIsReadThreeTimes(t *testing.T) {
	f, dir := &fake{}, filepath.Join(t.TempDir(), "run")
	o := options(t, f, testPlan("a", "b"), dir)
	if got, want := ruled(t, f, dir, o), []int{0, 2, 4}; !slices.Equal(got, want) {
		t.Errorf("the ruler was read after %d samples, want %d", got, want)
	}
	readings, err := o.Dir.Readings()
	if err != nil {
		t.Fatal(err)
	}
	if len(readings) != 3 || readings[2].Arithmetic != 3 {
		t.Errorf("readings %v, want three of them in their order", readings)
	}
	if got := ruled(t, f, dir, o); len(got) > 0 {
		t.Errorf("the ruler was read after %d samples of a run with nothing left, want none", got)
	}
}

// A start for which the budget leaves no time measures nothing, and needs no
// ruler; the one that goes on has its own three readings.
func TestRulerOfAResumedRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	for i, want := range [][]int{nil, {0, 2, 4}} {
		f := &fake{}
		o := options(t, f, testPlan("a", "b"), dir)
		o.Budget = []time.Duration{1, 0}[i]
		if got := ruled(t, f, dir, o); !slices.Equal(got, want) {
			t.Errorf("start %d: the ruler was read after %d samples, want %d", i+1, got, want)
		}
	}
}

func TestUnreadRulerBlocksNothing(t *testing.T) {
	for name, start := range map[string]func(p process.Command) error{
		"fails": func(p process.Command) error { fmt.Fprint(p.Stderr, "boom"); return errors.New("exit status 2") },
		"no time": func(p process.Command) error {
			fmt.Fprint(p.Stdout, `{"ruler": "1", "arithmetic": 0, "memory": 1e-3, "channels": 1e-6}`)
			return nil
		},
		"rubbish": func(p process.Command) error { fmt.Fprint(p.Stdout, "fine"); return nil },
	} {
		f, dir := &fake{}, filepath.Join(t.TempDir(), "run")
		o := options(t, f, testPlan("a"), dir)
		o.Ruler = []string{"ruler"}
		o.Start = func(ctx context.Context, p process.Command) (process.Usage, error) {
			if p.Args[0] == "ruler" {
				return process.Usage{}, start(p)
			}
			return f.start(ctx, p)
		}
		told := 0
		o.Report = func(e progress.Event) {
			if e.Kind == progress.Ruling && e.Failure != "" {
				told++
			}
		}
		summary, err := run.Run(context.Background(), o)
		if err != nil || summary.Samples != 2 || summary.Failed > 0 || told != 3 {
			t.Errorf("%s: %d samples, %d failed, told of %d times, %v; want 2 samples and 3 times", name, summary.Samples, summary.Failed, told, err)
		}
	}
}
