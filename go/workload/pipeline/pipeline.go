// Package pipeline sends messages through stages, each of which changes every message or drops some: the goroutine twin of Kotlin's
// cobench.workloads.pipeline.
//
// In go how many messages and stages there are and what is between two stages; out comes what arrived at the end. It measures no time, and
// refuses values out of range.
package pipeline

import (
	"fmt"
	"iter"
	"sync/atomic"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Between is what passes a message from one stage to the next.
type Between string

// What there is between two stages.
const (
	// Calls is nothing: a stage calls the next, as an iterator does.
	Calls Between = "calls"
	// Channels is a channel, with a goroutine for each stage.
	Channels Between = "channels"
)

// A Config says what flows through what.
type Config struct {
	Between  Between
	Stages   int // the first, third, … changes every message; the second, fourth, … drops one of eight
	Messages int
	Capacity int // messages that each channel holds
	Seed     int // decides the messages: the same in every language
}

// A Receipt is what arrived at the end. The chain shows another order too.
type Receipt struct {
	Count   int
	Chain   uint64
	Parties int32 // goroutines that had a part, the caller's too
}

func (r *Receipt) take(message uint64) {
	r.Count++
	r.Chain = splitmix64.Step(r.Chain) + message
}

// A Workload is a pipeline with everything prepared that is not measured.
type Workload struct {
	config   Config
	messages []uint64
	expected Receipt
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Between != Calls && c.Between != Channels:
		return nil, fmt.Errorf("between=%s: want one of %s, %s", c.Between, Calls, Channels)
	case c.Stages < 1:
		return nil, fmt.Errorf("stages=%d: want 1 or more", c.Stages)
	case c.Messages < 1:
		return nil, fmt.Errorf("messages=%d: want 1 or more", c.Messages)
	case c.Capacity < 0:
		return nil, fmt.Errorf("capacity=%d: want 0 or more", c.Capacity)
	}
	w := &Workload{config: c}
	generator := splitmix64.New(c.Seed)
	for range c.Messages {
		w.messages = append(w.messages, generator.Next())
	}
	w.expected = w.expect()
	return w, nil
}

// expect shares no stage with the pipeline, or both could leave out the same.
func (w *Workload) expect() Receipt {
	r := Receipt{Parties: 1}
	if w.config.Between == Channels {
		r.Parties += 1 + int32(w.config.Stages)
	}
messages:
	for _, message := range w.messages {
		for stage := range w.config.Stages {
			if stage%2 == 0 {
				message = splitmix64.Step(message)
			} else if message>>61 == 0 {
				continue messages
			}
		}
		r.take(message)
	}
	return r
}

// change is what the first, third, … stage makes of a message.
func change(message uint64) uint64 { return splitmix64.Step(message) }

// keep tells whether the second, fourth, … stage lets a message pass: seven of eight.
func keep(message uint64) bool { return message>>61 != 0 }

// Run sends all messages through all stages: what is measured.
func (w *Workload) Run() Receipt {
	if w.config.Between == Calls {
		return w.calls()
	}
	return w.channels()
}

func (w *Workload) calls() Receipt {
	r := Receipt{Parties: 1}
	stages := func(yield func(uint64) bool) {
		for _, message := range w.messages {
			if !yield(message) {
				return
			}
		}
	}
	for stage := range w.config.Stages {
		if stage%2 == 0 {
			stages = mapped(stages)
		} else {
			stages = filtered(stages)
		}
	}
	for message := range stages {
		r.take(message)
	}
	return r
}

func mapped(from iter.Seq[uint64]) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for message := range from {
			if !yield(change(message)) {
				return
			}
		}
	}
}

func filtered(from iter.Seq[uint64]) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for message := range from {
			if keep(message) && !yield(message) {
				return
			}
		}
	}
}

// channels has a goroutine for the source and for each stage but the end, which is the caller's.
func (w *Workload) channels() Receipt {
	r := Receipt{Parties: 1}
	var parties atomic.Int32
	from := make(chan uint64, w.config.Capacity)
	go func(to chan<- uint64) {
		defer close(to)
		parties.Add(1)
		for _, message := range w.messages {
			to <- message
		}
	}(from)
	for stage := range w.config.Stages {
		to := make(chan uint64, w.config.Capacity)
		go func(from <-chan uint64) {
			defer close(to)
			parties.Add(1)
			for message := range from {
				if stage%2 == 0 {
					to <- change(message)
				} else if keep(message) {
					to <- message
				}
			}
		}(from)
		from = to
	}
	for message := range from {
		r.take(message)
	}
	r.Parties += parties.Load()
	return r
}

// Check refuses another number of parties, another number of messages than what the stages let pass, and others or in another order.
func (w *Workload) Check(r Receipt) error {
	switch {
	case r.Parties != w.expected.Parties:
		return fmt.Errorf("%d parties had a part: want %d for between=%s", r.Parties, w.expected.Parties, w.config.Between)
	case r.Count != w.expected.Count:
		return fmt.Errorf("%d messages arrived: want %d of %d", r.Count, w.expected.Count, len(w.messages))
	case r.Chain != w.expected.Chain:
		return fmt.Errorf("the chain of the messages that arrived is %#x: want %#x", r.Chain, w.expected.Chain)
	}
	return nil
}
