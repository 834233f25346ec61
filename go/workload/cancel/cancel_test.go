package cancel

import (
	"fmt"
	"testing"
	"testing/synctest"
)

func prepared(t *testing.T, children int) *Workload {
	t.Helper()
	w, err := New(Config{children})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A bubble of synctest fails at once, without a clock, if a child outlives the test.
func TestAllChildrenEnd(t *testing.T) {
	for _, children := range []int{1, 2, 10000} {
		t.Run(fmt.Sprintf("children=%d", children), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := prepared(t, children)
				for range 2 {
					if err := w.Check(w.Run()); err != nil {
						t.Error(err)
					}
				}
			})
		})
	}
}

func TestFigures(t *testing.T) {
	w := prepared(t, 100)
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

func TestNoChildrenRefused(t *testing.T) {
	if _, err := New(Config{0}); err == nil || err.Error() != "children=0: want 1 or more" {
		t.Errorf("error %v, want one that names children=0", err)
	}
}

func TestWrongCountRefused(t *testing.T) {
	w := prepared(t, 10)
	if err := w.Check(9); err == nil || err.Error() != "9 children ended because they were cancelled: want 10" {
		t.Errorf("error %v, want one that names 9 and 10", err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(10) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
}
