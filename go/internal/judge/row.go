package judge

import (
	"fmt"
	"math"
)

// Verdicts are the rows of all benchmarks, in their order. While Next asks for
// rounds they are what could be said if there were no more.
func (s *State) Verdicts() []Row {
	s.advance()
	adjusted := s.holm()
	rows := make([]Row, len(s.benchmarks))
	for i, b := range s.benchmarks {
		rows[i] = s.row(b, &b.hypothesis, adjusted)
	}
	return rows
}

// row is that of a benchmark's time, or of one of its units.
func (s *State) row(b *benchmark, h *hypothesis, adjusted map[*hypothesis]float64) Row {
	x := Row{
		Benchmark: b.name, Verdict: Undecided, N: len(h.base), Rounds: len(b.base) + b.failed,
		P: h.p, Adjusted: adjusted[h], Excluded: math.Inf(1), Detectable: math.Inf(1), Ratio: math.NaN(), Low: 0, High: math.Inf(1),
	}
	if h.looks > 0 {
		x.N = s.rules.Looks[h.looks-1]
		x.Excluded = math.Expm1(h.excluded)
		x.Detectable = s.detectable(h)
	}
	if x.N > 0 {
		s.size(&x, h)
	}
	switch {
	case h.settled == open && b.lost():
		x.Reason = fmt.Sprintf("%d of %d rounds failed: %s", b.failed, x.Rounds, b.reason)
	case h.unit == nil && b.constant():
		x.Reason = fmt.Sprintf("all %d samples are equal: nothing was timed", 2*len(b.base))
	case h.settled == silent:
		x.Reason = fmt.Sprintf("%d benchmarks: too many for a last look after %d rounds", s.hypotheses(), s.rules.Looks[len(s.rules.Looks)-1])
	case h.settled == within:
		x.Verdict = Unchanged
	case s.cleared(h, adjusted):
		x.Verdict = direction(h.interval)
	}
	if x.Verdict != Undecided || x.Reason != "" {
		return x
	}
	if g := s.with(b, adjusted); g != nil {
		x.With = g.name
	}
	if x.Open = h.settled == open && x.N > 0; x.Open {
		x.Looks = looks(s.rulesOf(h), x, h.base[:x.N], h.head[:x.N])
	}
	return x
}

// size sets the ratio and its interval: that of the last look that could give a
// verdict; before it what the rounds say by themselves.
func (s *State) size(x *Row, h *hypothesis) {
	estimate, rules := h.interval, s.rulesOf(h)
	switch {
	case h.shown > 0 && h.ahead(rules):
		estimate.Center = s.unpicked(h)
	case h.shown == 0 || s.rules.Looks[h.looks-1] != h.shown:
		estimate = s.rules.Test.Compare(h.base[:x.N], h.head[:x.N]).Interval(1 - s.rules.Confidence)
	}
	x.Ratio, x.Low, x.High = math.Exp(estimate.Center), math.Exp(estimate.Low), math.Exp(estimate.High)
}

// fewest is how many rounds have to agree: one or two often do by chance.
const fewest = 3

// looks is how an open row looks: beyond the minimum effect, by an interval that is
// clear of no change or, of too few rounds for one, by each of them.
func looks(r Rules, x Row, base, head []float64) Verdict {
	least, most := x.Low, x.High
	if !(least > 0) || math.IsInf(most, 1) {
		if len(base) < fewest {
			return ""
		}
		least, most = math.Inf(1), 0
		for i := range base {
			ratio := math.Exp(head[i] - base[i])
			least, most = math.Min(least, ratio), math.Max(most, ratio)
		}
		if band := 1 + r.MinimumEffect; least < band && most > 1/band {
			return ""
		}
	}
	band := 1 + r.MinimumEffect
	switch {
	case x.Ratio > band && least > 1:
		return Slower
	case x.Ratio < 1/band && most < 1:
		return Faster
	}
	return ""
}

// shownPower is the chance with which a change that "would have shown" is found.
const shownPower = 0.8

// detectable is the change that the rounds so far would have shown.
func (s *State) detectable(h *hypothesis) float64 {
	if h.part == 0 { // too few rounds for any verdict
		return math.Inf(1)
	}
	return math.Expm1(s.rulesOf(h).shows(h.error, shownPower, s.hypotheses(), h.part))
}
