package run_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/process"
)

// A benchmark that hangs takes no more than its part of the budget: it is failed,
// with the reason, and the others have their rounds.
func TestHangingBenchmarkLeavesTheBudgetToTheOthers(t *testing.T) {
	for _, test := range []struct {
		name   string
		hangs  int // from its so manieth process on
		starts int // that are tried before it is given up
		reason string
	}{
		{"at once", 1, 1, "no end within 1m0s"},
		{"after it ended well", 3, 2, "no end within 15s, and one before it took 1s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := testPlan("a", "b", "hang", "c")
			p.Rounds, p.Limit = 20, config.Duration(10*time.Minute)
			f := &fake{}
			o := options(t, f, p, filepath.Join(t.TempDir(), "run"))
			clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
			begun := clock
			o.Now, o.Budget = func() time.Time { return clock }, 2*time.Minute
			started, hung := 0, 0
			o.Start = func(ctx context.Context, q process.Command) (process.Usage, error) {
				usage, err := f.start(ctx, q)
				if clock = clock.Add(time.Second); strings.Contains(strings.Join(q.Args, " "), "kind=hang") {
					if started++; started >= test.hangs {
						hung++
						return hang(q, &clock)
					}
				}
				return usage, err
			}
			summary, err := run.Run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if took := clock.Sub(begun); took > 2*time.Minute+15*time.Second {
				t.Errorf("it took %v of a budget of 2 minutes", took)
			}
			if hung != test.starts {
				t.Errorf("it hung %d times, want that it is not started again after %d", hung, test.starts)
			}
			for _, kind := range []string{"a", "b", "c"} {
				if n := strings.Count(strings.Join(f.samples, " "), "kind="+kind); n < 10 {
					t.Errorf("%s had %d rounds", kind, n)
				}
			}
			if len(summary.Failures) != 1 || !strings.Contains(summary.Failures[0].Reason, test.reason) {
				t.Errorf("failures %v, want %q", summary.Failures, test.reason)
			}
		})
	}
}

// What the end of the budget ends was slow, as a busy machine makes it, and is no
// failure: it is left, and the next start takes it.
func TestTheEndOfTheBudgetIsNoFailure(t *testing.T) {
	p := testPlan("a", "b")
	p.Rounds, p.Limit = 100, config.Duration(10*time.Minute)
	f := &fake{}
	o := options(t, f, p, filepath.Join(t.TempDir(), "run"))
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	begun := clock
	o.Now, o.Budget = func() time.Time { return clock }, 2*time.Minute
	slow := 0
	o.Start = func(ctx context.Context, q process.Command) (process.Usage, error) {
		usage, err := f.start(ctx, q)
		if clock = clock.Add(time.Second); clock.Sub(begun) > 110*time.Second {
			slow++
			return hang(q, &clock)
		}
		return usage, err
	}
	summary, err := run.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if slow == 0 || len(summary.Failures) > 0 || summary.Left == 0 {
		t.Errorf("%d slow processes, failures %v, %d samples left, want some left and no failure", slow, summary.Failures, summary.Left)
	}
	o.Start, o.Resume = f.start, true
	again, err := run.Run(context.Background(), o)
	if err != nil || len(again.Failures) > 0 || again.Samples <= summary.Samples {
		t.Errorf("%v, failures %v, %d samples after %d: want more", err, again.Failures, again.Samples, summary.Samples)
	}
}

// hang is what a real process.Starter says of a process that has no end.
func hang(q process.Command, clock *time.Time) (process.Usage, error) {
	*clock = clock.Add(q.Limit)

	return process.Usage{}, process.LimitError(q.Limit)
}
