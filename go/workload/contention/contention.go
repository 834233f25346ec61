// Package contention has workers take turns at a lock and work while they hold it: the goroutine twin of Kotlin's
// cobench.workloads.contention.
//
// In go a lock, how many may hold it at once, how often it is entered and how long the work inside is; out comes what was done inside. It
// measures no time, and refuses values out of range.
package contention

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Lock is what guards the work.
type Lock string

// The locks.
const (
	Mutex     Lock = "mutex"     // lets one in
	Semaphore Lock = "semaphore" // lets so many in
)

// A Config says who enters what, and how often.
type Config struct {
	Lock    Lock
	Permits int // how many may be inside at once; 1 for a mutex
	Entries int // of all workers
	Workers int
	Work    int // steps inside, each time
	Seed    int // decides the states that the steps begin with: the same in every language
}

// A Tally is what one worker did inside.
type Tally struct {
	Entries int
	State   uint64 // of its chain
	Most    int32  // most workers that it saw inside at once, itself too
	_       [104]byte
}

// A Workload is workers with everything prepared that is not measured.
type Workload struct {
	config   Config
	first    []uint64 // the states that the workers' chains begin with
	expected uint64   // all chains' last states together
	tallies  []Tally
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Lock != Mutex && c.Lock != Semaphore:
		return nil, fmt.Errorf("lock=%s: want one of %s, %s", c.Lock, Mutex, Semaphore)
	case c.Permits < 1:
		return nil, fmt.Errorf("permits=%d: want 1 or more", c.Permits)
	case c.Lock == Mutex && c.Permits > 1:
		return nil, fmt.Errorf("permits=%d: want 1 for lock=%s", c.Permits, Mutex)
	case c.Entries < 1:
		return nil, fmt.Errorf("entries=%d: want 1 or more", c.Entries)
	case c.Workers < 1:
		return nil, fmt.Errorf("workers=%d: want 1 or more", c.Workers)
	case c.Work < 0:
		return nil, fmt.Errorf("work=%d: want 0 or more", c.Work)
	}
	w := &Workload{config: c, tallies: make([]Tally, c.Workers)}
	generator := splitmix64.New(c.Seed)
	for worker := range c.Workers {
		state := generator.Next()
		w.first = append(w.first, state)
		for step := w.entries(worker) * c.Work; step > 0; step-- {
			state = splitmix64.Step(state)
		}
		w.expected += state
	}
	return w, nil
}

// entries is how often a worker enters.
func (w *Workload) entries(worker int) int {
	return w.config.Entries*(worker+1)/w.config.Workers - w.config.Entries*worker/w.config.Workers
}

// Run has all workers enter as often as each must: what is measured.
func (w *Workload) Run() []Tally {
	if w.config.Lock == Mutex {
		var mutex sync.Mutex
		return w.run(mutex.Lock, mutex.Unlock)
	}
	// The language has no semaphore but this one.
	permits := make(chan struct{}, w.config.Permits)
	return w.run(func() { permits <- struct{}{} }, func() { <-permits })
}

func (w *Workload) run(enter, leave func()) []Tally {
	var inside atomic.Int32
	var all sync.WaitGroup
	for worker := range w.tallies {
		all.Go(func() {
			tally := &w.tallies[worker]
			*tally = Tally{State: w.first[worker]}
			for range w.entries(worker) {
				enter()
				tally.Most = max(tally.Most, inside.Add(1))
				tally.Entries++
				tally.State = splitmix64.Steps(tally.State, w.config.Work)
				inside.Add(-1)
				leave()
			}
		})
	}
	all.Wait()
	return w.tallies
}

// Check refuses tallies of too few entries or too little work, and of more workers inside than there are permits.
func (w *Workload) Check(tallies []Tally) error {
	entries, states, most := 0, uint64(0), int32(0)
	for i := range tallies {
		entries += tallies[i].Entries
		states += tallies[i].State
		most = max(most, tallies[i].Most)
	}
	switch {
	case entries != w.config.Entries:
		return fmt.Errorf("workers entered %d times: want %d", entries, w.config.Entries)
	case states != w.expected:
		return fmt.Errorf("the sum of the workers' states is %#x: want %#x", states, w.expected)
	case int(most) > w.config.Permits:
		return fmt.Errorf("%d workers were inside at once: want %d at most", most, w.config.Permits)
	}
	return nil
}
