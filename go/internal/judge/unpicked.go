package judge

import (
	"math"
	"math/rand/v2"
	"sync"
)

// unpicked is the estimate of the logarithm of what is called slower or faster,
// corrected for having been picked.
//
// A verdict comes at the look at which the estimate is far enough out, and so more
// often when chance made it larger than it is: of many benchmarks slower by 5 %, those
// that are called look slower than that. What is printed is the change of which those
// reports that call it would show, in the mean, what this one has seen (Whitehead,
// Biometrika 73, 1986, who leaves out that it was called). The near end of the interval
// bounds it: where few would call it, what was seen says next to nothing.
func (s *State) unpicked(h *hypothesis) float64 {
	seen, near := h.interval.Center, h.interval.Low
	if seen < 0 {
		seen, near = -seen, -h.interval.High
	}
	if !(h.error > 0) || math.IsInf(near, 0) {
		return h.interval.Center
	}
	low, high := near, seen
	looks := s.looksLike(h)
	for range 20 {
		if x := (low + high) / 2; shownOf(x, looks) > seen {
			high = x
		} else {
			low = x
		}
	}
	return math.Copysign((low+high)/2, h.interval.Center)
}

// A likelyLook is a look at rounds that spread like those of a hypothesis.
type likelyLook struct {
	rounds int
	error  float64 // standard error of the estimate
	called float64 // the least estimate that is called; +Inf if none is
	away   float64 // an estimate nearer to no change is let go
}

func (s *State) looksLike(h *hypothesis) []likelyLook {
	spread := h.error * math.Sqrt(float64(h.shown))
	rules := s.rulesOf(h)
	aim, margin := rules.aim(spread), quantile(1-rules.letGo()/2)
	looks := make([]likelyLook, len(rules.Looks))
	for i, n := range rules.Looks {
		e := spread / math.Sqrt(float64(n))
		looks[i] = likelyLook{n, e, math.Inf(1), aim - margin*e}
		if part := h.schedule.alpha[i]; part > 0 {
			looks[i].called = rules.shows(e, 0.5, s.hypotheses(), part)
		}
	}
	return looks
}

// paths are the sums of so many independent normal values, the same for everybody: by
// path, up to each number of rounds. Half of them mirror the others.
var paths = sync.OnceValue(func() [][]float64 {
	rnd := rand.New(rand.NewPCG(1986, 73))
	all := make([][]float64, 400)
	for i := 0; i < len(all); i += 2 {
		path, mirrored := make([]float64, mostRounds+1), make([]float64, mostRounds+1)
		for n := 1; n <= mostRounds; n++ {
			path[n] = path[n-1] + rnd.NormFloat64()
			mirrored[n] = -path[n]
		}
		all[i], all[i+1] = path, mirrored
	}
	return all
})

// shownOf is the mean estimate of the reports that call a change of x.
func shownOf(x float64, looks []likelyLook) float64 {
	var sum, called float64
	for _, path := range paths() {
		for _, l := range looks {
			estimate := x + l.error*path[l.rounds]/math.Sqrt(float64(l.rounds))
			if estimate >= l.called {
				sum, called = sum+estimate, called+1
				break
			}
			if math.Abs(estimate) < l.away {
				break
			}
		}
	}
	if called == 0 {
		return math.Inf(1)
	}
	return sum / called
}
