// Package pingpong passes a ball back and forth between two goroutines. It matches Kotlin's cobench.workloads.pingpong.
//
// It takes the number of hops and returns the ball and its last holder. It times round trips, and refuses values out of range.
package pingpong

import (
	"fmt"
	"sync"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
)

// A Config says how often the ball is handed over.
type Config struct {
	Hops int // two are a round trip
}

// A Party is one of the two.
type Party string

// The parties. Ping has the ball first.
const (
	Ping Party = "ping"
	Pong Party = "pong"
)

// A Ball is what is handed over; only its holder touches it.
type Ball struct {
	hops   int // so far
	holder Party
}

// A Game is a ball at its end, and how often each party received one: what it says of itself is not taken on trust.
type Game struct {
	ball         *Ball
	pings, pongs int
}

// A Workload is a game of two.
type Workload struct {
	hops  int
	trips roundTrips // what Ping sees
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	if c.Hops < 1 {
		return nil, fmt.Errorf("hops=%d: want 1 or more", c.Hops)
	}
	return &Workload{hops: c.Hops}, nil
}

// Run plays a ball for all hops: what is measured. The channels have no room, so that a hop is one handover: what room does to channels
// is Channel's question. Whoever holds the ball after the last hop closes the other's channel, which ends the other.
func (w *Workload) Run() *Game {
	pings, pongs := make(chan *Ball), make(chan *Ball)
	game := &Game{ball: &Ball{holder: Ping}}
	w.trips.begin()
	var parties sync.WaitGroup
	parties.Go(func() {
		received := 0
		w.trips.leave()
		pongs <- game.ball
		for ball := range pings {
			received++
			w.trips.arrive()
			if ball.take(Ping) == w.hops {
				break
			}
			w.trips.leave()
			pongs <- ball
		}
		game.pings = received
		close(pongs)
	})
	parties.Go(func() {
		received := 0
		for ball := range pongs {
			received++
			if ball.take(Pong) == w.hops {
				break
			}
			pings <- ball
		}
		game.pongs = received
		close(pings)
	})
	parties.Wait()
	return game
}

// take makes party the holder and returns how many hops that makes.
func (b *Ball) take(party Party) int {
	b.hops++
	b.holder = party
	return b.hops
}

// Check refuses a ball that was handed over too often or too rarely, by its own count or by the parties', or that the wrong party holds:
// Ping after an even number of hops, Pong after an odd one.
func (w *Workload) Check(game *Game) error {
	ball := game.ball
	if ball.hops != w.hops {
		return fmt.Errorf("the ball made %d hops: want %d", ball.hops, w.hops)
	}
	holder := Ping
	if w.hops%2 == 1 {
		holder = Pong
	}
	if ball.holder != holder {
		return fmt.Errorf("%s holds the ball after %d hops: want %s", ball.holder, ball.hops, holder)
	}
	if pings, pongs := w.hops/2, (w.hops+1)/2; game.pings != pings || game.pongs != pongs {
		return fmt.Errorf("ping received %d balls and pong %d: want %d and %d", game.pings, game.pongs, pings, pongs)
	}
	return nil
}

// Figures returns p50-ns and p99-ns of a round trip; none if all runs were too short for a sample.
func (w *Workload) Figures() []figure.Figure {
	figures := figure.Percentiles(w.trips.took, 50, 99)
	w.trips.took = w.trips.took[:0]
	return figures
}

// sampled is how many round trips there are to one whose time is taken: reading the clock twice then adds a thousandth or so.
const sampled = 64

// roundTrips is the time of round trips. Of every so many in a run it is the last that is sampled, since the first of all finds Pong not yet
// started.
type roundTrips struct {
	count int // in this run
	left  time.Time
	took  []time.Duration // since the figures were last asked for
}

// begin is called before a run.
func (r *roundTrips) begin() { r.count = 0 }

// leave is called before the ball leaves.
func (r *roundTrips) leave() {
	if r.count%sampled == sampled-1 {
		r.left = time.Now() //nolint:forbidigo // a latency is what a clock shows
	}
}

// arrive is called when the ball is back.
func (r *roundTrips) arrive() {
	if r.count++; r.count%sampled == 0 {
		r.took = append(r.took, time.Since(r.left)) //nolint:forbidigo // a latency is what a clock shows
	}
}
