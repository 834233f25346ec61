// Package parked has tasks wait at a gate, all at once. It matches Kotlin's cobench.workloads.parked.
//
// It takes a number of tasks and returns how many were parked when the gate opened, and how many woke. It measures no time, and refuses
// values out of range.
package parked

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/cobench/cobench/go/workload/figure"
)

// A Config says how many tasks there are.
type Config struct {
	Tasks int
}

// A Census is what was counted of a run's tasks.
type Census struct {
	Parked int // at the gate, and not through it, just before it opened
	Woken  int // through the gate, after all were joined
}

// A Workload is a parent and the tasks that it parks and wakes.
type Workload struct {
	tasks int
	ran   bool    // since the figures were last asked for
	live  float64 // bytes a parked task, 0 before they are measured
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	if c.Tasks < 1 {
		return nil, fmt.Errorf("tasks=%d: want 1 or more", c.Tasks)
	}
	return &Workload{tasks: c.Tasks}, nil
}

// Run is what is measured: all tasks are started, park and wake.
func (w *Workload) Run() Census {
	w.ran = true
	return w.park(func() {})
}

// park starts all tasks; each says that it is there and waits at the gate. When the last has said so the parent calls whileParked,
// opens the gate, and joins all.
//
// A task can't say that it is parked, only that it is about to be: the last few may find the gate open. Kotlin's twin is the same.
func (w *Workload) park(whileParked func()) Census {
	gate := make(chan struct{})
	all := make(chan struct{})
	var arrived, passed atomic.Int64
	var children sync.WaitGroup
	for range w.tasks {
		children.Go(func() {
			if arrived.Add(1) == int64(w.tasks) {
				close(all)
			}
			<-gate
			passed.Add(1)
		})
	}
	<-all
	whileParked()
	parked := arrived.Load() - passed.Load()
	close(gate)
	children.Wait()
	return Census{int(parked), int(passed.Load())}
}

// Check refuses a run that did not park all tasks at once, or did not wake them all. It allocates nothing for a right one.
func (w *Workload) Check(census Census) error {
	if census.Parked != w.tasks {
		return fmt.Errorf("%d tasks were parked when the gate opened: want %d", census.Parked, w.tasks)
	}
	if census.Woken != w.tasks {
		return fmt.Errorf("%d tasks woke: want %d", census.Woken, w.tasks)
	}
	return nil
}

// Figures returns live-B/task: by how much each parked task makes the process's live memory grow.
//
// It is measured once, when first asked for, on tasks that are parked for it: a collection while they are takes longer than a run.
func (w *Workload) Figures() []figure.Figure {
	if w.live == 0 {
		before := live()
		var during int64
		w.park(func() { during = live() })
		w.live = float64(during-before) / float64(w.tasks)
	}
	if !w.ran {
		return nil
	}
	w.ran = false
	return []figure.Figure{{Value: w.live, Unit: "live-B/task"}}
}

// live returns the bytes that a collection leaves on the heap, and those of all goroutines' stacks.
func live() int64 {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return int64(memory.HeapAlloc + memory.StackInuse)
}
