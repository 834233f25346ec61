package judge

import (
	"math"
	"slices"
	"sync"

	"golang.org/x/perf/benchmath"
)

// MannWhitney is the U test of all heads against all bases (Ann. Math. Statist.
// 18, 1947), benchstat's: it does not know which of them belong together.
//
// It assumes that, without a change, all samples come from one distribution,
// independent of each other. Its p is benchmath's: exact up to 50 samples a
// side, and up to 25 with ties. The estimate is the median of the differences of
// all heads and bases, and the interval lies between two of them (Hodges and
// Lehmann, Ann. Math. Statist. 34, 1963).
var MannWhitney Test = &mannWhitney{}

type mannWhitney struct{ tables sync.Map } // of []float64 by n

func (*mannWhitney) Name() string { return "mann-whitney" }

// Attainable is 2/C(2n,n): every head is above every base, or below. That is
// 0.002 for 6 samples a side and 0.00001 for 10.
func (*mannWhitney) Attainable(n int) float64 {
	p := 2.0
	for i := 1; i <= n; i++ {
		p *= float64(i) / float64(n+i)
	}
	return math.Min(1, p)
}

func (t *mannWhitney) Compare(base, head []float64) Comparison {
	b, h := slices.Sorted(slices.Values(base)), slices.Sorted(slices.Values(head))
	all := make([]float64, 0, len(b)*len(h))
	for _, x := range b {
		for _, y := range h {
			all = append(all, y-x)
		}
	}
	slices.Sort(all)
	return rankComparison{t, b, h, all}
}

type rankComparison struct {
	test            *mannWhitney
	base, head, all []float64 // sorted
}

func (c rankComparison) P() float64 {
	n := len(c.base)
	u, ties := statistic(c.base, c.head)
	if ties || n > 50 {
		thresholds := &benchmath.Thresholds{}
		return math.Min(1, benchmath.AssumeNothing.Compare(benchmath.NewSample(slices.Clone(c.base), thresholds), benchmath.NewSample(slices.Clone(c.head), thresholds)).P)
	}
	return math.Min(1, 2*c.test.cdf(n)[min(u, n*n-u)])
}

// statistic counts the pairs in which the head is above the base; it is of no
// use where values tie.
func statistic(base, head []float64) (u int, ties bool) {
	i := 0
	for j, h := range head {
		for i < len(base) && base[i] < h {
			i++
		}
		u += i
		ties = ties || i < len(base) && base[i] == h || j > 0 && head[j-1] == h
	}
	for i := 1; i < len(base); i++ {
		ties = ties || base[i] == base[i-1]
	}
	return u, ties
}

// cdf is the chance, by the value, that U of n and n samples is at most that,
// up to the middle of the distribution: by Mann and Whitney's recurrence,
//
//	p(n,m,u) = (n·p(n-1,m,u-m) + m·p(n,m-1,u)) / (n+m)
func (t *mannWhitney) cdf(n int) []float64 {
	if table, ok := t.tables.Load(n); ok {
		return table.([]float64)
	}
	size := n*n/2 + 1
	row := make([][]float64, n+1) // by the smaller sample
	for i := range row {
		row[i] = make([]float64, size)
		row[i][0] = 1
	}
	for j := 1; j <= n; j++ {
		clear(row[0][1:])
		for i := 1; i <= n; i++ {
			less, out := row[i-1], row[i]
			if j == 1 {
				clear(out)
			}
			for u := size - 1; u >= 0; u-- {
				var l, r float64
				if u >= j {
					l = float64(i) * less[u-j]
				}
				if j > 1 {
					r = float64(j) * out[u]
				} else if u == 0 {
					r = 1 // no sample at all on one side
				}
				out[u] = (l + r) / float64(i+j)
			}
		}
	}
	table := row[n]
	for u := 1; u < size; u++ {
		table[u] += table[u-1]
	}
	t.tables.Store(n, table)
	return table
}

func (c rankComparison) Interval(alpha float64) Estimate {
	k := c.test.critical(len(c.base), alpha)
	if k == 0 {
		return unknown(middle(c.all))
	}
	return Estimate{middle(c.all), c.all[k-1], c.all[len(c.all)-k]}
}

// critical is as for an exact table, and above its size by the normal
// approximation, as p is.
func (t *mannWhitney) critical(n int, alpha float64) int {
	if n <= 50 {
		return critical(t.cdf(n), alpha)
	}
	m := float64(n)
	deviation := m * math.Sqrt((2*m+1)/12)
	return max(0, int(math.Floor(m*m/2-0.5+quantile(alpha/2)*deviation))+1)
}
