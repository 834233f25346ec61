package main

import (
	"context"
	"math"
	"time"
)

const (
	// pause lets a server that was overrun get rid of what it still does.
	pause = 500 * time.Millisecond
	// bracket is how close the lowest rate that is not held comes to the
	// highest that is.
	bracket = 1.05
	// maxAttacks is more than any search needs.
	maxAttacks = 16
)

// A holding is what a search found. Its JSON is the answer to "hold".
type holding struct {
	Rate    int `json:"rate"`    // that was asked for: the highest that was tried
	Held    int `json:"held"`    // the highest that was held; 0 is none
	Attacks int `json:"attacks"` // made
}

// hold looks for the highest rate, up to the order's, that the server holds.
// It fails if ctx ends before.
func (a *attacker) hold(ctx context.Context, o order) (holding, error) {
	attacks := 0
	return search(o.rate, func(rate int) (bool, error) {
		if attacks++; attacks > 1 {
			select {
			case <-ctx.Done():
				return false, context.Cause(ctx)
			case <-time.After(a.pause):
			}
		}
		r, err := a.attack(ctx, o.url, newSchedule(rate, o.duration))
		return r.held(), err
	})
}

// search finds the highest rate up to top that is held, by bisection on a
// geometric scale: the answer is held, and a rate within 5 % above it, or the
// next whole one, is not.
func search(top int, holds func(rate int) (bool, error)) (holding, error) {
	found := holding{Rate: top}
	for rate, above := top, top+1; found.Attacks < maxAttacks; {
		found.Attacks++
		held, err := holds(rate)
		if err != nil {
			return holding{}, err
		}
		if held {
			found.Held = rate
		} else {
			above = rate
		}
		if above-found.Held <= 1 || float64(above) <= bracket*float64(found.Held) {
			break
		}
		rate = int(math.Round(math.Sqrt(float64(max(found.Held, 1)) * float64(above))))
		rate = min(max(rate, found.Held+1), above-1)
	}
	return found, nil
}

// held tells whether the server held the rate: 99.9 % of the requests are OK,
// and their answers came at 99.9 % of the rate or more. That is Pace, but for
// one request: a stretch of time that begins and ends at an answer may hold
// one interval less than the rate says, which is much of a short attack.
func (r report) held() bool {
	return r.OK > 0 && 1000*r.OK >= 999*r.Requests &&
		float64(r.intervals+1) >= 0.999*float64(r.Rate)*r.span.Seconds()
}
