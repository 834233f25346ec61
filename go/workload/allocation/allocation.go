// Package allocation has workers answer requests that allocate, while much else lives: the goroutine twin of Kotlin's
// cobench.workloads.allocation.
//
// In go how many requests there are, what each allocates and how much lives; out comes what was allocated and what was found of it later. It
// sees how long each request took, and refuses values out of range.
package allocation

import (
	"fmt"
	"sync"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Config says what is allocated and by whom.
type Config struct {
	Requests int // of all workers
	Workers  int
	Nodes    int // that a request allocates, of 64 bytes each
	Live     int // MiB that live
	Seed     int // decides what stands in the nodes: the same in every language
	Now      func() time.Time
}

// nodeSize is how many bytes a node has.
const nodeSize = 64

// A node is one of a list. It has room for nothing else, so that it is as large as Kotlin's.
type node struct {
	next  *node
	value uint64
	_     [nodeSize - 16]byte
}

// A Tally is what one worker did.
type Tally struct {
	Allocated int    // nodes
	Found     int    // nodes in the lists that gave way to others
	Wrong     int    // lists of another sum than they had
	State     uint64 // of the worker's chain
}

// A worker has the lists that it keeps alive.
type worker struct {
	requests  int
	first     uint64
	state     uint64
	lists     []*node
	sums      []uint64 // of their values, as they were made
	oldest    int
	allocated int // nodes, since it began
	latencies []time.Duration
}

// A Workload is workers with everything prepared that is not measured: what lives.
type Workload struct {
	config    Config
	workers   []worker
	tallies   []Tally
	expected  uint64 // all chains' last states together
	latencies *figure.LatencyRing
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Requests < 1:
		return nil, fmt.Errorf("requests=%d: want 1 or more", c.Requests)
	case c.Workers < 1:
		return nil, fmt.Errorf("workers=%d: want 1 or more", c.Workers)
	case c.Nodes < 1:
		return nil, fmt.Errorf("nodes=%d: want 1 or more", c.Nodes)
	case c.Live < 0:
		return nil, fmt.Errorf("live=%d: want 0 or more", c.Live)
	}
	w := &Workload{config: c, workers: make([]worker, c.Workers), tallies: make([]Tally, c.Workers), latencies: figure.NewLatencyRing()}
	generator := splitmix64.New(c.Seed)
	lists := c.Live << 20 / (c.Nodes * nodeSize) / c.Workers
	for i := range w.workers {
		requests := c.Requests*(i+1)/c.Workers - c.Requests*i/c.Workers
		w.workers[i] = worker{requests: requests, first: generator.Next(), lists: make([]*node, max(lists, 1)), sums: make([]uint64, max(lists, 1)), latencies: make([]time.Duration, requests)}
		state := w.workers[i].first
		for step := requests * c.Nodes; step > 0; step-- {
			state = splitmix64.Step(state)
		}
		w.expected += state
		for range w.workers[i].lists {
			w.workers[i].replace(w.workers[i].allocate(c.Nodes))
		}
	}
	return w, nil
}

// allocate makes a list whose values are the next of the worker's chain.
func (w *worker) allocate(nodes int) (list *node, sum uint64) {
	for range nodes {
		w.state = splitmix64.Step(w.state)
		list = &node{next: list, value: w.state}
		sum += w.state
		w.allocated++
	}
	return list, sum
}

// replace has a list live in the place of the oldest, which it returns with its sum.
func (w *worker) replace(list *node, sum uint64) (*node, uint64) {
	at := w.oldest
	w.oldest = (at + 1) % len(w.lists)
	old, oldSum := w.lists[at], w.sums[at]
	w.lists[at], w.sums[at] = list, sum
	return old, oldSum
}

// Run answers all requests: what is measured. A worker begins with the next when it has ended one, so that a pause is in as many requests
// as there are workers, however many would have come meanwhile.
func (w *Workload) Run() []Tally {
	var all sync.WaitGroup
	for i := range w.workers {
		all.Go(func() { w.tallies[i] = w.work(&w.workers[i]) })
	}
	all.Wait()
	return w.tallies
}

func (w *Workload) work(k *worker) Tally {
	var t Tally
	k.state, k.allocated = k.first, 0
	for request := range k.latencies {
		begun := w.config.Now()
		old, want := k.replace(k.allocate(w.config.Nodes))
		sum := uint64(0)
		for n := old; n != nil; n = n.next {
			sum += n.value
			t.Found++
		}
		if sum != want {
			t.Wrong++
		}
		k.latencies[request] = w.config.Now().Sub(begun)
	}
	t.Allocated, t.State = k.allocated, k.state
	return t
}

// Check refuses tallies of fewer nodes or other values, and takes the latencies.
func (w *Workload) Check(tallies []Tally) error {
	var all Tally
	for _, t := range tallies {
		all.Allocated += t.Allocated
		all.Found += t.Found
		all.Wrong += t.Wrong
		all.State += t.State
	}
	want := w.config.Requests * w.config.Nodes
	switch {
	case all.Allocated != want || all.Found != want:
		return fmt.Errorf("%d nodes were allocated and %d found: want %d", all.Allocated, all.Found, want)
	case all.Wrong > 0:
		return fmt.Errorf("%d lists had another sum: want 0", all.Wrong)
	case all.State != w.expected:
		return fmt.Errorf("the sum of the workers' states is %#x: want %#x", all.State, w.expected)
	}
	for i := range w.workers {
		for _, latency := range w.workers[i].latencies {
			w.latencies.Add(latency)
		}
	}
	return nil
}

// Figures returns percentiles of how long a request took, and the longest.
func (w *Workload) Figures() []figure.Figure { return w.latencies.Percentiles(50, 99, 100) }
