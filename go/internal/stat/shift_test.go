package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/stat"
)

// The interval covers the shift as often as it says, for sizes that differ, by the exact
// distribution and by the normal approximation; and one that leaves out zero goes with a
// p at most alpha, which is benchmath's.
func TestShift(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][2]int{{5, 9}, {10, 10}, {12, 7}, {60, 20}} {
		const tries, alpha = 2000, 0.1
		missed := 0
		for range tries {
			var x1, x2 []float64
			for range size[0] {
				x1 = append(x1, rnd.ExpFloat64())
			}
			for range size[1] {
				x2 = append(x2, 3+rnd.ExpFloat64())
			}
			center, low, high := stat.Shift(x1, x2, alpha)
			if low > 3 || high < 3 {
				missed++
			}
			if center < low || center > high {
				t.Fatalf("%v: %v outside %v … %v", size, center, low, high)
			}
			for i := range x2 {
				x2[i] -= 3.5
			}
			_, low, high = stat.Shift(x1, x2, alpha)
			p := benchmath.AssumeNothing.Compare(benchmath.NewSample(x1, &benchmath.Thresholds{}), benchmath.NewSample(x2, &benchmath.Thresholds{})).P
			if (low > 0 || high < 0) != (p <= alpha) && math.Abs(p-alpha) > 0.002 {
				t.Fatalf("%v: %v … %v with p %v", size, low, high, p)
			}
		}
		if rate := float64(missed) / tries; rate > alpha+0.02 || rate < alpha/3 {
			t.Errorf("%v: missed in %v of the tries, want %v at most", size, rate, alpha)
		}
	}
	if _, low, high := stat.Shift([]float64{1, 2}, []float64{3, 4}, 0.05); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("too few samples: %v … %v", low, high)
	}
}
