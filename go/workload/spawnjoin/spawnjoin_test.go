package spawnjoin

import (
	"fmt"
	"testing"
	"testing/synctest"
)

func prepared(t *testing.T, tasks int) *Workload {
	t.Helper()
	w, err := New(Config{Tasks: tasks, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The same number stands in the Kotlin twin's tests.
func TestChecksum(t *testing.T) {
	w := prepared(t, 1000)
	for run := range 2 {
		if got, want := w.Run(), (Joined{1000, 0x6365f74f9e0a4302}); got != want {
			t.Errorf("run %d: %d tasks and the sum %#x, want %d and %#x", run, got.Tasks, got.Sum, want.Tasks, want.Sum)
		}
	}
}

func TestEveryNumberOfTasks(t *testing.T) {
	for _, tasks := range []int{1, 2, 100, 100_000} {
		t.Run(fmt.Sprintf("tasks=%d", tasks), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := prepared(t, tasks)
				if err := w.Check(w.Run()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestConfigRefused(t *testing.T) {
	const want = "tasks=0: want 1 or more"
	if _, err := New(Config{Tasks: 0, Seed: 1}); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestWrongResultRefused(t *testing.T) {
	w := prepared(t, 10)
	right := w.Run()
	if err := w.Check(right); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	// As after a run in which one task alone left its value: those of the run before are gone.
	w.slots[3] = step(w.states[3])
	for want, wrong := range map[string]Joined{
		"1 tasks left a value: want 10":                                         w.take(),
		fmt.Sprintf("the values' sum is %#x: want %#x", right.Sum+1, right.Sum): {10, right.Sum + 1},
	} {
		if err := w.Check(wrong); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
