package stat

import (
	"math"
	"math/bits"
	"sync"
)

// The exact distribution of U is used up to these sample sizes, as benchmath
// does; beyond them both take its normal approximation.
const (
	MostUntied = 50
	MostTied   = 25
)

// MannWhitney is the two-sided p of the U test (Ann. Math. Statist. 18, 1947) on
// two samples in ascending order: benchmath's to the last digits, in a part of
// its time. Without ties the distribution depends on the sample sizes alone, and
// is kept; with ties, of which counts of bytes have many, it is counted over
// arrays instead of maps.
//
// It is not exact for samples that are too large or too few, or that have no
// three distinct values: those are benchmath's.
func MannWhitney(x1, x2 []float64) (p float64, exact bool) {
	n1, n2, most := len(x1), len(x2), MostUntied
	ties, twoU := rank(x1, x2)
	if len(ties) < n1+n2 {
		most = MostTied
	}
	// Up to two distinct values are a closed form there, quick enough, which
	// below the smallest possible U answers with a p above 1.
	if n1 == 0 || n2 == 0 || n1 > most || n2 > most || len(ties) < 3 {
		return 0, false
	}
	// benchmath doubles the tail below the smaller U, in the distribution of
	// the first sample's U, even where ties make that distribution lopsided.
	small := min(twoU, 2*n1*n2-twoU)
	switch {
	case small == n1*n2:
		return 1, true
	case most == MostTied:
		return 2 * (float64(tail(ties, n1, n2, small)) / Choose(n1+n2, n1)), true
	}
	return 2 * UBelow(n1, n2)[small/2], true
}

// tables are the distributions of U without ties, by both sizes.
var tables sync.Map

// UBelow is P(U <= u) for u in [0, n1·n2/2] if no values tie, by the recurrence
// of Mann and Whitney:
//
//	p(n,m,u) = (n·p(n-1,m,u-m) + m·p(n,m-1,u)) / (n+m)
//
// It adds in benchmath's order, so that the sums are equal to the last bit. The
// table is shared: nobody may change it.
func UBelow(n1, n2 int) []float64 {
	n, m := min(n1, n2), max(n1, n2)
	if known, ok := tables.Load([2]int{n, m}); ok {
		return known.([]float64)
	}
	size := n*m/2 + 1
	// row[i] holds p(i,j,·) for the j reached so far.
	row := make([][]float64, n+1)
	for i := range row {
		row[i] = make([]float64, size)
	}
	row[0][0] = 1
	for j := 1; j <= m; j++ {
		for i := 1; i <= min(n, j); i++ {
			less, same := row[i-1], row[i]
			if i == j {
				// p(i,i-1) = p(i-1,i), which this row holds already.
				same = row[i-1]
			}
			out := row[i]
			for u := min(i*j, size-1); u >= 0; u-- {
				l := 0.0
				if u >= j {
					l = float64(i) * less[u-j]
				}
				r := float64(j) * same[u]
				out[u] = (l + r) / float64(i+j)
			}
		}
	}
	cdf := row[n]
	for u := 1; u < size; u++ {
		cdf[u] += cdf[u-1]
	}
	tables.Store([2]int{n, m}, cdf)
	return cdf
}

// rank returns how many values there are at each distinct value, ascending, and
// twice the U statistic of x1: the pairs in which x1 is greater, a tie counting
// half.
func rank(x1, x2 []float64) (ties []int, twoU int) {
	ties = make([]int, 0, len(x1)+len(x2))
	i, j := 0, 0
	for i < len(x1) || j < len(x2) {
		var v float64
		if j == len(x2) || i < len(x1) && x1[i] < x2[j] {
			v = x1[i]
		} else {
			v = x2[j]
		}
		i0, j0 := i, j
		for i < len(x1) && x1[i] == v {
			i++
		}
		for j < len(x2) && x2[j] == v {
			j++
		}
		twoU += (i - i0) * (j0 + j)
		ties = append(ties, i-i0+j-j0)
	}
	return ties, twoU
}

// tail returns in how many of the ways to choose n1 of the n1+n2 ranks, tied as
// ties says, twice the U statistic is at most limit.
//
// It multiplies the generating functions of the tied groups, as Streitberg
// and Röhmel (1986) do with their shift algorithm. The count of n1 ranks is
// that of the n2 others in reverse order, so the smaller sample is chosen.
// A count is at most C(50,25) < 2^47.
func tail(ties []int, n1, n2, limit int) uint64 {
	n, total := min(n1, n2), n1+n2
	// count[j][v] counts the ways to choose j of the values seen so far with
	// twice their rank sum equal to j·(j+1) + v; it reaches up to v = high[j].
	count, high := make([][]uint64, n+1), make([]int, n+1)
	for j := range count {
		count[j], high[j] = make([]uint64, limit+1), -1
	}
	count[0][0], high[0] = 1, 0
	seen := 0
	for g, size := range ties {
		if n2 < n1 {
			size = ties[len(ties)-1-g]
		}
		twoRank := 2*seen + size + 1
		// Fewer than need can't be filled up by the values still to come.
		seen += size
		need := max(0, n-(total-seen))
		for j := min(n, seen); j >= need; j-- {
			for k := 1; k <= min(size, j); k++ {
				from := high[j-k]
				// The shift is never negative: of equally many values,
				// those that came before have the smaller ranks.
				shift := k * (twoRank - (2*(j-k) + k + 1))
				end := min(from+shift, limit)
				if from < 0 || end < shift {
					continue
				}
				high[j] = max(high[j], end)
				addShifted(count[j][shift:end+1], count[j-k], binomial(size, k))
			}
		}
	}
	var sum uint64
	for _, c := range count[n] {
		sum += c
	}
	return sum
}

func addShifted(dst, src []uint64, factor uint64) {
	src = src[:len(dst)]
	for i, c := range src {
		dst[i] += factor * c
	}
}

// binomial returns C(n,k), n <= 50.
func binomial(n, k int) uint64 {
	c := uint64(1)
	k = min(k, n-k)
	for i := 1; i <= k; i++ {
		hi, lo := bits.Mul64(c, uint64(n-k+i))
		c, _ = bits.Div64(hi, lo, uint64(i))
	}
	return c
}

// Choose returns C(n,k) rounded as go-moremath rounds it, exact for n <= 20 and
// by logarithms above: p is to agree with benchmath's at a threshold too.
func Choose(n, k int) float64 {
	if n <= 20 || k == 0 || k == n {
		return float64(binomial(n, k))
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a - b - c)
}
