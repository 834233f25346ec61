package calibrate

import (
	"fmt"

	"github.com/cobench/cobench/go/internal/stat"
)

// A Rate is a count of successes, with exact bounds of the chance of one, each
// at 95 % by itself (Clopper and Pearson, Biometrika 26, 1934).
type Rate struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (r *Rate) add(success bool) {
	r.Of++
	if success {
		r.Count++
	}
}

func (r *Rate) bound() { *r = NewRate(r.Count, r.Of) }

// share is the rate itself, 1 where nothing was counted.
func (r Rate) share() float64 {
	if r.Of == 0 {
		return 1
	}
	return float64(r.Count) / float64(r.Of)
}

// String is the rate with its bounds, in per cent.
func (r Rate) String() string {
	if r.Of == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %% (%.1f … %.1f)", 100*r.share(), 100*r.Low, 100*r.High)
}

// NewRate bounds a count.
func NewRate(count, of int) Rate {
	const tail = 0.05
	r := Rate{Count: count, Of: of, Low: 0, High: 1}
	if of == 0 {
		return r
	}
	if count > 0 {
		r.Low = betaQuantile(tail, float64(count), float64(of-count+1))
	}
	if count < of {
		r.High = betaQuantile(1-tail, float64(count+1), float64(of-count))
	}
	return r
}

// betaQuantile is that of the beta distribution, by bisection.
func betaQuantile(p, a, b float64) float64 {
	low, high := 0.0, 1.0
	for range 60 {
		if m := (low + high) / 2; stat.Beta(m, 1-m, a, b) < p {
			low = m
		} else {
			high = m
		}
	}
	return (low + high) / 2
}
