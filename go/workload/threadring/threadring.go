// Package threadring passes a token around a ring of goroutines. It matches Kotlin's cobench.workloads.threadring.
//
// It takes the size of the ring and the number of hops, and returns the token and its last holder. It measures nothing, and refuses
// values out of range.
package threadring

import (
	"fmt"
	"sync"
)

// A Config says how far the token goes.
type Config struct {
	Hops int
	Ring int // members
}

// A Token is what is passed on; only its holder touches it.
type Token struct {
	hops   int // so far
	holder int
}

// A Tour is a token at its end, and how often each member received it: what it says of itself is not taken on trust.
type Tour struct {
	token  *Token
	visits []int
}

// A Workload is a ring and a token.
type Workload struct {
	config Config
	visits []int // of a run, by member
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Hops < 1:
		return nil, fmt.Errorf("hops=%d: want 1 or more", c.Hops)
	case c.Ring < 2:
		return nil, fmt.Errorf("ring=%d: want 2 or more", c.Ring) // one alone would wait for itself
	}
	return &Workload{c, make([]int, c.Ring)}, nil
}

// Run starts the ring's members, gives member 0 the token and lets it make all hops: what is measured. Each member has a channel to the
// next, without room, so that a hop is one handover. Whoever holds the token after the last hop closes that channel; each that finds
// its own closed does the same, and so they all end.
func (w *Workload) Run() Tour {
	ring := make([]chan *Token, w.config.Ring)
	for member := range ring {
		ring[member] = make(chan *Token)
	}
	var members sync.WaitGroup
	for member, own := range ring {
		next := ring[(member+1)%len(ring)]
		members.Go(func() {
			visits := 0
			for token := range own {
				visits++
				token.holder = member
				if token.hops == w.config.Hops {
					break
				}
				token.hops++
				next <- token
			}
			w.visits[member] = visits
			close(next)
		})
	}
	token := new(Token)
	ring[0] <- token
	members.Wait()
	return Tour{token, w.visits}
}

// Check refuses a token that made too many hops or too few, by its own count or by the members', or that the wrong member holds.
func (w *Workload) Check(tour Tour) error {
	token := tour.token
	if token.hops != w.config.Hops {
		return fmt.Errorf("the token made %d hops: want %d", token.hops, w.config.Hops)
	}
	if holder := w.config.Hops % w.config.Ring; token.holder != holder {
		return fmt.Errorf("member %d of %d holds the token after %d hops: want %d", token.holder, w.config.Ring, token.hops, holder)
	}
	for member, visits := range tour.visits {
		// Member 0 has it first, before any hop.
		if want := (w.config.Hops - member + w.config.Ring) / w.config.Ring; visits != want {
			return fmt.Errorf("member %d of %d received the token %d times: want %d", member, w.config.Ring, visits, want)
		}
	}
	return nil
}
