package report

import (
	"math"
	"testing"

	"golang.org/x/perf/benchmath"
)

// The published critical values of U, two-sided at 5 % (Milton, JASA 59, 1964):
// the largest U that rejects, so one less than k.
func TestCritical(t *testing.T) {
	for _, test := range []struct{ n, m, want int }{
		{3, 3, 0}, {4, 4, 1}, {5, 5, 3}, {6, 6, 6}, {6, 8, 9}, {10, 10, 24}, {20, 20, 128},
	} {
		if got := critical(test.n, test.m, 0.05); got != test.want {
			t.Errorf("critical(%d, %d) = %d, want %d", test.n, test.m, got, test.want)
		}
	}
}

// The interval and the test must not contradict each other.
func TestIntervalAgreesWithTest(t *testing.T) {
	seed := uint64(1)
	random := func() float64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return 1 + float64(seed>>40)/float64(1<<24)
	}
	rejected := 0
	for range 2000 {
		var base, head []float64
		shift := 1 + 0.8*(random()-1)
		for range 7 {
			base, head = append(base, random()), append(head, shift*random())
		}
		_, low, high := ratioInterval(base, head, 0.05)
		thresholds := &benchmath.Thresholds{CompareAlpha: 0.05}
		p := benchmath.AssumeNothing.Compare(benchmath.NewSample(append([]float64(nil), base...), thresholds), benchmath.NewSample(append([]float64(nil), head...), thresholds)).P
		if outside := low > 1 || high < 1; outside != (p <= 0.05) {
			t.Fatalf("p = %v, but the interval is %v to %v\nbase %v\nhead %v", p, low, high, base, head)
		}
		if p <= 0.05 {
			rejected++
		}
	}
	if rejected == 0 || rejected == 2000 {
		t.Errorf("%d of 2000 rejected: the test shows nothing", rejected)
	}
}

func TestRatioOfTooFewSamples(t *testing.T) {
	ratio, low, high := ratioInterval([]float64{2, 2}, []float64{4, 4}, 0.05)
	if ratio != 2 || low != 0 || !math.IsInf(high, 1) {
		t.Errorf("got %v, %v to %v, want 2, 0 to +Inf", ratio, low, high)
	}
}
