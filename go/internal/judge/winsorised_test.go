package judge

import (
	"math"
	"slices"
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
	return 2 * studentTail(math.Abs(t.center)/t.deviation, t.freedom)
}

func (t trimmed) Interval(alpha float64) Estimate {
	if t.freedom < 1 || t.deviation == 0 {
		return unknown(t.center)
	}
	half := t.deviation * studentQuantile(alpha/2, t.freedom)
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

// studentTail is P(T > t) for t >= 0 and whole degrees of freedom: the finite
// sums of Abramowitz and Stegun, 26.7.3 and 26.7.4.
func studentTail(t float64, freedom int) float64 {
	v := float64(freedom)
	angle := math.Atan(t / math.Sqrt(v))
	sin, cos := math.Sincos(angle)
	var a float64
	if freedom%2 == 1 {
		term, sum := cos, 0.0
		for k := 1; k <= freedom-2; k += 2 {
			if k > 1 {
				term *= cos * cos * float64(k-1) / float64(k)
			}
			sum += term
		}
		a = 2 / math.Pi * (angle + sin*sum)
	} else {
		term, sum := 1.0, 1.0
		for k := 2; k <= freedom-2; k += 2 {
			term *= cos * cos * float64(k-1) / float64(k)
			sum += term
		}
		a = sin * sum
	}
	return math.Max(0, (1-a)/2)
}

func studentQuantile(tail float64, freedom int) float64 {
	low, high := 0.0, 1.0
	for studentTail(high, freedom) > tail && high < 1e9 {
		high *= 2
	}
	for range 60 {
		if m := (low + high) / 2; studentTail(m, freedom) > tail {
			low = m
		} else {
			high = m
		}
	}
	return high
}
