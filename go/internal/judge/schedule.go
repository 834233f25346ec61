package judge

import (
	"math"
	"slices"

	"github.com/cobench/cobench/go/internal/stat"
)

// A schedule is how a hypothesis spends its chances to be wrong on the looks.
type schedule struct {
	alpha []float64 // by look: the part of alpha, which may be 0
	same  []float64 // by look: the part of the chance to call it unchanged wrongly
}

// letGoShare is the part of the chance to miss the aim that letting go may take.
const letGoShare = 0.5

// letGo is the level at which a benchmark is let go, of an interval that rules out
// the aim.
func (r Rules) letGo() float64 { return 2 * letGoShare * (1 - r.Power) }

// same tells whether the interval lies within the minimum effect. These are two
// one-sided tests at the level 1 - Power (Schuirmann, J. Pharmacokin. Biopharm. 15,
// 1987): what moved by the minimum effect is called unchanged in one case of twenty at
// most. Alpha is too strict here: it guards what is called a change, and at its level
// no benchmark that varies is ever called unchanged.
func (r Rules) same(c Comparison, part float64) bool {
	return part > 0 && c.Interval(2*(1-r.Power)*part).within(math.Log1p(r.MinimumEffect))
}

// spreadAlpha is the level of the interval by whose length a spread is told.
const spreadAlpha = 0.1

// standardError is that of the estimate of the logarithm, from the length of
// its interval (Lehmann, Ann. Math. Statist. 34, 1963): it knows the tails of
// the samples as the test does.
func standardError(c Comparison) float64 {
	e := c.Interval(spreadAlpha)
	return (e.High - e.Low) / 2 / quantile(1-spreadAlpha/2)
}

// pooledSpread is the standard deviation of one round's difference, from the median
// absolute deviation of the samples of both sides together.
//
// It doesn't know which sample is of which side. So nothing that it decides can
// favour one of the arrangements of the samples that a test counts, neither the
// signs of the differences nor the sides, and p stays exact whatever is planned by
// it (Proschan, Wassmer and Brannath, Statistical monitoring of clinical trials: a
// schedule may follow from blinded data).
func pooledSpread(base, head []float64) float64 {
	all := slices.Concat(base, head)
	slices.Sort(all)
	centre := stat.Middle(all)
	for i, x := range all {
		all[i] = math.Abs(x - centre)
	}
	slices.Sort(all)
	const normal = 1.4826 // the standard deviation of a normal value whose median absolute deviation is 1
	return normal * stat.Middle(all) * math.Sqrt2
}

// pessimism is how much farther than the first look showed a benchmark is taken
// to spread: the 80 % upper bound of a standard deviation from 8 samples, as
// Browne advises for a pilot (Statist. Med. 14, 1995). To expect the decision
// too late costs little, since most leave earlier.
const pessimism = 1.35

// shows is the least logarithm of a ratio that passes with a power, by p as by the
// interval, in normal approximation, where it is one of so many hypotheses and
// spends the part of alpha.
func (r Rules) shows(standardError, power float64, hypotheses int, part float64) float64 {
	byP := quantile(1 - r.Alpha*part/2/float64(max(1, hypotheses)))
	byInterval := quantile(1 - (1-r.Confidence)*part/2)
	return math.Max((byP+quantile(power))*standardError, math.Log1p(r.MinimumEffect)+(byInterval+quantile(power))*standardError)
}

// planned is the power that a schedule is made for: what letting go leaves of it.
func (r Rules) planned() float64 { return 1 - (1-letGoShare)*(1-r.Power) }

// aim is the change to look for at a spread.
func (r Rules) aim(spread float64) float64 {
	rounds := float64(min(r.AimRounds, r.Looks[len(r.Looks)-1]))
	return math.Min(math.Max(math.Log1p(r.Aim), r.shows(spread/math.Sqrt(rounds), r.planned(), 1, 1)), math.Log1p(r.Coarse))
}

// schedule expects a hypothesis to be settled at the first look that would show
// the aim, or at the last of all. It is made at the first look, from a spread that
// doesn't know the sides.
func (r Rules) schedule(spread float64, hypotheses int) schedule {
	var s schedule
	for expected, n := range r.Looks {
		s = r.spend(expected, hypotheses)
		if part := s.alpha[expected]; part > 0 && r.shows(pessimism*spread/math.Sqrt(float64(n)), r.planned(), hypotheses, part) <= r.aim(pessimism*spread) {
			break
		}
	}
	return s
}

// reserve is the part that is kept for the looks after the expected one: few
// rounds may be wrong about the spread by far.
const reserve = 0.25

// spend divides the chances to be wrong: in proportion to the rounds up to the
// expected look, which is near Pocock's design in the family of Kim and DeMets
// (Biometrika 74, 1987; exponent 1), the reserve evenly over the looks after it.
//
// The parts add up to 1, and so by Bonferroni's inequality the least of p/part
// over the looks is a p of all of them, for tests that are exact at any number
// of rounds. The boundaries of a sum of normal values would lie a little wider
// (Lan and DeMets, Biometrika 70, 1983), and hold for such sums alone.
//
// A look at which not even the largest change could be called, among so many
// hypotheses, has nothing to spend and leaves its part of alpha to the next.
func (r Rules) spend(expected, hypotheses int) schedule {
	s := schedule{make([]float64, len(r.Looks)), make([]float64, len(r.Looks))}
	late := len(r.Looks) - 1 - expected
	early := 1.0
	if late > 0 {
		early -= reserve
	}
	var left float64
	before := 0
	for i, n := range r.Looks {
		part := reserve / float64(late)
		if i <= expected {
			part = early * float64(n-before) / float64(r.Looks[expected])
		}
		before = n
		s.same[i] = part
		left += part
		if r.Test.Attainable(n) <= r.Alpha*left/float64(hypotheses) {
			s.alpha[i], left = left, 0
		}
	}
	return s
}

// silent tells that no look can call anything.
func (s schedule) silent() bool {
	return !slices.ContainsFunc(s.alpha, func(part float64) bool { return part > 0 })
}
