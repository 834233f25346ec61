package stat

import (
	"math"
	"slices"
	"sort"
)

// Shift estimates by how much the second of two independent samples, of any sizes, lies
// above the first: the median of all differences, and an interval between two of them
// that misses the shift with a chance of at most alpha (Hodges and Lehmann, Ann. Math.
// Statist. 34, 1963). The interval is infinite where the samples are too few for alpha.
func Shift(x1, x2 []float64, alpha float64) (center, low, high float64) {
	all := make([]float64, 0, len(x1)*len(x2))
	for _, a := range x1 {
		for _, b := range x2 {
			all = append(all, b-a)
		}
	}
	slices.Sort(all)
	center, low, high = Middle(all), math.Inf(-1), math.Inf(1)
	if k := Within(len(x1), len(x2), alpha); k > 0 {
		low, high = all[k-1], all[len(all)-k]
	}
	return center, low, high
}

// Within is how many of the ordered differences lie below an interval: the largest k
// with P(U < k) at most alpha/2, by the exact distribution where MannWhitney uses it,
// and above its size by the normal approximation, as p is.
func Within(n1, n2 int, alpha float64) int {
	if n1 == 0 || n2 == 0 {
		return 0
	}
	if n1 <= MostUntied && n2 <= MostUntied {
		return Critical(UBelow(n1, n2), alpha)
	}
	mean := float64(n1) * float64(n2) / 2
	deviation := math.Sqrt(mean * float64(n1+n2+1) / 6)
	z := -math.Sqrt2 * math.Erfcinv(alpha)
	return max(0, int(math.Floor(mean-0.5+z*deviation))+1)
}

// Critical is how many values of a statistic, from the smallest on, have a lower tail
// of at most alpha/2.
func Critical(cdf []float64, alpha float64) int {
	return sort.Search(len(cdf), func(i int) bool { return cdf[i] > alpha/2 })
}
