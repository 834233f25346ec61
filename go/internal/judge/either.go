package judge

import "math"

// Either takes the signed-rank test and Mann-Whitney at half of alpha each, and
// goes by the one that tells more: Bonferroni's inequality.
//
// What a round has in common (a machine that is slow for a minute) is nothing to
// the first and drowns the second. What hits single samples (other people's work)
// spoils a round for the first and one rank of many for the second, which also
// needs fewer rounds for a small p. Which of the two a machine has more of is
// not known beforehand, and changes.
//
// The second assumes samples that have nothing in common. If those of a round
// are alike it finds too little, which the first makes good; if one is slow
// because the other was fast, it finds too much: sides must not share a machine
// at the same time.
var Either Test = either{}

type either struct{}

func (either) Name() string { return "either" }

func (either) Attainable(n int) float64 {
	return math.Min(1, 2*math.Min(SignedRank.Attainable(n), MannWhitney.Attainable(n)))
}

func (either) Compare(base, head []float64) Comparison {
	return eitherComparison{SignedRank.Compare(base, head), MannWhitney.Compare(base, head)}
}

type eitherComparison [2]Comparison

func (c eitherComparison) P() float64 { return math.Min(1, 2*math.Min(c[0].P(), c[1].P())) }

// Interval is what the two have in common, with the estimate of the shorter.
func (c eitherComparison) Interval(alpha float64) Estimate {
	a, b := c[0].Interval(alpha/2), c[1].Interval(alpha/2)
	if b.High-b.Low < a.High-a.Low {
		a, b = b, a
	}
	low, high := math.Max(a.Low, b.Low), math.Min(a.High, b.High)
	return Estimate{math.Min(math.Max(a.Center, low), high), low, high}
}
