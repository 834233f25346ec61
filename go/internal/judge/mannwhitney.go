package judge

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/stat"
)

// MannWhitney is the U test of all heads against all bases (Ann. Math. Statist.
// 18, 1947), benchstat's: it does not know which of them belong together.
//
// It assumes that, without a change, all samples come from one distribution,
// independent of each other. Its p is benchmath's: exact up to 50 samples a
// side, and up to 25 with ties. The estimate is the median of the differences of
// all heads and bases, and the interval lies between two of them (Hodges and
// Lehmann, Ann. Math. Statist. 34, 1963).
var MannWhitney Test = mannWhitney{}

type mannWhitney struct{}

func (mannWhitney) Name() string { return "mann-whitney" }

// Attainable is 2/C(2n,n): every head is above every base, or below. That is
// 0.002 for 6 samples a side and 0.00001 for 10.
func (mannWhitney) Attainable(n int) float64 {
	p := 2.0
	for i := 1; i <= n; i++ {
		p *= float64(i) / float64(n+i)
	}
	return math.Min(1, p)
}

func (mannWhitney) Compare(base, head []float64) Comparison {
	b, h := slices.Sorted(slices.Values(base)), slices.Sorted(slices.Values(head))
	all := make([]float64, 0, len(b)*len(h))
	for _, x := range b {
		for _, y := range h {
			all = append(all, y-x)
		}
	}
	slices.Sort(all)
	return rankComparison{b, h, all}
}

type rankComparison struct{ base, head, all []float64 } // sorted

func (c rankComparison) P() float64 {
	p, exact := stat.MannWhitney(c.base, c.head)
	if !exact {
		thresholds := &benchmath.Thresholds{}
		p = benchmath.AssumeNothing.Compare(benchmath.NewSample(slices.Clone(c.base), thresholds), benchmath.NewSample(slices.Clone(c.head), thresholds)).P
	}
	return math.Min(1, p)
}

func (c rankComparison) Interval(alpha float64) Estimate {
	k := stat.Within(len(c.base), len(c.head), alpha)
	if k == 0 {
		return unknown(stat.Middle(c.all))
	}
	return Estimate{stat.Middle(c.all), c.all[k-1], c.all[len(c.all)-k]}
}
