// Package timer puts sleepers to sleep, all at once, and has them wake up or be cancelled. It matches Kotlin's cobench.workloads.timer.
//
// It takes an action, a number of sleepers and a delay, and returns how many of them ended as the action requires. It measures how late
// each did, and refuses values out of range.
package timer

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
)

// An Action is what becomes of the sleepers.
type Action string

// The actions.
const (
	Sleep  Action = "sleep"  // each sleeps for the delay and wakes up
	Cancel Action = "cancel" // all sleep for an hour, but are cancelled after the delay, one by one
)

// A Config says who sleeps, and how.
type Config struct {
	Action   Action
	Sleepers int
	Delay    int // milliseconds
}

// Ends is how the sleepers of a run ended.
type Ends struct {
	count    int           // of those that ended as the action wants it
	earliest time.Duration // the least of their latencies: below 0 if a sleeper woke too early
}

// A Workload is a number of sleepers.
type Workload struct {
	action    Action
	delay     time.Duration
	latencies []time.Duration // by sleeper; missing if it did not end as the action wants it
	cancelled []time.Time     // when each sleeper was
	late      *figure.LatencyRing
}

const (
	missing = time.Duration(math.MinInt64)

	// long is how long one sleeps who is to be cancelled: far longer than any run takes.
	long = time.Hour

	// granularity is how much too early a wake-up may come: the unit in which delays are given, and in which some timers count.
	granularity = time.Millisecond
)

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Action != Sleep && c.Action != Cancel:
		return nil, fmt.Errorf("action=%s: want one of %s, %s", c.Action, Sleep, Cancel)
	case c.Sleepers < 1:
		return nil, fmt.Errorf("sleepers=%d: want 1 or more", c.Sleepers)
	case c.Delay < 1:
		return nil, fmt.Errorf("delay=%d: want 1 or more", c.Delay)
	}
	return &Workload{
		action:    c.Action,
		delay:     time.Duration(c.Delay) * time.Millisecond,
		latencies: make([]time.Duration, c.Sleepers),
		cancelled: make([]time.Time, c.Sleepers),
		late:      figure.NewLatencyRing(),
	}, nil
}

// Run puts all sleepers to sleep and waits for the end of the last: what is measured.
func (w *Workload) Run() Ends {
	for sleeper := range w.latencies {
		w.latencies[sleeper] = missing
	}
	if w.action == Sleep {
		w.sleep()
	} else {
		w.cancel()
	}
	ends := Ends{earliest: math.MaxInt64}
	for _, latency := range w.latencies {
		if latency != missing {
			ends.count++
			ends.earliest = min(ends.earliest, latency)
			w.late.Add(latency)
		}
	}
	return ends
}

// sleep has each sleeper sleep for the delay. Its latency is how much longer it slept.
func (w *Workload) sleep() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var sleepers sync.WaitGroup
	for sleeper := range w.latencies {
		sleepers.Go(func() {
			begun := time.Now() //nolint:forbidigo // a latency is what a clock shows
			if pause(ctx, w.delay) == nil {
				w.latencies[sleeper] = time.Since(begun) - w.delay //nolint:forbidigo // a latency is what a clock shows
			}
		})
	}
	sleepers.Wait()
}

// cancel has all sleep for long and, when they have slept for the delay, cancels one after the other. A sleeper's latency is the time from
// its cancellation to its end.
func (w *Workload) cancel() {
	cancels := make([]context.CancelFunc, len(w.latencies))
	var started, sleepers sync.WaitGroup
	started.Add(len(w.latencies))
	for sleeper := range w.latencies {
		ctx, cancel := context.WithCancel(context.Background())
		cancels[sleeper] = cancel
		sleepers.Go(func() {
			started.Done()
			if pause(ctx, long) != nil {
				w.latencies[sleeper] = time.Since(w.cancelled[sleeper]) //nolint:forbidigo // a latency is what a clock shows
			}
		})
	}
	started.Wait()
	time.Sleep(w.delay)
	for sleeper, cancel := range cancels {
		w.cancelled[sleeper] = time.Now() //nolint:forbidigo // a latency is what a clock shows
		cancel()
	}
	sleepers.Wait()
}

// pause sleeps until the time is over or ctx is cancelled, whose error it returns then.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Check refuses a run in which a sleeper ended otherwise than the action wants it, or woke too early.
func (w *Workload) Check(ends Ends) error {
	if ends.count != len(w.latencies) {
		end := "were cancelled"
		if w.action == Sleep {
			end = "woke up"
		}
		return fmt.Errorf("%d sleepers %s: want %d", ends.count, end, len(w.latencies))
	}
	if ends.earliest < -granularity {
		return fmt.Errorf("a sleeper woke %d ns too early: want %d at most", -ends.earliest, granularity)
	}
	return nil
}

// Figures returns p50-ns, p95-ns and p99-ns of how late the sleepers woke, or ended after they were cancelled.
func (w *Workload) Figures() []figure.Figure { return w.late.Percentiles(50, 95, 99) }
