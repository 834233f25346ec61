package stat

import (
	"math"
	"testing"

	"github.com/aclements/go-moremath/mathx"
)

// Against the closed forms for 1, 2 and 4 degrees of freedom, and the normal
// distribution, to which many degrees come close.
func TestStudentTails(t *testing.T) {
	for _, form := range []struct {
		freedom, precision float64
		p                  func(t float64) float64
	}{
		{1, 1e-12, func(t float64) float64 { return 2 / math.Pi * math.Atan2(1, t) }},
		{2, 1e-12, func(t float64) float64 { r := math.Hypot(t, math.Sqrt2); return 2 / (r * (r + t)) }},
		{4, 1e-9, func(t float64) float64 {
			u := t / math.Sqrt(t*t+4)
			return 1 - u*(3-u*u)/2
		}},
		{1e6, 1e-4, func(t float64) float64 { return math.Erfc(t / math.Sqrt2) }},
	} {
		for _, x := range []float64{1e-9, 0.01, 0.3, 1, 1.7, 2, 3, 5, 10, 20} {
			want := form.p(x)
			if got := StudentTails(x*x, form.freedom); math.Abs(got-want) > form.precision*math.Max(want, 1e-3) {
				t.Errorf("|t| > %v with %v degrees of freedom: p %v, want %v", x, form.freedom, got, want)
			}
		}
	}
}

func TestStudentTailsLimits(t *testing.T) {
	for _, freedom := range []float64{1, 2, 3, 50, 1e5, 1e7} {
		for _, limit := range []struct{ square, want float64 }{{math.Inf(1), 0}, {1e-320, 1}} {
			if got := StudentTails(limit.square, freedom); got != limit.want {
				t.Errorf("t² > %v with %v degrees of freedom: p %v, want %v", limit.square, freedom, got, limit.want)
			}
		}
		last := 1.0
		for square := 1e-6; square < 1e12; square *= 1.1 {
			p := StudentTails(square, freedom)
			if !(p <= last*(1+1e-9) && p >= 0) {
				t.Errorf("t² > %v with %v degrees of freedom: p %v, want %v or less", square, freedom, p, last)
			}
			last = p
		}
	}
}

// From tables of Student's t, two-sided.
func TestStudentQuantile(t *testing.T) {
	for _, test := range []struct{ probability, freedom, want float64 }{
		{0.95, 1, 12.706}, {0.95, 4, 2.776}, {0.95, 30, 2.042}, {0.99, 10, 3.169}, {0.95, 1e6, 1.960},
		{0.95, 2, 4.303}, {0.99, 5, 4.032}, {0.95, 9, 2.262}, {0.999, 10, 4.587}, {0.99, 29, 2.756},
	} {
		if got := StudentQuantile(test.probability, test.freedom); math.Abs(got-test.want) > 0.0005 {
			t.Errorf("%v with %v degrees of freedom: got %v, want %v", test.probability, test.freedom, got, test.want)
		}
	}
}

func TestBetaIsMoremath(t *testing.T) {
	for _, a := range []float64{0.5, 1, 2.5, 40, 3000} {
		for _, b := range []float64{0.5, 1, 7, 900} {
			for x := 0.001; x < 1; x += 0.037 {
				got, want := Beta(x, 1-x, a, b), mathx.BetaInc(x, a, b)
				if math.Abs(got-want) > 1e-10 {
					t.Errorf("I_%v(%v, %v): %v, go-moremath says %v", x, a, b, got, want)
				}
			}
		}
	}
}
