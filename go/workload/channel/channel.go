// Package channel sends messages from producers to consumers over one channel. It matches Kotlin's cobench.workloads.channel.
//
// It takes a topology (how many producers and consumers there are), a capacity, the number of messages and a seed, and returns what each
// consumer received. It measures nothing, and refuses values out of range.
package channel

import (
	"fmt"
	"math"
	"sync"

	"github.com/cobench/cobench/go/workload/delivery"
)

// A Topology says how many producers and consumers share the channel.
type Topology string

// The topologies.
const (
	SPSC Topology = "spsc" // one producer, one consumer
	MPSC Topology = "mpsc" // many producers
	SPMC Topology = "spmc" // many consumers
	MPMC Topology = "mpmc" // many of both
)

// Unlimited is the capacity of a channel that never keeps a producer waiting. Go has none; one with room for all messages is one.
const Unlimited = math.MaxInt32

// A Config says what to send and how.
type Config struct {
	Topology Topology
	Capacity int // messages that the channel holds, or Unlimited; without room each is handed over
	Messages int // dealt out evenly to the producers
	Parties  int // goroutines on each side that has many
	Seed     int // decides the messages' values: the same in every language
}

// A Workload is a channel's producers and consumers with everything prepared that is not measured: the messages, so that it is the
// channel that takes time and memory.
type Workload struct {
	producers, consumers int
	capacity             int
	messages             *delivery.Messages
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	w := &Workload{producers: 1, consumers: 1, capacity: c.Capacity}
	switch c.Topology {
	case SPSC:
	case MPSC:
		w.producers = c.Parties
	case SPMC:
		w.consumers = c.Parties
	case MPMC:
		w.producers, w.consumers = c.Parties, c.Parties
	default:
		return nil, fmt.Errorf("topology=%s: want one of %s, %s, %s, %s", c.Topology, SPSC, MPSC, SPMC, MPMC)
	}
	switch {
	case c.Capacity < 0:
		return nil, fmt.Errorf("capacity=%d: want 0 or more, or unlimited", c.Capacity)
	case c.Messages < 1:
		return nil, fmt.Errorf("messages=%d: want 1 or more", c.Messages)
	case c.Parties < 1:
		return nil, fmt.Errorf("parties=%d: want 1 or more", c.Parties)
	}
	if w.capacity == Unlimited {
		w.capacity = c.Messages
	}
	w.messages = delivery.New(c.Messages, w.producers, c.Seed)
	return w, nil
}

// Run sends every message over a new channel: what is measured. The channel is closed when the last producer has ended, which ends
// the consumers.
func (w *Workload) Run() []*delivery.Receipt {
	channel := make(chan delivery.Message, w.capacity)
	receipts := make([]*delivery.Receipt, w.consumers)
	var producers, consumers sync.WaitGroup
	for producer := range w.producers {
		producers.Go(func() {
			for _, message := range w.messages.Of(producer) {
				channel <- message
			}
		})
	}
	for consumer := range w.consumers {
		consumers.Go(func() {
			receipt := delivery.NewReceipt(w.producers)
			for message := range channel {
				receipt.Take(message)
			}
			receipts[consumer] = receipt
		})
	}
	producers.Wait()
	close(channel)
	consumers.Wait()
	return receipts
}

// Check refuses receipts with a message out of a producer's order, and ones that do not make up all messages together.
func (w *Workload) Check(receipts []*delivery.Receipt) error { return w.messages.Check(receipts) }
