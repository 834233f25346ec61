package compare

import (
	"fmt"
	"math"
	"math/bits"
	"sync"

	"golang.org/x/perf/benchmath"
)

// The exact distribution of U is used up to these sample sizes, as benchmath
// does; beyond them both take its normal approximation.
const (
	exactLimit     = 50
	exactTiesLimit = 25
)

// A rankTest compares samples by the two-sided Mann-Whitney U test and gives
// the same answers as benchmath.AssumeNothing. It is faster for two reasons:
// without ties the distribution depends on the sample sizes alone, and is
// kept; with ties it is counted over arrays instead of maps.
//
// Its methods may be called from several goroutines.
type rankTest struct {
	mu   sync.Mutex
	cdfs map[[2]int][]float64
}

func newRankTest() *rankTest {
	return &rankTest{cdfs: make(map[[2]int][]float64)}
}

// compare tests s1 against s2, whose values are in ascending order.
func (t *rankTest) compare(s1, s2 *benchmath.Sample, buf *rankBuffer) benchmath.Comparison {
	n1, n2 := len(s1.Values), len(s2.Values)
	alpha := s1.Thresholds.CompareAlpha
	limit := exactLimit
	twoU, ties := buf.rank(s1.Values, s2.Values)
	if ties {
		limit = exactTiesLimit
	}
	// Up to two distinct values are a closed form there, quick enough, which
	// below the smallest possible U answers with a p above 1.
	if n1 == 0 || n2 == 0 || n1 > limit || n2 > limit || len(buf.ties) < 3 {
		return benchmath.AssumeNothing.Compare(s1, s2)
	}

	c := benchmath.Comparison{N1: n1, N2: n2, Alpha: alpha}
	// benchmath doubles the tail below the smaller U, in the distribution of
	// the first sample's U, even where ties make that distribution lopsided.
	small := min(twoU, 2*n1*n2-twoU)
	switch {
	case small == n1*n2:
		c.P = 1
	case ties:
		c.P = 2 * (float64(buf.countTail(n1, n2, small)) / choose(n1+n2, n1))
	default:
		c.P = 2 * t.cdf(n1, n2)[small/2]
	}
	if c.P > alpha {
		if op, need := samplesToDetect(alpha); n1 < need && n2 < need {
			c.Warnings = []error{fmt.Errorf("need %s %d samples to detect a difference at alpha level %v", op, need, alpha)}
		}
	}
	return c
}

// samplesToDetect returns the smallest size at which two samples that don't
// overlap at all differ at level alpha. The search ends at 9, as benchmath's
// table does.
func samplesToDetect(alpha float64) (op string, n int) {
	for n = 1; n < 10; n++ {
		if 2/choose(2*n, n) <= alpha {
			return ">=", n
		}
	}
	return ">", n
}

// cdf returns P(U <= u) for u in [0, n1·n2/2] if no values tie, by the
// recurrence of Mann and Whitney (1947):
//
//	p(n,m,u) = (n·p(n-1,m,u-m) + m·p(n,m-1,u)) / (n+m)
//
// It adds in benchmath's order, so that the sums are equal to the last bit.
func (t *rankTest) cdf(n1, n2 int) []float64 {
	n, m := min(n1, n2), max(n1, n2)
	t.mu.Lock()
	defer t.mu.Unlock()
	if cdf := t.cdfs[[2]int{n, m}]; cdf != nil {
		return cdf
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
	cdf := make([]float64, size)
	sum := 0.0
	for u, p := range row[n] {
		sum += p
		cdf[u] = sum
	}
	t.cdfs[[2]int{n, m}] = cdf
	return cdf
}

// A rankBuffer is the memory of one goroutine that tests many pairs.
type rankBuffer struct {
	// ties holds the number of values at each distinct value, ascending.
	ties []int
	// count[j][v] counts the ways to choose j of the values seen so far with
	// twice their rank sum equal to j·(j+1) + v.
	count [][]uint64
	// high[j] is the largest v that count[j] reaches, or -1.
	high []int
}

// rank fills b.ties and returns twice the U statistic of x1 (pairs in which
// x1 is greater, a tie counting half) and whether any values tie.
func (b *rankBuffer) rank(x1, x2 []float64) (twoU int, ties bool) {
	b.ties = b.ties[:0]
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
		size := i - i0 + j - j0
		b.ties = append(b.ties, size)
		ties = ties || size > 1
	}
	return twoU, ties
}

// countTail returns in how many of the ways to choose n1 of the n1+n2 ranks,
// tied as b.ties says, twice the U statistic is at most limit.
//
// It multiplies the generating functions of the tied groups, as Streitberg
// and Röhmel (1986) do with their shift algorithm. The count of n1 ranks is
// that of the n2 others in reverse order, so the smaller sample is chosen.
// A count is at most C(50,25) < 2^47.
func (b *rankBuffer) countTail(n1, n2, limit int) uint64 {
	n, total := n1, n1+n2
	reverse := n2 < n1
	if reverse {
		n = n2
	}
	b.reset(n, limit)
	seen := 0
	for g := range b.ties {
		size := b.ties[g]
		if reverse {
			size = b.ties[len(b.ties)-1-g]
		}
		twoRank := 2*seen + size + 1
		// Fewer than need can't be filled up by the values still to come.
		seen += size
		need := max(0, n-(total-seen))
		for j := min(n, seen); j >= need; j-- {
			dst, high := b.count[j], b.high[j]
			for k := 1; k <= min(size, j); k++ {
				from := b.high[j-k]
				if from < 0 {
					continue
				}
				// The shift is never negative: of equally many values,
				// those that came before have the smaller ranks.
				shift := k * (twoRank - (2*(j-k) + k + 1))
				end := min(from+shift, limit)
				if end < shift {
					continue
				}
				if end > high {
					clear(dst[high+1 : end+1])
					high = end
				}
				addShifted(dst[shift:end+1], b.count[j-k], binomial(size, k))
			}
			b.high[j] = high
		}
	}
	var sum uint64
	for v := 0; v <= b.high[n]; v++ {
		sum += b.count[n][v]
	}
	return sum
}

func addShifted(dst, src []uint64, factor uint64) {
	src = src[:len(dst)]
	if factor == 1 {
		for i, c := range src {
			dst[i] += c
		}
		return
	}
	for i, c := range src {
		dst[i] += factor * c
	}
}

func (b *rankBuffer) reset(n, limit int) {
	for len(b.count) <= n {
		b.count = append(b.count, nil)
		b.high = append(b.high, -1)
	}
	for j := range n + 1 {
		if len(b.count[j]) <= limit {
			b.count[j] = make([]uint64, limit+1)
		}
		b.high[j] = -1
	}
	b.count[0][0], b.high[0] = 1, 0
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

// choose returns C(n,k) rounded as go-moremath rounds it, exact for n <= 20
// and by logarithms above: p is to agree with benchmath's at a threshold too.
func choose(n, k int) float64 {
	if n <= 20 || k == 0 || k == n {
		return float64(binomial(n, k))
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a - b - c)
}
