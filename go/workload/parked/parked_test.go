package parked

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"testing/synctest"
)

func prepared(t *testing.T, tasks int) *Workload {
	t.Helper()
	w, err := New(Config{Tasks: tasks})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestEveryNumberOfTasks(t *testing.T) {
	for _, tasks := range []int{1, 2, 100, 10_000} {
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

func TestAllAreParkedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const tasks = 100
		w := prepared(t, tasks)
		opened := false
		w.park(func() {
			synctest.Wait() // until every task of the bubble waits, and not for a lock
			opened = true
		})
		if !opened {
			t.Error("the gate opened before all tasks were there")
		}
	})
}

func TestConfigRefused(t *testing.T) {
	const want = "tasks=0: want 1 or more"
	if _, err := New(Config{Tasks: 0}); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestWrongCensusRefused(t *testing.T) {
	w := prepared(t, 10)
	right := w.Run()
	if err := w.Check(right); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	for want, wrong := range map[string]Census{
		"9 tasks were parked when the gate opened: want 10": {9, 10},
		"11 tasks woke: want 10":                            {10, 11},
	} {
		if err := w.Check(wrong); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestFiguresOnlyOfWhatRan(t *testing.T) {
	w := prepared(t, 100)
	if got := w.Figures(); got != nil {
		t.Errorf("%v, want none before anything ran", got)
	}
	for range 2 {
		w.Run()
		if got := w.Figures(); len(got) != 1 || got[0].Unit != "live-B/task" {
			t.Errorf("%v, want live-B/task", got)
		}
	}
	if got := w.Figures(); got != nil {
		t.Errorf("%v, want none where nothing ran in between", got)
	}
}

// A goroutine has a stack of 2 KiB at least. In a process of its own, since stacks that others left would be used again.
func TestLiveBytes(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "-test.run=^$", "-test.bench=.", "-test.benchtime=2x", "-params=tasks=10000/exec=goroutine").Output()
	if err != nil {
		t.Fatal(err)
	}
	figure := regexp.MustCompile(`\s(\S+) live-B/task`).FindStringSubmatch(string(out))
	if figure == nil {
		t.Fatalf("%s\nwant live-B/task in it", out)
	}
	if got, err := strconv.ParseFloat(figure[1], 64); err != nil || got < 2048 || got > 8192 {
		t.Errorf("%v live-B/task, want 2048 to 8192", got)
	}
}
