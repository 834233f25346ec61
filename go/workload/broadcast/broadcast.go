// Package broadcast sends every message to every subscriber. It matches Kotlin's cobench.workloads.broadcast.
//
// It takes the number of subscribers, the capacity and the replay of their channels, the number of messages and a seed, and returns what
// each subscriber received. It measures nothing, and refuses values out of range.
package broadcast

import (
	"fmt"
	"math"
	"sync"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Config says what to send to how many.
type Config struct {
	Subscribers int
	Messages    int
	Capacity    int // messages that the slowest subscriber may be behind, beside those of Replay
	Replay      int // messages that are sent before anybody has subscribed, and so kept for those who will
	Seed        int // decides the messages' values: the same in every language
}

// A Message has its number, from 0.
type Message struct{ sequence, value int32 }

// A Receipt is what one subscriber received.
type Receipt struct {
	count    int
	sum      int64
	disorder int // messages that were not the next
}

func (r *Receipt) take(m Message) {
	if int(m.sequence) != r.count {
		r.disorder++
	}
	r.count++
	r.sum += int64(m.value)
}

// A Workload is a publisher and subscribers with everything prepared that is not measured: the messages, so that it is the sending that
// takes time and memory.
type Workload struct {
	config   Config
	messages []Message
	sum      int64
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Subscribers < 1:
		return nil, fmt.Errorf("subscribers=%d: want 1 or more", c.Subscribers)
	case c.Messages < 1:
		return nil, fmt.Errorf("messages=%d: want 1 or more", c.Messages)
	case c.Capacity < 0:
		return nil, fmt.Errorf("capacity=%d: want 0 or more", c.Capacity)
	case c.Replay < 0:
		return nil, fmt.Errorf("replay=%d: want 0 or more", c.Replay)
	}
	w := &Workload{config: c, messages: make([]Message, c.Messages)}
	generator := splitmix64.New(c.Seed)
	for sequence := range w.messages {
		value := int32(generator.Below(math.MaxInt32))
		w.messages[sequence] = Message{int32(sequence), value}
		w.sum += int64(value)
	}
	return w, nil
}

// Run sends every message to every subscriber: what is measured. Everybody sees all: the first messages, as many as are replayed, are
// sent before anybody has subscribed, the others when everybody has. Closed channels end the subscribers.
func (w *Workload) Run() []*Receipt {
	topic := newTopic(w.config.Replay, w.config.Capacity)
	early := min(w.config.Replay, len(w.messages))
	for _, message := range w.messages[:early] {
		topic.send(message)
	}
	receipts := make([]*Receipt, w.config.Subscribers)
	var subscribers sync.WaitGroup
	for subscriber := range receipts {
		channel := topic.subscribe()
		subscribers.Go(func() {
			receipt := new(Receipt)
			for message := range channel {
				receipt.take(message)
			}
			receipts[subscriber] = receipt
		})
	}
	for _, message := range w.messages[early:] {
		topic.send(message)
	}
	topic.close()
	subscribers.Wait()
	return receipts
}

// A topic is what one goroutine needs to send messages to many, each over a channel of its own: Go's way to what Kotlin's SharedFlow
// does with one buffer for all.
type topic struct {
	subscribers []chan Message
	capacity    int
	last        []Message // as many as are replayed; the message of number n stands at n modulo that
	sent        int
}

func newTopic(replay, capacity int) *topic {
	return &topic{capacity: replay + capacity, last: make([]Message, replay)}
}

// send waits for room in the channel of every subscriber.
func (t *topic) send(m Message) {
	if len(t.last) > 0 {
		t.last[t.sent%len(t.last)] = m
	}
	t.sent++
	for _, subscriber := range t.subscribers {
		subscriber <- m
	}
}

// subscribe returns a channel of the last messages that were sent, and all to come.
func (t *topic) subscribe() <-chan Message {
	subscriber := make(chan Message, t.capacity)
	for n := max(0, t.sent-len(t.last)); n < t.sent; n++ {
		subscriber <- t.last[n%len(t.last)]
	}
	t.subscribers = append(t.subscribers, subscriber)
	return subscriber
}

func (t *topic) close() {
	for _, subscriber := range t.subscribers {
		close(subscriber)
	}
}

// Check refuses a receipt with a message that was not the next, and one that does not hold all messages.
func (w *Workload) Check(receipts []*Receipt) error {
	if len(receipts) != w.config.Subscribers {
		return fmt.Errorf("%d subscribers have a receipt: want %d", len(receipts), w.config.Subscribers)
	}
	for subscriber, r := range receipts {
		switch {
		case r.disorder > 0:
			return fmt.Errorf("subscriber %d received %d messages that were not the next: want 0", subscriber, r.disorder)
		case r.count != len(w.messages):
			return fmt.Errorf("subscriber %d received %d messages: want %d", subscriber, r.count, len(w.messages))
		case r.sum != w.sum:
			return fmt.Errorf("the sum of the messages that subscriber %d received is %d: want %d", subscriber, r.sum, w.sum)
		}
	}
	return nil
}
