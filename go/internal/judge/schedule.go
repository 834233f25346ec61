package judge

import "math"

// A schedule is how a candidate spends alpha. It is made from the screen, before
// the first of the rounds that it will judge.
type schedule []float64 // by look: the part that it may spend

// How the chance to miss the aim is divided: what the screen may lose of it and
// what a look may give up, the rest being the last look's.
const (
	screenShare = 0.25
	futileShare = 0.25
)

func (r Rules) miss(share float64) float64 { return share * (1 - r.Power) }

// same tells whether the interval lies within the minimum effect. These are two
// one-sided tests at the level 1 - Power (Schuirmann, J. Pharmacokin. Biopharm. 15,
// 1987): what moved by the minimum effect is called unchanged in one case of twenty at
// most. Alpha is too strict here: it guards what is called a change, and at its level
// no benchmark that varies is ever called unchanged.
func (r Rules) same(c Comparison, part float64) bool {
	return c.Interval(2 * (1 - r.Power) * part).within(math.Log1p(r.MinimumEffect))
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

// pessimism is how much more than the screen showed a candidate is taken to
// spread: the 80 % upper bound of a standard deviation from 8 samples, as
// Browne advises for a pilot (Statist. Med. 14, 1995). To expect the decision
// too late costs little, since most leave earlier.
const pessimism = 1.35

// detectable is the least logarithm of a ratio that passes with the wanted
// power: by p as by the interval, both normal approximations.
func (r Rules) detectable(standardError float64, candidates int, weight float64) float64 {
	power := quantile(1 - r.miss(1-screenShare-futileShare))
	byP := quantile(1 - r.Alpha*weight/2/float64(max(1, candidates)))
	byInterval := quantile(1 - (1-r.Confidence)*weight/2)
	return math.Max((byP+power)*standardError, math.Log1p(r.MinimumEffect)+(byInterval+power)*standardError)
}

// aim is the change to look for at a spread.
func (r Rules) aim(spread float64) float64 {
	rounds := float64(min(r.AimRounds, r.Looks[len(r.Looks)-1]))
	return math.Min(math.Max(math.Log1p(r.Aim), r.detectable(spread/math.Sqrt(rounds), 1, 1)), math.Log1p(r.Coarse))
}

// schedule expects a candidate to be settled at the first look that would show
// the aim, or at the last of all.
func (r Rules) schedule(spread float64, candidates int) schedule {
	var s schedule
	for expected, n := range r.Looks {
		s = r.spend(expected, candidates)
		if s[expected] > 0 && r.detectable(pessimism*spread/math.Sqrt(float64(n)), candidates, s[expected]) <= r.aim(spread) {
			break
		}
	}
	return s
}

// reserve is the part of alpha that is kept for the looks after the expected
// one: a screen of few rounds may be wrong about the spread by far.
const reserve = 0.25

// spend divides alpha: in proportion to the rounds up to the expected look,
// which is near Pocock's design in the family of Kim and DeMets (Biometrika 74,
// 1987; exponent 1), the reserve evenly over the looks after it.
//
// The parts add up to 1, and so by Bonferroni's inequality the least of p/part
// over the looks is a p of all of them, for tests that are exact at any number
// of rounds. The boundaries of a sum of normal values would lie a little wider
// (Lan and DeMets, Biometrika 70, 1983), and hold for such sums alone.
//
// A look at which not even the largest change could be called, with so many
// candidates, has nothing to spend and leaves its part to the next.
func (r Rules) spend(expected, candidates int) schedule {
	parts := make(schedule, len(r.Looks))
	late := len(r.Looks) - 1 - expected
	early := 1.0
	if late > 0 {
		early -= reserve
	}
	var left float64
	before := 0
	for i, n := range r.Looks {
		if i <= expected {
			left += early * float64(n-before) / float64(r.Looks[expected])
		} else {
			left += reserve / float64(late)
		}
		before = n
		if r.Test.Attainable(n) <= r.Alpha*left/float64(candidates) {
			parts[i], left = left, 0
		}
	}
	return parts
}
