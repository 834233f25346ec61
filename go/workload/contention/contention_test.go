package contention

import (
	"fmt"
	"strings"
	"testing"
)

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestEveryLock(t *testing.T) {
	for _, c := range []Config{
		{Mutex, 1, 1, 1, 0, 1},
		{Mutex, 1, 1001, 8, 10, 1},
		{Semaphore, 1, 1000, 3, 100, 2},
		{Semaphore, 4, 1000, 8, 10, 3},
		{Semaphore, 8, 3, 4, 1, 3},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			w := prepared(t, c)
			for range 2 {
				if err := w.Check(w.Run()); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// The sum is the same in Kotlin's test.
func TestSameWorkInEveryLanguage(t *testing.T) {
	w := prepared(t, Config{Semaphore, 2, 10, 3, 5, 7})
	if w.expected != sameInKotlin {
		t.Errorf("%#x, want %#x", w.expected, uint64(sameInKotlin))
	}
}

const sameInKotlin = 0x4ec63d02948f022e

func TestConfigRefused(t *testing.T) {
	for want, c := range map[string]Config{
		"lock=x: want one of mutex, semaphore": {"x", 1, 1, 1, 1, 1},
		"permits=0: want 1 or more":            {Semaphore, 0, 1, 1, 1, 1},
		"permits=2: want 1 for lock=mutex":     {Mutex, 2, 1, 1, 1, 1},
		"entries=0: want 1 or more":            {Mutex, 1, 0, 1, 1, 1},
		"workers=0: want 1 or more":            {Mutex, 1, 1, 0, 1, 1},
		"work=-1: want 0 or more":              {Mutex, 1, 1, 1, -1, 1},
	} {
		if _, err := New(c); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongTalliesRefused(t *testing.T) {
	w := prepared(t, Config{Semaphore, 2, 10, 2, 5, 1})
	for want, spoil := range map[string]func([]Tally){
		"workers entered 9 times: want 10":              func(t []Tally) { t[1].Entries-- },
		"the sum of the workers' states is ":            func(t []Tally) { t[0].State++ },
		"3 workers were inside at once: want 2 at most": func(t []Tally) { t[0].Most = 3 },
	} {
		tallies := w.Run()
		spoil(tallies)
		if err := w.Check(tallies); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
