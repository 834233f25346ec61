package judge

import "math"

// A hypothesis is that nothing changed, of a benchmark or of a group.
type hypothesis struct {
	base, head []float64 // logarithms of the samples of complete rounds
	unit       *Unit     // that votes, nil for time

	// judged is what p and the interval of so many rounds rest on, if not all of
	// base and head: a group's.
	judged func(test Test, n int) Comparison

	looks    int // taken
	schedule schedule
	p        float64  // over the looks taken
	interval Estimate // as of the last look that spends
	shown    int      // rounds the interval rests on, 0 before
	part     float64  // of alpha that this look spent
	excluded float64  // logarithm of the change that the last look rules out
	error    float64  // standard error of the estimate, by the last look
	change   float64  // size of the ratio's logarithm, by the last look
	settled  settlement
}

type settlement int

const (
	open   settlement = iota
	within            // unchanged
	letGo             // the aim is ruled out
	spent             // after the last look
	silent            // no look can reach alpha
)

// within tells that the interval has no change of the size or more.
func (e Estimate) within(size float64) bool { return e.Low > -size && e.High < size }

// outermost is the largest change in the interval, either way.
func (e Estimate) outermost() float64 { return math.Max(-e.Low, e.High) }

// compared are the first n rounds by the test: all of them, and what p and the
// interval rest on.
func (h *hypothesis) compared(test Test, n int) (all, judged Comparison) {
	all = test.Compare(h.base[:n], h.head[:n])
	if h.judged == nil {
		return all, all
	}
	return all, h.judged(test, n)
}

// advance takes the looks that the rounds allow.
func (h *hypothesis) advance(r Rules, hypotheses int) {
	for h.looks < len(r.Looks) && len(h.base) >= r.Looks[h.looks] {
		h.look(r, hypotheses)
	}
}

// look judges by the rounds of the next look. What it finds depends on these
// alone: the rounds of others decide which are taken, and not what they say.
func (h *hypothesis) look(r Rules, hypotheses int) {
	n := r.Looks[h.looks]
	if h.looks == 0 {
		h.schedule = r.schedule(pooledSpread(h.base[:n], h.head[:n]), hypotheses)
	}
	part, same := h.schedule.alpha[h.looks], h.schedule.same[h.looks]
	h.looks++
	all, judged := h.compared(r.Test, n)
	h.error = standardError(all)
	h.change = math.Abs(all.Interval(0.5).Center)
	around := all.Interval(r.letGo())
	h.excluded = around.outermost()
	if part > 0 {
		h.interval = judged.Interval((1 - r.Confidence) * part)
		h.shown, h.part = n, part
		h.p = math.Min(h.p, judged.P()/part)
	}
	switch {
	case h.settled == within:
	case r.same(all, same):
		h.settled = within
	case h.looks == len(r.Looks):
		h.settled = spent
	case h.schedule.silent():
		h.settled = silent
	case !h.ahead(r) && around.within(r.aim(h.error*math.Sqrt(float64(n)))) && !h.nearlySame(r, all):
		h.settled = letGo
	default:
		h.settled = open
	}
}

// ahead tells that the interval clears the minimum effect.
func (h *hypothesis) ahead(r Rules) bool {
	band := math.Log1p(r.MinimumEffect)
	return h.shown > 0 && (h.interval.Low > band || h.interval.High < -band)
}

// nearlySame tells that a look at up to twice the rounds may show it unchanged: a
// benchmark is not let go just before.
func (h *hypothesis) nearlySame(r Rules, all Comparison) bool {
	n := r.Looks[h.looks-1]
	for i := h.looks; i < len(r.Looks) && r.Looks[i] <= 2*n; i++ {
		away := quantile(1 - (1-r.Power)*h.schedule.same[i])
		if math.Abs(all.Interval(0.5).Center)+away*h.error*math.Sqrt(float64(n)/float64(r.Looks[i])) < math.Log1p(r.MinimumEffect) {
			return true
		}
	}
	return false
}

// clearness is how many times its error the change was, by the last look.
func (h *hypothesis) clearness() float64 {
	if h.error == 0 {
		return math.Inf(1)
	}
	return h.change / h.error
}

// until is how many rounds in all it takes until there may be a verdict, if it moved
// by what was seen last, and whether any look would show that.
func (h *hypothesis) until(r Rules, hypotheses int) (rounds int, shows bool) {
	at := math.Sqrt(float64(r.Looks[h.looks-1]))
	for i := h.looks; i < len(r.Looks); i++ {
		n := r.Looks[i]
		if part := h.schedule.alpha[i]; part > 0 && r.shows(h.error*at/math.Sqrt(float64(n)), r.planned(), hypotheses, part) <= h.change {
			return n, true
		}
	}
	return r.Looks[len(r.Looks)-1], false
}
