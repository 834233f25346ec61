package changepoint

import (
	"math"

	"github.com/cobench/cobench/go/internal/stat"
)

// moments are those of a sample: how many values, their mean and the sum of
// squared distances from it.
type moments struct {
	n       int
	mean    float64
	squares float64
}

// add takes in a value (Welford, Technometrics 4, 1962).
func (m *moments) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.squares += d * (x - m.mean)
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
	}
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
