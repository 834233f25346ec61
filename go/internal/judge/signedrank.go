package judge

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/cobench/cobench/go/internal/stat"
)

// SignedRank is Wilcoxon's signed-rank test (Biometrics Bulletin 1, 1945) of
// the logarithms of the ratios, round by round.
//
// It assumes of the rounds that they are independent and that, without a
// change, base and head of a round could be exchanged; the machine may be fast
// in one round and slow in the next. Its p is exact. With ties it is the share
// of all 2^n ways to give signs to the ranks that are there, zeros being ranked
// with the others and then left out (Pratt, JASA 54, 1959).
//
// The estimate is the median of the Walsh averages, the means of two of the
// differences or of one with itself, and the interval lies between two of them
// (Hodges and Lehmann, Ann. Math. Statist. 34, 1963; Tukey's count of them):
// it leaves out 0 if and only if the test rejects, ties aside.
var SignedRank Test = &signedRank{}

// exactRounds is up to where the distribution is counted; the normal one with
// correction for continuity is as good above it.
const exactRounds = 200

// signedMoments are the mean and standard deviation of the sum of the positive ranks.
func signedMoments(n int) (mean, deviation float64) {
	m := float64(n)
	return m * (m + 1) / 4, math.Sqrt(m * (m + 1) * (2*m + 1) / 24)
}

type signedRank struct{ tables sync.Map } // of []float64 by n

func (*signedRank) Name() string { return "signed-rank" }

// Attainable is 2/2^n: all rounds point the same way. That is 0.03 for 6
// rounds, 0.002 for 10 and 0.0001 for 14.
func (*signedRank) Attainable(n int) float64 { return math.Min(1, math.Ldexp(2, -n)) }

func (t *signedRank) Compare(base, head []float64) Comparison {
	d := differences(base, head)
	walsh := make([]float64, 0, len(d)*(len(d)+1)/2)
	for i := range d {
		for _, other := range d[i:] {
			walsh = append(walsh, (d[i]+other)/2)
		}
	}
	slices.Sort(walsh)
	return signedComparison{t, d, walsh}
}

type signedComparison struct {
	test  *signedRank
	d     []float64 // by round
	walsh []float64 // sorted
}

func (c signedComparison) P() float64 {
	ranks, twiceSum := signedRanks(c.d)
	if ranks == nil {
		return 1
	}
	var total int
	plain := true
	for i, r := range ranks {
		total += r
		plain = plain && r == 2*(i+1)
	}
	small := min(twiceSum, total-twiceSum)
	if n := len(ranks); n > exactRounds {
		mean, deviation := signedMoments(n)
		return math.Min(1, math.Erfc((mean-float64(small)/2-0.5)/deviation/math.Sqrt2))
	}
	if plain {
		return math.Min(1, 2*c.test.cdf(len(ranks))[small/2])
	}
	return math.Min(1, 2*signTail(ranks, small))
}

// signedRanks are twice the ranks of the absolute differences that are not
// zero, ascending, tied ones in their middle, and the sum of those that belong
// to positive differences. It is nil if all are zero.
func signedRanks(d []float64) (ranks []int, positive int) {
	sorted := slices.Clone(d)
	slices.SortFunc(sorted, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	for i := 0; i < len(sorted); {
		j := i
		for j < len(sorted) && math.Abs(sorted[j]) == math.Abs(sorted[i]) {
			j++
		}
		for k := i; k < j && sorted[i] != 0; k++ {
			rank := i + j + 1 // twice the mean of i+1 … j
			ranks = append(ranks, rank)
			if sorted[k] > 0 {
				positive += rank
			}
		}
		i = j
	}
	return ranks, positive
}

// signTail is the chance that ranks with random signs have a positive sum of
// at most limit.
func signTail(ranks []int, limit int) float64 {
	chance := make([]float64, limit+1)
	chance[0] = 1
	for _, r := range ranks {
		for s := limit; s >= 0; s-- {
			chance[s] /= 2
			if s >= r {
				chance[s] += chance[s-r] / 2
			}
		}
	}
	var sum float64
	for _, c := range chance {
		sum += c
	}
	return sum
}

// cdf is the chance, by the sum, that the ranks 1 … n with random signs have a
// positive sum of at most that, up to the middle of the distribution.
func (t *signedRank) cdf(n int) []float64 {
	if table, ok := t.tables.Load(n); ok {
		return table.([]float64)
	}
	size := n*(n+1)/4 + 1
	table := make([]float64, size)
	table[0] = 1
	for r := 1; r <= n; r++ {
		for s := size - 1; s >= 0; s-- {
			table[s] /= 2
			if s >= r {
				table[s] += table[s-r] / 2
			}
		}
	}
	for s := 1; s < size; s++ {
		table[s] += table[s-1]
	}
	t.tables.Store(n, table)
	return table
}

func (c signedComparison) Interval(alpha float64) Estimate {
	// The k-th from either end, where k is the smallest sum that does not
	// reject, and one more than the largest that does.
	k := 0
	if n := len(c.d); n > exactRounds {
		mean, deviation := signedMoments(n)
		k = max(0, int(mean+quantile(alpha/2)*deviation-0.5)+1)
	} else {
		k = stat.Critical(c.test.cdf(n), alpha)
	}
	if k == 0 {
		return unknown(stat.Middle(c.walsh))
	}
	return Estimate{stat.Middle(c.walsh), c.walsh[k-1], c.walsh[len(c.walsh)-k]}
}
