package calibrate

import (
	"math"
	"testing"
)

// The bounds by their definition: at the lower one so many or more successes
// have a chance of 5 %, at the upper one so many or fewer.
func TestRate(t *testing.T) {
	atMost := func(count, of int, p float64) float64 {
		var sum float64
		for k := range count + 1 {
			a, _ := math.Lgamma(float64(of + 1))
			b, _ := math.Lgamma(float64(k + 1))
			c, _ := math.Lgamma(float64(of - k + 1))
			sum += math.Exp(a - b - c + float64(k)*math.Log(p) + float64(of-k)*math.Log1p(-p))
		}
		return sum
	}
	for _, test := range []struct{ count, of int }{{0, 1}, {1, 1}, {0, 1000}, {1, 1000}, {5, 10}, {10, 10}, {3, 40}, {990, 1000}, {9999, 20000}} {
		r := NewRate(test.count, test.of)
		if test.count == 0 != (r.Low == 0) || test.count == test.of != (r.High == 1) {
			t.Errorf("%d of %d: %v", test.count, test.of, r)
		}
		if test.count > 0 {
			if got := 1 - atMost(test.count-1, test.of, r.Low); math.Abs(got-0.05) > 1e-6 {
				t.Errorf("%d of %d: %v at the lower bound %v, want 0.05", test.count, test.of, got, r.Low)
			}
		}
		if test.count < test.of {
			if got := atMost(test.count, test.of, r.High); math.Abs(got-0.05) > 1e-6 {
				t.Errorf("%d of %d: %v at the upper bound %v, want 0.05", test.count, test.of, got, r.High)
			}
		}
	}
	if got, want := NewRate(0, 1000).String(), "0.0 % (0.0 … 0.3)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
