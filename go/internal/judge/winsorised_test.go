package judge

import (
	"math"
	"slices"

	"github.com/cobench/cobench/go/internal/stat"
)

// winsorisedT is a candidate that did not win: Yuen's trimmed t (Biometrika 61, 1974, for one sample as in
// Tukey and McLaughlin, Sankhya A 25, 1963) of the logarithms of the ratios: the
// mean of the middle 60 %, whose spread is that of all with the outer 20 % on
// either side pulled in.
//
// It is approximate: right where the logarithms are normal in their middle. It
// knows no smallest p, which is its temptation at few rounds.
var winsorisedT Test = winsorised{}

type winsorised struct{}

func (winsorised) Name() string { return "winsorised-t" }

func (winsorised) Attainable(n int) float64 {
	if n < 4 {
		return 1
	}
	return 0
}

func (winsorised) Compare(base, head []float64) Comparison {
	return newTrimmed(differences(base, head))
}

// A trimmed is a mean with its standard error and degrees of freedom.
type trimmed struct {
	center, deviation float64
	freedom           int
}

func (t trimmed) P() float64 {
	if t.freedom < 1 || t.deviation == 0 {
		return 1
	}
	return stat.StudentTails(t.center*t.center/(t.deviation*t.deviation), float64(t.freedom))
}

func (t trimmed) Interval(alpha float64) Estimate {
	if t.freedom < 1 || t.deviation == 0 {
		return unknown(t.center)
	}
	half := t.deviation * stat.StudentQuantile(1-alpha, float64(t.freedom))
	return Estimate{t.center, t.center - half, t.center + half}
}

func newTrimmed(d []float64) trimmed {
	slices.Sort(d)
	n := len(d)
	g := n / 5
	var center, mean, squares float64
	for _, x := range d[g : n-g] {
		center += x / float64(n-2*g)
	}
	for i := range d {
		mean += d[min(max(i, g), n-1-g)] / float64(n)
	}
	for i := range d {
		x := d[min(max(i, g), n-1-g)] - mean
		squares += x * x
	}
	h := float64(n - 2*g)
	return trimmed{center, math.Sqrt(squares / (h * math.Max(1, h-1))), n - 2*g - 1}
}
