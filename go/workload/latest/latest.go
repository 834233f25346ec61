// Package latest has subscribers follow a value of which only the newest counts: the goroutine twin of Kotlin's cobench.workloads.latest.
//
// In go how many updates and subscribers there are and whether an update waits for them; out comes what each saw. It measures no time, and
// refuses values out of range.
package latest

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/cobench/cobench/go/workload/figure"
	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Pace says when the next update comes.
type Pace string

// The paces.
const (
	Seen Pace = "seen" // when every subscriber has seen the last
	Free Pace = "free" // when others had a turn: what a subscriber is too late for, it never sees
)

// A Config says how many follow how many updates.
type Config struct {
	Pace        Pace
	Subscribers int
	Updates     int
	Seed        int // decides the values: the same in every language
}

// An update has its number, from 0.
type update struct {
	sequence int
	value    uint64
}

// A Receipt is what one subscriber saw.
type Receipt struct {
	Seen  int
	Late  int    // updates after a newer one, or twice
	Wrong int    // values that are another update's
	Last  int    // number of the last
	Sum   uint64 // of the values
}

// A Workload is a publisher and subscribers with everything prepared that is not measured.
type Workload struct {
	config    Config
	updates   []update
	sum       uint64
	runs      int // since the figures were last asked for
	seen, all int // updates and deliveries of these runs
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Pace != Seen && c.Pace != Free:
		return nil, fmt.Errorf("pace=%s: want one of %s, %s", c.Pace, Seen, Free)
	case c.Subscribers < 1:
		return nil, fmt.Errorf("subscribers=%d: want 1 or more", c.Subscribers)
	case c.Updates < 1:
		return nil, fmt.Errorf("updates=%d: want 1 or more", c.Updates)
	}
	w := &Workload{config: c}
	generator := splitmix64.New(c.Seed)
	for sequence := range c.Updates {
		value := generator.Next()
		w.updates = append(w.updates, update{sequence, value})
		w.sum += value
	}
	return w, nil
}

// Run publishes all updates, each to a channel of every subscriber that holds the newest: what is measured. A subscriber ends with the
// last update, which nobody misses.
func (w *Workload) Run() []Receipt {
	receipts := make([]Receipt, w.config.Subscribers)
	channels := make([]chan update, w.config.Subscribers)
	var seen, all sync.WaitGroup
	for subscriber := range channels {
		channels[subscriber] = make(chan update, 1)
		all.Go(func() {
			receipt := &receipts[subscriber]
			receipt.Last = -1
			for receipt.Last < len(w.updates)-1 {
				w.take(receipt, <-channels[subscriber])
				if w.config.Pace == Seen {
					seen.Done()
				}
			}
		})
	}
	for _, update := range w.updates {
		if w.config.Pace == Seen {
			seen.Add(len(channels))
		}
		for _, channel := range channels {
			select {
			case <-channel: // nobody has seen it, and nobody will
			default:
			}
			channel <- update
		}
		if w.config.Pace == Seen {
			seen.Wait()
		} else {
			runtime.Gosched()
		}
	}
	all.Wait()
	return receipts
}

func (w *Workload) take(r *Receipt, u update) {
	if u.sequence <= r.Last {
		r.Late++
	}
	if w.updates[u.sequence].value != u.value {
		r.Wrong++
	}
	r.Seen++
	r.Last = u.sequence
	r.Sum += u.value
}

// Check refuses receipts with an update out of order or without the last; where updates wait for subscribers, those without one of them.
func (w *Workload) Check(receipts []Receipt) error {
	if len(receipts) != w.config.Subscribers {
		return fmt.Errorf("%d subscribers have a receipt: want %d", len(receipts), w.config.Subscribers)
	}
	for subscriber, r := range receipts {
		switch {
		case r.Late > 0 || r.Wrong > 0:
			return fmt.Errorf("subscriber %d saw %d updates after a newer one and %d of another value: want 0 and 0", subscriber, r.Late, r.Wrong)
		case r.Last != len(w.updates)-1:
			return fmt.Errorf("subscriber %d saw update %d last: want %d", subscriber, r.Last, len(w.updates)-1)
		case w.config.Pace == Seen && r.Seen != len(w.updates):
			return fmt.Errorf("subscriber %d saw %d updates: want %d", subscriber, r.Seen, len(w.updates))
		case w.config.Pace == Seen && r.Sum != w.sum:
			return fmt.Errorf("the sum of what subscriber %d saw is %#x: want %#x", subscriber, r.Sum, w.sum)
		}
		w.seen += r.Seen
	}
	w.runs++
	w.all += len(receipts) * len(w.updates)
	return nil
}

// Figures returns seen/op: which share of the updates a subscriber saw.
func (w *Workload) Figures() []figure.Figure {
	if w.runs == 0 {
		return nil
	}
	share := float64(w.seen) / float64(w.all)
	w.runs, w.seen, w.all = 0, 0, 0
	return []figure.Figure{{Value: share, Unit: "seen/op"}}
}
