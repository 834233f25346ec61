package changepoint

import (
	"math"

	"github.com/cobench/cobench/go/internal/stat"
)

// moments are those of a sample: how many values, their mean, the sum of
// squared distances from it, and that of the products of these distances with the
// values' places, by which a straight line is found.
type moments struct {
	n       int
	mean    float64
	squares float64
	rise    float64
}

// add takes in a value (Welford, Technometrics 4, 1962).
func (m *moments) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.squares += d * (x - m.mean)
	m.rise += d * float64(m.n-1) / 2
}

func momentsOf(values []float64) moments {
	var m moments
	for _, v := range values {
		m.add(v)
	}
	return m
}

// join is the moments of two samples as one (Chan, Golub and LeVeque, Amer.
// Statist. 37, 1983).
func (m moments) join(o moments) moments {
	n := float64(m.n + o.n)
	d := o.mean - m.mean
	return moments{
		n:       m.n + o.n,
		mean:    m.mean + d*float64(o.n)/n,
		squares: m.squares + o.squares + d*d*float64(m.n)*float64(o.n)/n,
		rise:    m.rise + o.rise + d*float64(m.n)*float64(o.n)/2, // their centres are n/2 apart
	}
}

// places is the sum of squared distances of n places from their middle.
func places(n int) float64 { return float64(n) * (float64(n)*float64(n) - 1) / 12 }

// drifts tells that a straight line through both samples leaves less than a step
// between them, and that a step in that line would not be significant.
//
// The second is for a step on top of a drift: the line alone follows the drift, and
// would hide the step as long as few values came after it (analysis of covariance,
// one slope for both).
func drifts(a, b moments, maxP float64) bool {
	all := a.join(b)
	if all.n < 4 {
		return false
	}
	line := all.squares - all.rise*all.rise/places(all.n)
	step := a.squares + b.squares
	switch {
	case line >= step:
		return false
	case line <= 1e-12*all.squares: // by rounding alone: what is left of an even rise
		return true
	}
	freedom := float64(all.n - 3)
	both := step - (a.rise+b.rise)*(a.rise+b.rise)/(places(a.n)+places(b.n))
	return stat.StudentTails((line-both)/both*freedom, freedom) > maxP
}

func (m moments) segment() Segment {
	s := Segment{N: m.n, Mean: m.mean}
	if m.n > 1 {
		s.Std = math.Sqrt(m.squares / float64(m.n-1))
	}
	return s
}

// studentP is the two-sided p of Student's t-test on two samples of equal
// variance. Two single values show nothing, so theirs is 1. Where neither
// sample varies, any difference is certain.
func studentP(a, b moments) float64 {
	freedom := float64(a.n + b.n - 2)
	d := a.mean - b.mean
	if freedom < 1 || d == 0 {
		return 1
	}
	variance := (a.squares + b.squares) / freedom * (1/float64(a.n) + 1/float64(b.n))
	return stat.StudentTails(d*d/variance, freedom)
}
