package allocation

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"
)

func config() Config {
	return Config{Requests: 100, Workers: 3, Nodes: 10, Live: 1, Seed: 1, Now: time.Now}
}

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestEveryNumber(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		for _, live := range []int{0, 1} {
			for _, requests := range []int{1, 5000} { // fewer than live, and more
				c := config()
				c.Workers, c.Live, c.Requests = workers, live, requests
				t.Run(fmt.Sprintf("requests=%d workers=%d live=%d", requests, workers, live), func(t *testing.T) {
					w := prepared(t, c)
					for range 2 {
						if err := w.Check(w.Run()); err != nil {
							t.Error(err)
						}
					}
					if got := w.Figures(); len(got) != 3 || got[2].Unit != "max-ns" {
						t.Errorf("%v, want p50-ns, p99-ns and max-ns", got)
					}
				})
			}
		}
	}
}

func TestSizeOfWhatLives(t *testing.T) {
	if got := unsafe.Sizeof(node{}); got != nodeSize {
		t.Errorf("a node has %d bytes: want %d", got, nodeSize)
	}
	w := prepared(t, config())
	bytes := 0
	for _, worker := range w.workers {
		bytes += len(worker.lists) * w.config.Nodes * nodeSize
	}
	if bytes < 1<<20*99/100 || bytes > 1<<20 {
		t.Errorf("%d bytes live: want 1 MiB", bytes)
	}
}

// The sum is the same in Kotlin's test.
func TestSameWorkInEveryLanguage(t *testing.T) {
	if got := prepared(t, config()).expected; got != sameInKotlin {
		t.Errorf("%#x, want %#x", got, uint64(sameInKotlin))
	}
}

const sameInKotlin = 0x655d66c4ee81979f

func TestConfigRefused(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"requests=0: want 1 or more": func(c *Config) { c.Requests = 0 },
		"workers=0: want 1 or more":  func(c *Config) { c.Workers = 0 },
		"nodes=0: want 1 or more":    func(c *Config) { c.Nodes = 0 },
		"live=-1: want 0 or more":    func(c *Config) { c.Live = -1 },
	} {
		c := config()
		spoil(&c)
		if _, err := New(c); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongTalliesRefused(t *testing.T) {
	w := prepared(t, config())
	for want, spoil := range map[string]func([]Tally){
		"999 nodes were allocated and 1000 found: want 1000": func(t []Tally) { t[0].Allocated-- },
		"1000 nodes were allocated and 999 found: want 1000": func(t []Tally) { t[1].Found-- },
		"1 lists had another sum: want 0":                    func(t []Tally) { t[1].Wrong = 1 },
		"the sum of the workers' states is ":                 func(t []Tally) { t[2].State++ },
	} {
		tallies := w.Run()
		spoil(tallies)
		if err := w.Check(tallies); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
