// Package spawnjoin starts tasks and joins them. It matches Kotlin's cobench.workloads.spawnjoin.
//
// It takes a number of tasks and a seed, and returns how many of them ran and the sum of their values. It measures nothing, and refuses
// values out of range.
package spawnjoin

import (
	"fmt"
	"sync"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Config says how many tasks there are.
type Config struct {
	Tasks int
	Seed  int // decides what each task computes with: the same in every language
}

// Joined is what the tasks of a run came to.
type Joined struct {
	Tasks int    // that left a value
	Sum   uint64 // of the values, modulo 2^64
}

// A Workload is a parent and its tasks, with everything prepared that is not measured: a number to compute with and a slot for the
// value of each task.
type Workload struct {
	states, slots []uint64
	expected      Joined
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	if c.Tasks < 1 {
		return nil, fmt.Errorf("tasks=%d: want 1 or more", c.Tasks)
	}
	w := &Workload{states: make([]uint64, c.Tasks), slots: make([]uint64, c.Tasks), expected: Joined{Tasks: c.Tasks}}
	generator := splitmix64.New(c.Seed)
	for i := range w.states {
		w.states[i] = generator.Next()
		w.expected.Sum += step(w.states[i])
	}
	return w, nil
}

// Run is what is measured: the parent starts each task itself, which computes one step and leaves its value in a slot of its own;
// the parent waits for all, and then takes the values out. Kotlin's twin has slots too, since Go has nothing like async.
func (w *Workload) Run() Joined {
	var children sync.WaitGroup
	for i := range w.states {
		children.Go(func() { w.slots[i] = step(w.states[i]) })
	}
	children.Wait()
	return w.take()
}

// take empties the slots, so that no value of this run is one of the next.
func (w *Workload) take() Joined {
	var joined Joined
	for i, value := range w.slots {
		if value != 0 {
			joined.Tasks++
			joined.Sum += value
			w.slots[i] = 0
		}
	}
	return joined
}

// Check refuses a run in which not every task left its value. It allocates nothing for a right one.
func (w *Workload) Check(joined Joined) error {
	if joined.Tasks != w.expected.Tasks {
		return fmt.Errorf("%d tasks left a value: want %d", joined.Tasks, w.expected.Tasks)
	}
	if joined.Sum != w.expected.Sum {
		return fmt.Errorf("the values' sum is %#x: want %#x", joined.Sum, w.expected.Sum)
	}
	return nil
}

// step is one step of Knuth's linear congruential generator (MMIX), made odd: 0 is an empty slot.
func step(state uint64) uint64 { return (state*6364136223846793005 + 1442695040888963407) | 1 }
