// Package fanout has a parent ask many children at once under a deadline and put their answers together: the goroutine twin of Kotlin's
// cobench.workloads.fanout.
//
// In go how many requests and children there are and how a request ends; out comes what became of the children. It sees how long a request
// took, and refuses values out of range.
package fanout

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
	"github.com/cobench/cobench/go/workload/splitmix64"
)

// An Outcome is how every request ends.
type Outcome string

// The outcomes.
const (
	Answers Outcome = "answers" // all children answer
	Failure Outcome = "failure" // the last child to begin fails, and the others, which wait, are cancelled
	Timeout Outcome = "timeout" // the last child to begin never answers, and is cancelled when time is up
)

// A Config says what is asked and how it ends.
type Config struct {
	Requests int // one after another
	Children int // of each
	Outcome  Outcome
	Timeout  time.Duration // of each request
	Work     int           // steps that a child computes for its answer
	Seed     int           // decides the states that the steps begin with: the same in every language
	Now      func() time.Time
}

// A Tally is what became of a run's requests and their children.
type Tally struct {
	Answered, Failed, TimedOut int    // requests
	Replies, Cancelled         int    // children
	Sum                        uint64 // of the answers that the parent put together
}

// errFailed is a child's.
var errFailed = errors.New("failed")

// A Workload is a parent with everything prepared that is not measured.
type Workload struct {
	config    Config
	states    []uint64 // by child: what its work begins with
	slots     []uint64 // by child: its answer
	expected  Tally
	latencies *figure.LatencyRing
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Requests < 1:
		return nil, fmt.Errorf("requests=%d: want 1 or more", c.Requests)
	case c.Children < 1:
		return nil, fmt.Errorf("children=%d: want 1 or more", c.Children)
	case c.Outcome != Answers && c.Outcome != Failure && c.Outcome != Timeout:
		return nil, fmt.Errorf("outcome=%s: want one of %s, %s, %s", c.Outcome, Answers, Failure, Timeout)
	case c.Timeout < time.Millisecond:
		return nil, fmt.Errorf("timeout=%d: want 1 or more", c.Timeout.Milliseconds())
	case c.Work < 0:
		return nil, fmt.Errorf("work=%d: want 0 or more", c.Work)
	}
	w := &Workload{config: c, states: make([]uint64, c.Children), slots: make([]uint64, c.Children), latencies: figure.NewLatencyRing()}
	generator := splitmix64.New(c.Seed)
	sum := uint64(0)
	for child := range w.states {
		w.states[child] = generator.Next()
		state := w.states[child]
		for step := c.Work; step > 0; step-- {
			state = splitmix64.Step(state)
		}
		sum += state
	}
	n, children := c.Requests, c.Requests*c.Children
	w.expected = map[Outcome]Tally{
		Answers: {Answered: n, Replies: children, Sum: sum * uint64(n)},
		Failure: {Failed: n, Cancelled: children - n},
		Timeout: {TimedOut: n, Replies: children - n, Cancelled: n},
	}[c.Outcome]
	return w, nil
}

// Run sends all requests, one after another: what is measured.
func (w *Workload) Run() Tally {
	var tally Tally
	for range w.config.Requests {
		begun := w.config.Now()
		w.request(&tally)
		took := w.config.Now().Sub(begun)
		if w.config.Outcome == Timeout {
			took -= w.config.Timeout
		}
		w.latencies.Add(took)
	}
	return tally
}

// request starts all children, waits until every one has ended, and puts their answers together.
func (w *Workload) request(tally *Tally) {
	deadline, stop := context.WithTimeout(context.Background(), w.config.Timeout)
	defer stop()
	children, ctx := newGroup(deadline)
	var begun, replies, cancelled atomic.Int64
	for child := range w.slots {
		children.start(func() error {
			last := begun.Add(1) == int64(len(w.slots))
			if w.config.Outcome == Failure && last {
				return errFailed
			}
			if w.config.Outcome == Failure || w.config.Outcome == Timeout && last {
				<-ctx.Done()
				cancelled.Add(1)
				return ctx.Err()
			}
			w.slots[child] = splitmix64.Steps(w.states[child], w.config.Work)
			replies.Add(1)
			return nil
		})
	}
	switch err := children.wait(); {
	case err == nil:
		tally.Answered++
		for _, answer := range w.slots {
			tally.Sum += answer
		}
	case errors.Is(err, errFailed):
		tally.Failed++
	case errors.Is(err, context.DeadlineExceeded):
		tally.TimedOut++
	}
	tally.Replies += int(replies.Load())
	tally.Cancelled += int(cancelled.Load())
}

// A group is what golang.org/x/sync's errgroup is: the first of its goroutines to fail cancels the others. It stands here because a workload
// imports the standard library alone, so that a new version of Go is all that can change it from outside.
type group struct {
	all    sync.WaitGroup
	first  sync.Once
	err    error
	cancel context.CancelCauseFunc
}

func newGroup(parent context.Context) (*group, context.Context) {
	ctx, cancel := context.WithCancelCause(parent)
	return &group{cancel: cancel}, ctx
}

func (g *group) start(f func() error) {
	g.all.Go(func() {
		if err := f(); err != nil {
			g.first.Do(func() {
				g.err = err
				g.cancel(err)
			})
		}
	})
}

// wait waits for all, and returns what the first to fail returned.
func (g *group) wait() error {
	g.all.Wait()
	g.cancel(g.err)
	return g.err
}

// Check refuses a tally in which a request ended otherwise, or a child.
func (w *Workload) Check(got Tally) error {
	want := w.expected
	switch {
	case got.Answered != want.Answered || got.Failed != want.Failed || got.TimedOut != want.TimedOut:
		return fmt.Errorf("%d requests were answered, %d failed and %d timed out: want %d, %d and %d", got.Answered, got.Failed, got.TimedOut, want.Answered, want.Failed, want.TimedOut)
	case !w.accounted(got):
		return fmt.Errorf("%d children answered and %d were cancelled: want %d and %d", got.Replies, got.Cancelled, want.Replies, want.Cancelled)
	case got.Sum != want.Sum:
		return fmt.Errorf("the answers' sum is %#x: want %#x", got.Sum, want.Sum)
	}
	return nil
}

// accounted tells whether as many children answered and were cancelled as must. Where time is up before all have begun, more are cancelled.
func (w *Workload) accounted(got Tally) bool {
	want := w.expected
	if w.config.Outcome == Timeout {
		return got.Replies+got.Cancelled == want.Replies+want.Cancelled && got.Cancelled >= want.Cancelled
	}
	return got.Replies == want.Replies && got.Cancelled == want.Cancelled
}

// Figures returns p50-ns and p99-ns of a request; of one that times out, of how long after its deadline the parent goes on.
func (w *Workload) Figures() []figure.Figure { return w.latencies.Percentiles(50, 99) }
