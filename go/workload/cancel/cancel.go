// Package cancel cancels all suspended children of a parent at once. It matches Kotlin's cobench.workloads.cancel.
//
// It takes the number of children and returns how many of them ended because of the cancellation. It times the end of each child, and
// refuses values out of range.
package cancel

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
)

// A Config says how many children there are.
type Config struct {
	Children int
}

// A Workload is a parent and its children.
type Workload struct {
	latencies []time.Duration // by child; below 0 if it did not end because it was cancelled
	ends      *figure.LatencyRing
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	if c.Children < 1 {
		return nil, fmt.Errorf("children=%d: want 1 or more", c.Children)
	}
	return &Workload{make([]time.Duration, c.Children), figure.NewLatencyRing()}, nil
}

// Run starts the children, which suspend for ever, cancels them when the last has started, and waits for the end of all: what is measured.
// It returns how many ended because they were cancelled.
//
// A child can't say that it is suspended, only that it is about to be: the last few may be cancelled before. Kotlin's twin is the same.
func (w *Workload) Run() int {
	for child := range w.latencies {
		w.latencies[child] = -1
	}
	ctx, cancel := context.WithCancel(context.Background())
	var cancelled time.Time
	var started, children sync.WaitGroup
	started.Add(len(w.latencies))
	for child := range w.latencies {
		children.Go(func() {
			started.Done()
			<-ctx.Done()
			if errors.Is(ctx.Err(), context.Canceled) {
				w.latencies[child] = time.Since(cancelled) //nolint:forbidigo // a latency is what a clock shows
			}
		})
	}
	started.Wait()
	cancelled = time.Now() //nolint:forbidigo // a latency is what a clock shows
	cancel()
	children.Wait()

	count := 0
	for _, latency := range w.latencies {
		if latency >= 0 {
			count++
			w.ends.Add(latency)
		}
	}
	return count
}

// Check refuses a run after which a child had not ended because it was cancelled.
func (w *Workload) Check(cancelled int) error {
	if cancelled != len(w.latencies) {
		return fmt.Errorf("%d children ended because they were cancelled: want %d", cancelled, len(w.latencies))
	}
	return nil
}

// Figures returns p50-ns and p99-ns from the cancellation of all to a child's end.
func (w *Workload) Figures() []figure.Figure { return w.ends.Percentiles(50, 99) }
