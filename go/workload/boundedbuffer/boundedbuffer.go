// Package boundedbuffer passes items from producers to consumers through a ring buffer with a mutex and two conditions. It matches
// Kotlin's cobench.workloads.boundedbuffer.
//
// It takes a capacity, the numbers of producers, consumers and items, and a seed, and returns what each consumer took. It measures
// nothing, and refuses values out of range.
package boundedbuffer

import (
	"fmt"
	"sync"

	"github.com/cobench/cobench/go/workload/delivery"
)

// A Config says what to pass on and how.
type Config struct {
	Capacity  int // items that the buffer holds
	Producers int
	Consumers int
	Items     int // in all: dealt out evenly to the producers, and to the consumers
	Seed      int // decides the items' values: the same in every language
}

// A buffer is the textbook's monitor: whoever finds it full waits until it is not, whoever finds it empty likewise, and each item
// wakes one.
type buffer struct {
	mutex             sync.Mutex
	notEmpty, notFull *sync.Cond
	ring              []delivery.Message
	first, count      int
}

func newBuffer(capacity int) *buffer {
	b := &buffer{ring: make([]delivery.Message, capacity)}
	b.notEmpty, b.notFull = sync.NewCond(&b.mutex), sync.NewCond(&b.mutex)
	return b
}

func (b *buffer) put(item delivery.Message) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for b.count == len(b.ring) {
		b.notFull.Wait()
	}
	b.ring[(b.first+b.count)%len(b.ring)] = item
	b.count++
	b.notEmpty.Signal()
}

func (b *buffer) take() delivery.Message {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for b.count == 0 {
		b.notEmpty.Wait()
	}
	item := b.ring[b.first]
	b.first = (b.first + 1) % len(b.ring)
	b.count--
	b.notFull.Signal()
	return item
}

// A Workload is a buffer's producers and consumers with everything prepared that is not measured: the items, so that it is the buffer
// that takes time and memory.
type Workload struct {
	config Config
	items  *delivery.Messages
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Capacity < 1:
		return nil, fmt.Errorf("capacity=%d: want 1 or more", c.Capacity)
	case c.Producers < 1:
		return nil, fmt.Errorf("producers=%d: want 1 or more", c.Producers)
	case c.Consumers < 1:
		return nil, fmt.Errorf("consumers=%d: want 1 or more", c.Consumers)
	case c.Items < 1:
		return nil, fmt.Errorf("items=%d: want 1 or more", c.Items)
	}
	return &Workload{c, delivery.New(c.Items, c.Producers, c.Seed)}, nil
}

// Run passes every item through a new buffer: what is measured. Each consumer knows how many items are its own, and ends with the last.
func (w *Workload) Run() []*delivery.Receipt {
	buffer := newBuffer(w.config.Capacity)
	receipts := make([]*delivery.Receipt, w.config.Consumers)
	var parties sync.WaitGroup
	for producer := range w.config.Producers {
		parties.Go(func() {
			for _, item := range w.items.Of(producer) {
				buffer.put(item)
			}
		})
	}
	for consumer := range w.config.Consumers {
		parties.Go(func() {
			receipt := delivery.NewReceipt(w.config.Producers)
			for range w.items.Share(consumer, w.config.Consumers) {
				receipt.Take(buffer.take())
			}
			receipts[consumer] = receipt
		})
	}
	parties.Wait()
	return receipts
}

// Check refuses receipts with an item out of its producer's order, and ones that do not make up all items together.
func (w *Workload) Check(receipts []*delivery.Receipt) error { return w.items.Check(receipts) }
