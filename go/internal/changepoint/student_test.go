package changepoint

import (
	"fmt"
	"math"
	"testing"
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
			if got := studentTails(x*x, form.freedom); math.Abs(got-want) > form.precision*math.Max(want, 1e-3) {
				t.Errorf("|t| > %v with %v degrees of freedom: p %v, want %v", x, form.freedom, got, want)
			}
		}
	}
}

func TestStudentTailsLimits(t *testing.T) {
	for _, freedom := range []float64{1, 2, 3, 50, 1e5, 1e7} {
		for _, limit := range []struct{ square, want float64 }{{math.Inf(1), 0}, {1e-320, 1}} {
			if got := studentTails(limit.square, freedom); got != limit.want {
				t.Errorf("t² > %v with %v degrees of freedom: p %v, want %v", limit.square, freedom, got, limit.want)
			}
		}
		last := 1.0
		for square := 1e-6; square < 1e12; square *= 1.1 {
			p := studentTails(square, freedom)
			if !(p <= last*(1+1e-9) && p >= 0) {
				t.Errorf("t² > %v with %v degrees of freedom: p %v, want %v or less", square, freedom, p, last)
			}
			last = p
		}
	}
}

func TestStudentP(t *testing.T) {
	for _, test := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1}, []float64{2}, 1}, // no degree of freedom
		{[]float64{1, 1}, []float64{2}, 0},
		{[]float64{1, 1}, []float64{1}, 1},
		{[]float64{1, 3}, []float64{2}, 1},
		{[]float64{1, 2}, []float64{4}, 2 / math.Pi * math.Atan2(1, 2.5/math.Sqrt(0.75))}, // one degree, t = 2.5/sqrt(0.5 (1/2 + 1))
	} {
		a, b := momentsOf(test.a), momentsOf(test.b)
		for _, got := range []float64{studentP(a, b), studentP(b, a)} {
			if math.Abs(got-test.want) > 1e-12 {
				t.Errorf("%v and %v: p %v, want %v", test.a, test.b, got, test.want)
			}
		}
	}
}

func TestJoin(t *testing.T) {
	values := noise(1, 40, 0.1)
	for n := range values {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			got, want := momentsOf(values[:n]).join(momentsOf(values[n:])), momentsOf(values)
			if got.n != want.n || math.Abs(got.mean-want.mean) > 1e-14 || math.Abs(got.squares-want.squares) > 1e-14 {
				t.Errorf("joined %+v, want %+v", got, want)
			}
		})
	}
}
