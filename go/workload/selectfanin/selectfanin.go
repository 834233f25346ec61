// Package selectfanin receives from many channels by select. It matches Kotlin's cobench.workloads.selectfanin.
//
// It takes the number of channels, their capacity, the number of messages and a seed, and returns what the receiver received. It
// measures the fairness of select, and refuses values out of range.
package selectfanin

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/cobench/cobench/go/workload/figure"
	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Config says what to send and over how many channels.
type Config struct {
	Channels int // 2, 4 or 8, each with a source
	Messages int // dealt out evenly to the sources
	Capacity int // messages that each channel holds
	Seed     int // decides the messages' values: the same in every language
}

// A Message has its source's number and its own among those of that source, both from 0.
type Message struct{ source, sequence, value int32 }

// A Receipt is what was received.
type Receipt struct {
	count    int
	sum      int64
	disorder int     // messages that were not the next of their source
	next     []int32 // the sequence number that must come, by source: as many as came
}

func (r *Receipt) take(m Message) {
	if m.sequence != r.next[m.source] {
		r.disorder++
	}
	r.next[m.source]++
	r.count++
	r.sum += int64(m.value)
}

// A Workload is sources and a receiver with everything prepared that is not measured: the messages, so that it is select and channels
// that take time and memory.
type Workload struct {
	config   Config
	messages []Message // of the first source, then of the second, …
	sum      int64
	fairness float64 // sum of the runs' since the figures were last asked for
	runs     int     // that it is the sum of
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case selects[c.Channels] == nil:
		return nil, fmt.Errorf("channels=%d: want one of 2, 4, 8", c.Channels)
	case c.Messages < 1:
		return nil, fmt.Errorf("messages=%d: want 1 or more", c.Messages)
	case c.Capacity < 0:
		return nil, fmt.Errorf("capacity=%d: want 0 or more", c.Capacity)
	}
	w := &Workload{config: c, messages: make([]Message, c.Messages)}
	generator := splitmix64.New(c.Seed)
	for source := range c.Channels {
		for sequence := range w.share(source) {
			value := int32(generator.Below(math.MaxInt32))
			w.share(source)[sequence] = Message{int32(source), int32(sequence), value}
			w.sum += int64(value)
		}
	}
	return w, nil
}

// share returns a source's messages.
func (w *Workload) share(source int) []Message {
	n := len(w.messages)
	return w.messages[n*source/w.config.Channels : n*(source+1)/w.config.Channels]
}

// Run sends every message over its source's channel and receives them all by select: what is measured. The receiver counts, so that no
// channel need be closed: a closed one is always ready.
func (w *Workload) Run() *Receipt {
	channels := make([]chan Message, w.config.Channels)
	var sources sync.WaitGroup
	for source := range channels {
		channel := make(chan Message, w.config.Capacity)
		channels[source] = channel
		sources.Go(func() {
			for _, message := range w.share(source) {
				channel <- message
			}
		})
	}
	receive := selects[len(channels)]
	receipt := &Receipt{next: make([]int32, len(channels))}
	half := len(w.messages) / 2
	for range half {
		receipt.take(receive(channels))
	}
	if half > 0 {
		w.fairness += fairness(receipt.next)
		w.runs++
	}
	for range len(w.messages) - half {
		receipt.take(receive(channels))
	}
	sources.Wait()
	return receipt
}

// fairness is the least of the shares by the mean of them: 1 where all are the same, 0 where one source has not been heard.
func fairness(shares []int32) float64 {
	var sum int32
	for _, share := range shares {
		sum += share
	}
	return float64(slices.Min(shares)) * float64(len(shares)) / float64(sum)
}

// selects receive from so many channels. Go's select knows its channels when it is compiled, as these do; reflect.Select, for any number
// of them, allocates five times a receive and is what one writes only where one has to.
//
// Where several are ready, select picks any of them with the same probability; Kotlin's takes the first. Each is what the language
// offers under that name.
var selects = map[int]func([]chan Message) Message{2: select2, 4: select4, 8: select8}

func select2(c []chan Message) Message {
	select {
	case m := <-c[0]:
		return m
	case m := <-c[1]:
		return m
	}
}

func select4(c []chan Message) Message {
	select {
	case m := <-c[0]:
		return m
	case m := <-c[1]:
		return m
	case m := <-c[2]:
		return m
	case m := <-c[3]:
		return m
	}
}

func select8(c []chan Message) Message {
	select {
	case m := <-c[0]:
		return m
	case m := <-c[1]:
		return m
	case m := <-c[2]:
		return m
	case m := <-c[3]:
		return m
	case m := <-c[4]:
		return m
	case m := <-c[5]:
		return m
	case m := <-c[6]:
		return m
	case m := <-c[7]:
		return m
	}
}

// Check refuses a receipt with a message that was not its source's next, and one that does not hold all messages.
func (w *Workload) Check(r *Receipt) error {
	if r.disorder > 0 {
		return fmt.Errorf("%d messages were not the next of their source: want 0", r.disorder)
	}
	if r.count != len(w.messages) {
		return fmt.Errorf("%d messages were received: want %d", r.count, len(w.messages))
	}
	if r.sum != w.sum {
		return fmt.Errorf("the sum of the messages received is %d: want %d", r.sum, w.sum)
	}
	return nil
}

// Figures returns fairness: of the first half of a run's receives, the smallest share of a source by the mean share; the mean of the
// runs. None if the runs had one message alone.
func (w *Workload) Figures() []figure.Figure {
	if w.runs == 0 {
		return nil
	}
	mean := w.fairness / float64(w.runs)
	w.fairness, w.runs = 0, 0
	return []figure.Figure{{Value: mean, Unit: "fairness"}}
}
