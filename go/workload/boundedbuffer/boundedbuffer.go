// Package boundedbuffer passes items from producers to consumers through a ring buffer that a mutex and two conditions guard: the
// goroutine twin of Kotlin's cobench.workloads.boundedbuffer.
//
// In go a capacity, the numbers of producers, consumers and items, and a seed; out comes what each consumer took. It measures nothing,
// and refuses values out of range.
package boundedbuffer

import (
	"fmt"
	"math"
	"sync"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Config says what to pass on and how.
type Config struct {
	Capacity  int // items that the buffer holds
	Producers int
	Consumers int
	Items     int // in all: dealt out evenly to the producers, and to the consumers
	Seed      int // decides the items' values: the same in every language
}

// An Item has its producer's number and its own among those of that producer, both from 0.
type Item struct{ producer, sequence, value int32 }

// A Receipt is what one consumer took. The squares show two wrong values that make up for each other in the sum.
type Receipt struct {
	count        int
	sum, squares int64
	late         int     // items after a later one of the same producer, or twice
	next         []int32 // the least sequence number that may come, by producer
}

func (r *Receipt) add(i Item) {
	if i.sequence < r.next[i.producer] {
		r.late++
	}
	r.next[i.producer] = i.sequence + 1
	r.count++
	r.sum += int64(i.value)
	r.squares += int64(i.value) * int64(i.value)
}

// A buffer is the textbook's monitor: whoever finds it full waits until it is not, whoever finds it empty likewise, and each item
// wakes one.
type buffer struct {
	mutex             sync.Mutex
	notEmpty, notFull *sync.Cond
	ring              []Item
	first, count      int
}

func newBuffer(capacity int) *buffer {
	b := &buffer{ring: make([]Item, capacity)}
	b.notEmpty, b.notFull = sync.NewCond(&b.mutex), sync.NewCond(&b.mutex)
	return b
}

func (b *buffer) put(item Item) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for b.count == len(b.ring) {
		b.notFull.Wait()
	}
	b.ring[(b.first+b.count)%len(b.ring)] = item
	b.count++
	b.notEmpty.Signal()
}

func (b *buffer) take() Item {
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
	config       Config
	items        []Item // of the first producer, then of the second, …
	sum, squares int64
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
	w := &Workload{config: c, items: make([]Item, 0, c.Items)}
	generator := splitmix64.New(c.Seed)
	for producer := range c.Producers {
		for sequence := range share(c.Items, producer, c.Producers) {
			value := generator.Below(math.MaxInt32)
			w.items = append(w.items, Item{int32(producer), int32(sequence), int32(value)})
			w.sum += int64(value)
			w.squares += int64(value) * int64(value)
		}
	}
	return w, nil
}

// share returns how many of all items are one party's.
func share(all, party, parties int) int { return all*(party+1)/parties - all*party/parties }

// of returns a producer's items.
func (w *Workload) of(producer int) []Item {
	first := w.config.Items * producer / w.config.Producers
	return w.items[first : first+share(w.config.Items, producer, w.config.Producers)]
}

// Run passes every item through a new buffer: what is measured. Each consumer knows how many items are its own, and ends with the last.
func (w *Workload) Run() []*Receipt {
	buffer := newBuffer(w.config.Capacity)
	receipts := make([]*Receipt, w.config.Consumers)
	var parties sync.WaitGroup
	for producer := range w.config.Producers {
		parties.Go(func() {
			for _, item := range w.of(producer) {
				buffer.put(item)
			}
		})
	}
	for consumer := range w.config.Consumers {
		parties.Go(func() {
			receipt := &Receipt{next: make([]int32, w.config.Producers)}
			for range share(w.config.Items, consumer, w.config.Consumers) {
				receipt.add(buffer.take())
			}
			receipts[consumer] = receipt
		})
	}
	parties.Wait()
	return receipts
}

// Check refuses receipts with an item out of its producer's order, and ones that do not make up all items together.
func (w *Workload) Check(receipts []*Receipt) error {
	var all Receipt
	for consumer, r := range receipts {
		if r.late > 0 {
			return fmt.Errorf("consumer %d took %d items after a later one of their producer: want 0", consumer, r.late)
		}
		all.count += r.count
		all.sum += r.sum
		all.squares += r.squares
	}
	switch {
	case all.count != len(w.items):
		return fmt.Errorf("%d items were taken: want %d", all.count, len(w.items))
	case all.sum != w.sum:
		return fmt.Errorf("the sum of the items taken is %d: want %d", all.sum, w.sum)
	case all.squares != w.squares:
		return fmt.Errorf("the sum of the squares of the items taken is %d: want %d", all.squares, w.squares)
	}
	return nil
}
