// Package condition has a parent wake its waiters over a condition variable, one at a time. It matches Kotlin's
// cobench.workloads.condition.
//
// It takes the numbers of waiters and signals and returns how often a waiter woke. It times the wake-ups, and refuses values out of
// range.
package condition

import (
	"fmt"
	"sync"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
)

// A Config says who waits and how often one of them is woken.
type Config struct {
	Waiters int
	Signals int
}

// WakeUps is what the waiters of a run counted together.
type WakeUps struct {
	count int // all, but the last of each waiter, which ends it
	idle  int // those that found no signal, since another had taken it
}

// A Workload is a parent and its waiters.
type Workload struct {
	config  Config
	wakeUps *figure.LatencyRing // from signal to wake-up
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Waiters < 1:
		return nil, fmt.Errorf("waiters=%d: want 1 or more", c.Waiters)
	case c.Signals < 1:
		return nil, fmt.Errorf("signals=%d: want 1 or more", c.Signals)
	}
	return &Workload{c, figure.NewLatencyRing()}, nil
}

// sampled is how many signals there are to one whose time is taken: reading the clock twice then adds a hundredth or so.
const sampled = 16

// Run wakes waiters, each signal one, who acknowledges it: what is measured. The parent starts the waiters and sends the first signal when
// all of them wait; after the last it wakes them all, which ends them.
//
// A waiter that has woken holds the mutex until it waits again: the parent always finds all of them waiting, and nobody takes a signal that
// woke another.
func (w *Workload) Run() WakeUps {
	var (
		mutex        sync.Mutex
		signalled    = sync.NewCond(&mutex)
		acknowledged = sync.NewCond(&mutex)

		waiting int
		pending bool // a signal that nobody has taken
		sent    time.Time
		ended   bool
		wakeUps WakeUps
	)
	var waiters sync.WaitGroup
	for range w.config.Waiters {
		waiters.Go(func() {
			mutex.Lock()
			defer mutex.Unlock()
			if waiting++; waiting == w.config.Waiters {
				acknowledged.Signal()
			}
			for {
				signalled.Wait()
				if ended {
					return
				}
				if wakeUps.count%sampled == 0 {
					w.wakeUps.Add(time.Since(sent)) //nolint:forbidigo // a latency is what a clock shows
				}
				wakeUps.count++
				if !pending {
					wakeUps.idle++
				}
				pending = false
				acknowledged.Signal()
			}
		})
	}
	mutex.Lock()
	for waiting < w.config.Waiters {
		acknowledged.Wait()
	}
	for range w.config.Signals {
		pending = true
		if wakeUps.count%sampled == 0 {
			sent = time.Now() //nolint:forbidigo // a latency is what a clock shows
		}
		signalled.Signal()
		for pending {
			acknowledged.Wait()
		}
	}
	ended = true
	signalled.Broadcast()
	mutex.Unlock()
	waiters.Wait()
	return wakeUps
}

// Check refuses a run in which a signal woke nobody, or more than one.
func (w *Workload) Check(wakeUps WakeUps) error {
	if wakeUps.idle > 0 {
		return fmt.Errorf("%d wake-ups found no signal: want 0", wakeUps.idle)
	}
	if wakeUps.count != w.config.Signals {
		return fmt.Errorf("%d wake-ups: want %d, one a signal", wakeUps.count, w.config.Signals)
	}
	return nil
}

// Figures returns p50-ns and p99-ns from a signal to the wake-up, which is over when the waiter has the mutex again.
func (w *Workload) Figures() []figure.Figure { return w.wakeUps.Percentiles(50, 99) }
