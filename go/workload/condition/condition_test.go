package condition

import (
	"fmt"
	"testing"
	"testing/synctest"
)

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A bubble of synctest fails at once, without a clock, if its goroutines wait for one another for ever or outlive the test: as they would
// if a signal woke nobody.
func TestEverySignalWakesOne(t *testing.T) {
	for _, waiters := range []int{1, 2, 65} {
		for _, signals := range []int{1, 16, 17, 1000} {
			config := Config{waiters, signals}
			t.Run(fmt.Sprintf("%+v", config), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := prepared(t, config)
					for range 2 {
						if err := w.Check(w.Run()); err != nil {
							t.Error(err)
						}
					}
				})
			})
		}
	}
}

func TestFigures(t *testing.T) {
	w := prepared(t, Config{3, 100})
	if got := w.Figures(); got != nil {
		t.Errorf("%v before a run, want none", got)
	}
	w.Run()
	got := w.Figures()
	if len(got) != 2 || got[0].Unit != "p50-ns" || got[1].Unit != "p99-ns" {
		t.Fatalf("%v, want p50-ns and p99-ns", got)
	}
	if got[0].Value <= 0 || got[0].Value > got[1].Value {
		t.Errorf("%v, want times that rise", got)
	}
}

func TestConfigRefused(t *testing.T) {
	for want, config := range map[string]Config{
		"waiters=0: want 1 or more":  {0, 1},
		"signals=-1: want 1 or more": {1, -1},
	} {
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongWakeUpsRefused(t *testing.T) {
	w := prepared(t, Config{2, 10})
	right := w.Run()
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	for want, wakeUps := range map[string]WakeUps{
		"9 wake-ups: want 10, one a signal":  {count: 9},
		"11 wake-ups: want 10, one a signal": {count: 11},
		"1 wake-ups found no signal: want 0": {count: 11, idle: 1},
	} {
		if err := w.Check(wakeUps); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
