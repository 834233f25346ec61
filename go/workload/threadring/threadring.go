// Package threadring passes a token around a ring of goroutines: the twin of Kotlin's cobench.workloads.threadring.
//
// In go the size of the ring and the number of hops; out comes the token, with the one who holds it at the end. It measures nothing,
// and refuses values out of range.
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

// A Workload is a ring and a token.
type Workload struct{ config Config }

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Hops < 1:
		return nil, fmt.Errorf("hops=%d: want 1 or more", c.Hops)
	case c.Ring < 2:
		return nil, fmt.Errorf("ring=%d: want 2 or more", c.Ring) // one alone would wait for itself
	}
	return &Workload{c}, nil
}

// Run starts the ring's members, gives member 0 the token and lets it make all hops: what is measured. Each member has a channel to the
// next, without room, so that a hop is one handover. Whoever holds the token after the last hop closes that channel; each that finds
// its own closed does the same, and so they all end.
func (w *Workload) Run() *Token {
	ring := make([]chan *Token, w.config.Ring)
	for member := range ring {
		ring[member] = make(chan *Token)
	}
	var members sync.WaitGroup
	for member, own := range ring {
		next := ring[(member+1)%len(ring)]
		members.Go(func() {
			for token := range own {
				token.holder = member
				if token.hops == w.config.Hops {
					break
				}
				token.hops++
				next <- token
			}
			close(next)
		})
	}
	token := new(Token)
	ring[0] <- token
	members.Wait()
	return token
}

// Check refuses a token that made too many hops or too few, or that the wrong member holds.
func (w *Workload) Check(token *Token) error {
	if token.hops != w.config.Hops {
		return fmt.Errorf("the token made %d hops: want %d", token.hops, w.config.Hops)
	}
	if holder := w.config.Hops % w.config.Ring; token.holder != holder {
		return fmt.Errorf("member %d of %d holds the token after %d hops: want %d", token.holder, w.config.Ring, token.hops, holder)
	}
	return nil
}
