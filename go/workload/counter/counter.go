// Package counter lets workers count together. It matches Kotlin's cobench.workloads.counter.
//
// It takes a variant (where the count is kept), the number of increments, the number of workers and a seed, and returns the total. It
// measures nothing, and refuses values out of range.
package counter

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cobench/cobench/go/workload/figure"
	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Variant is where the count is kept.
type Variant string

// The variants. The last two are races: updates get lost, and the total is any that can be made of some of them.
const (
	// Isolated gives each worker a counter of its own in memory, which the parent adds up in the end.
	Isolated Variant = "isolated"
	// Returned has each worker return its count, which the parent adds up.
	Returned Variant = "returned"
	// Atomic is one counter with atomic additions.
	Atomic Variant = "atomic"
	// Mutex is one counter, and a lock for each increment.
	Mutex Variant = "mutex"
	// Striped is a counter of a cell for each worker with atomic additions, so that anybody may add or read at any time.
	Striped Variant = "striped"
	// Confined is one counter that nobody but its owner touches: each increment is a message to it, over one channel.
	Confined Variant = "confined"
	// Plain is one counter and nothing that guards it.
	Plain Variant = "plain"
	// Volatile is one counter that is read and written atomically, but not in one step.
	Volatile Variant = "volatile"
)

var variants = []Variant{Isolated, Returned, Atomic, Mutex, Striped, Confined, Plain, Volatile}

// capacity is how many increments the channel of [Confined] holds.
const capacity = 64

// A Config says what to count and how.
type Config struct {
	Variant    Variant
	Increments int // of all workers
	Workers    int
	Seed       int // decides what is added: the same in every language
}

// A share is what one worker adds: so many amounts of 1 or 2, each decided by the high bit of a state, from a first one on.
type share struct {
	increments int
	state      uint64
}

func (s share) amounts(yield func(int64) bool) {
	state := s.state
	for range s.increments {
		state = splitmix64.Step(state)
		if !yield(1 + int64(state>>63)) {
			return
		}
	}
}

// A cell is a counter that shares no cache line with another, nor the pair of lines that processors fetch at once.
type cell[T any] struct {
	n T
	_ [120]byte
}

// A Workload is a parent and its workers, with everything prepared that is not measured.
type Workload struct {
	variant    Variant
	increments int
	shares     []share
	counters   []cell[int64]
	stripes    []cell[atomic.Int64]
	expected   int64

	lost, wanted int64 // since the figures were last asked for
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case !slices.Contains(variants, c.Variant):
		return nil, fmt.Errorf("variant=%s: want one of isolated, returned, atomic, mutex, striped, confined, plain, volatile", c.Variant)
	case c.Increments < 1:
		return nil, fmt.Errorf("increments=%d: want 1 or more", c.Increments)
	case c.Workers < 1:
		return nil, fmt.Errorf("workers=%d: want 1 or more", c.Workers)
	}
	w := &Workload{
		variant:    c.Variant,
		increments: c.Increments,
		shares:     make([]share, c.Workers),
		counters:   make([]cell[int64], c.Workers),
		stripes:    make([]cell[atomic.Int64], c.Workers),
	}
	generator := splitmix64.New(c.Seed)
	for id := range w.shares {
		increments := c.Increments / c.Workers
		if id < c.Increments%c.Workers {
			increments++
		}
		w.shares[id] = share{increments, generator.Next()}
		w.expected += sum(w.shares[id].state, increments)
	}
	return w, nil
}

// sum is what so many amounts after a state make. It shares no loop with the workers, or both could leave out the same.
func sum(state uint64, increments int) int64 {
	total := int64(increments)
	for increment := 1; increment <= increments; increment++ {
		state = splitmix64.Step(state)
		if state >= 1<<63 {
			total++
		}
	}
	return total
}

// Run makes all increments and returns the total: what is measured.
func (w *Workload) Run() int64 {
	switch w.variant {
	case Isolated:
		return w.isolated()
	case Returned:
		return w.returned()
	case Atomic:
		return w.atomic()
	case Mutex:
		return w.mutex()
	case Striped:
		return w.striped()
	case Confined:
		return w.confined()
	case Plain:
		return w.plain()
	default:
		return w.volatile()
	}
}

func (w *Workload) isolated() int64 {
	w.start(func(id int, s share) {
		counter := &w.counters[id]
		counter.n = 0
		for amount := range s.amounts {
			counter.n += amount
		}
	}).Wait()
	var total int64
	for id := range w.counters {
		total += w.counters[id].n
	}
	return total
}

// returned has a slot for each worker's count, where Kotlin's twin has async and await.
func (w *Workload) returned() int64 {
	w.start(func(id int, s share) {
		var count int64
		for amount := range s.amounts {
			count += amount
		}
		w.counters[id].n = count
	}).Wait()
	var total int64
	for id := range w.counters {
		total += w.counters[id].n
	}
	return total
}

func (w *Workload) atomic() int64 {
	var total atomic.Int64
	w.start(func(_ int, s share) {
		for amount := range s.amounts {
			total.Add(amount)
		}
	}).Wait()
	return total.Load()
}

func (w *Workload) mutex() int64 {
	var mutex sync.Mutex
	var total int64
	w.start(func(_ int, s share) {
		for amount := range s.amounts {
			mutex.Lock()
			total += amount
			mutex.Unlock()
		}
	}).Wait()
	return total
}

func (w *Workload) striped() int64 {
	for id := range w.stripes {
		w.stripes[id].n.Store(0)
	}
	w.start(func(id int, s share) {
		stripe := &w.stripes[id].n
		for amount := range s.amounts {
			stripe.Add(amount)
		}
	}).Wait()
	var total int64
	for id := range w.stripes {
		total += w.stripes[id].n.Load()
	}
	return total
}

// confined has the parent for an owner.
func (w *Workload) confined() int64 {
	amounts := make(chan int64, capacity)
	workers := w.start(func(_ int, s share) {
		for amount := range s.amounts {
			amounts <- amount
		}
	})
	var total int64
	for range w.increments {
		total += <-amounts
	}
	workers.Wait()
	return total
}

func (w *Workload) plain() int64 {
	var total int64
	w.start(func(_ int, s share) {
		for amount := range s.amounts {
			total += amount
		}
	}).Wait()
	return total
}

// volatile has for its counter what Kotlin's @Volatile makes of one.
func (w *Workload) volatile() int64 {
	var total atomic.Int64
	w.start(func(_ int, s share) {
		for amount := range s.amounts {
			total.Store(total.Load() + amount)
		}
	}).Wait()
	return total.Load()
}

// start starts the workers, and returns what to wait for.
func (w *Workload) start(work func(id int, s share)) *sync.WaitGroup {
	var workers sync.WaitGroup
	for id, s := range w.shares {
		workers.Go(func() { work(id, s) })
	}
	return &workers
}

// races tells whether updates may get lost. One worker has nobody to lose them to.
func (w *Workload) races() bool {
	return (w.variant == Plain || w.variant == Volatile) && len(w.shares) > 1
}

// Check refuses every total but the sum of all amounts; of a race, one that cannot be: nothing, since the last to write has added
// something, or more than all. It allocates nothing for a right one.
func (w *Workload) Check(total int64) error {
	least := w.expected
	if w.races() {
		least = 1
	}
	if total < least || total > w.expected {
		if least == w.expected {
			return fmt.Errorf("total is %d: want %d", total, w.expected)
		}
		return fmt.Errorf("total is %d: want %d to %d", total, least, w.expected)
	}
	w.lost += w.expected - total
	w.wanted += w.expected
	return nil
}

// Figures returns lost-updates/op of the races: which share of the increments is missing, by what they would have added.
func (w *Workload) Figures() []figure.Figure {
	lost, wanted := w.lost, w.wanted
	w.lost, w.wanted = 0, 0
	if wanted == 0 || w.variant != Plain && w.variant != Volatile {
		return nil
	}
	return []figure.Figure{{Value: float64(lost) / float64(wanted), Unit: "lost-updates/op"}}
}
