package timer

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
)

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// In a bubble of synctest the clock stands still while anything runs: nobody is late, and a run takes the delay exactly.
func TestEveryActionOnAClockThatStandsStill(t *testing.T) {
	for _, action := range []Action{Sleep, Cancel} {
		for _, sleepers := range []int{1, 2, 1000} {
			for _, delay := range []int{1, 5000} {
				config := Config{action, sleepers, delay}
				t.Run(fmt.Sprintf("%+v", config), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := prepared(t, config)
						for range 2 {
							begun := time.Now()
							ends := w.Run()
							if err := w.Check(ends); err != nil {
								t.Error(err)
							}
							if took := time.Since(begun); took != w.delay {
								t.Errorf("a run takes %v, want %v", took, w.delay)
							}
							want := []figure.Figure{{Value: 0, Unit: "p50-ns"}, {Value: 0, Unit: "p95-ns"}, {Value: 0, Unit: "p99-ns"}}
							if got := w.Figures(); !slices.Equal(got, want) {
								t.Errorf("%v, want %v", got, want)
							}
						}
					})
				})
			}
		}
	}
}

func TestEveryActionOnTheRealClock(t *testing.T) {
	for _, action := range []Action{Sleep, Cancel} {
		w := prepared(t, Config{action, 100, 5})
		if err := w.Check(w.Run()); err != nil {
			t.Errorf("%s: %v", action, err)
		}
		for _, f := range w.Figures() {
			if f.Value <= 0 {
				t.Errorf("%s: %v, want a time", action, f)
			}
		}
	}
}

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		if err := pause(ctx, time.Minute); err != nil {
			t.Errorf("error %v, want none", err)
		}
		time.AfterFunc(time.Second, cancel)
		begun := time.Now()
		if err := pause(ctx, time.Minute); err == nil || time.Since(begun) != time.Second {
			t.Errorf("error %v after %v, want one after 1s", err, time.Since(begun))
		}
	})
}

func TestConfigRefused(t *testing.T) {
	for want, config := range map[string]Config{
		"action=x: want one of sleep, cancel": {"x", 1, 1},
		"sleepers=0: want 1 or more":          {Sleep, 0, 1},
		"delay=0: want 1 or more":             {Cancel, 1, 0},
	} {
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongEndsRefused(t *testing.T) {
	for _, test := range []struct {
		action Action
		ends   Ends
		want   string
	}{
		{Sleep, Ends{9, 0}, "9 sleepers woke up: want 10"},
		{Cancel, Ends{9, 0}, "9 sleepers were cancelled: want 10"},
		{Sleep, Ends{10, -time.Millisecond - 1}, "a sleeper woke 1000001 ns too early: want 1000000 at most"},
		{Sleep, Ends{10, -time.Millisecond}, ""},
	} {
		w := prepared(t, Config{test.action, 10, 1})
		message := ""
		if err := w.Check(test.ends); err != nil {
			message = err.Error()
		}
		if message != test.want {
			t.Errorf("%s: error %q, want %q", test.action, message, test.want)
		}
	}
	w := prepared(t, Config{Sleep, 10, 1})
	right := w.Run()
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
}
