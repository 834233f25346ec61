// Package delivery makes the messages that producers send and checks whether consumers received them. It matches Kotlin's Delivery.kt.
//
// It takes the numbers of messages and producers and a seed, and returns each producer's messages. It takes the consumers' receipts and
// returns what is wrong with them. The workload itself moves the messages.
package delivery

import (
	"fmt"
	"math"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Message has its producer's number and its own among those of that producer, both from 0.
type Message struct{ Producer, Sequence, Value int32 }

// A Receipt is what one consumer received. The squares show two wrong values that make up for each other in the sum.
type Receipt struct {
	count        int
	sum, squares int64
	late         int     // messages after a later one of the same producer, or twice
	next         []int32 // the least sequence number that may come, by producer
}

// NewReceipt returns that of a consumer which has received nothing yet from so many producers.
func NewReceipt(producers int) *Receipt { return &Receipt{next: make([]int32, producers)} }

// Take notes that a message has been received. It is part of what is measured, and small enough to be inlined.
func (r *Receipt) Take(m Message) {
	if m.Sequence < r.next[m.Producer] {
		r.late++
	}
	r.next[m.Producer] = m.Sequence + 1
	r.count++
	r.sum += int64(m.Value)
	r.squares += int64(m.Value) * int64(m.Value)
}

// Messages are those of so many producers, dealt out evenly.
type Messages struct {
	all          []Message // of the first producer, then of the second, …
	producers    int
	sum, squares int64
}

// New makes so many messages. The seed decides their values: the same in every language.
func New(messages, producers, seed int) *Messages {
	m := &Messages{all: make([]Message, messages), producers: producers}
	generator := splitmix64.New(seed)
	for producer := range producers {
		of := m.Of(producer)
		for sequence := range of {
			value := generator.Below(math.MaxInt32)
			of[sequence] = Message{int32(producer), int32(sequence), int32(value)}
			m.sum += int64(value)
			m.squares += int64(value) * int64(value)
		}
	}
	return m
}

// Share returns how many of all messages are one party's, of so many that share them evenly.
func (m *Messages) Share(party, parties int) int {
	return len(m.all)*(party+1)/parties - len(m.all)*party/parties
}

// Of returns a producer's messages.
func (m *Messages) Of(producer int) []Message {
	first := len(m.all) * producer / m.producers
	return m.all[first : first+m.Share(producer, m.producers)]
}

// Check refuses receipts, by consumer, with a message out of its producer's order, and ones that do not make up all messages together.
// Where one consumer has all of them in order, there is no gap either.
func (m *Messages) Check(receipts []*Receipt) error {
	var all Receipt
	for consumer, r := range receipts {
		if r.late > 0 {
			return fmt.Errorf("consumer %d received %d messages after a later one of their producer: want 0", consumer, r.late)
		}
		all.count += r.count
		all.sum += r.sum
		all.squares += r.squares
	}
	switch {
	case all.count != len(m.all):
		return fmt.Errorf("%d messages were received: want %d", all.count, len(m.all))
	case all.sum != m.sum:
		return fmt.Errorf("the sum of the messages received is %d: want %d", all.sum, m.sum)
	case all.squares != m.squares:
		return fmt.Errorf("the sum of the squares of the messages received is %d: want %d", all.squares, m.squares)
	}
	return nil
}
