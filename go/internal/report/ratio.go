package report

import (
	"math"
	"slices"
)

// ratioInterval estimates head/base of two sets of positive samples, with an
// interval at level 1 - alpha or more: the median of the ratios of all pairs,
// between two of their order statistics (Hodges and Lehmann, Ann. Math.
// Statist. 34, 1963, on logarithms). The interval belongs to the U test: it
// leaves out 1 if and only if the test rejects at alpha, ties aside. With too
// few samples for alpha it is 0 to +Inf.
func ratioInterval(base, head []float64, alpha float64) (ratio, low, high float64) {
	var ratios []float64
	for _, b := range base {
		for _, h := range head {
			ratios = append(ratios, h/b)
		}
	}
	slices.Sort(ratios)
	n := len(ratios)
	ratio = math.Sqrt(ratios[(n-1)/2] * ratios[n/2])
	k := critical(len(base), len(head), alpha)
	if k == 0 {
		return ratio, 0, math.Inf(1)
	}
	return ratio, ratios[k-1], ratios[n-k]
}

// critical is the largest k for which P(U < k) is at most alpha/2 under the
// null hypothesis, for samples of sizes n and m; 0 if there is none.
func critical(n, m int, alpha float64) int {
	counts := ranks(n, m)
	var all float64
	for _, c := range counts {
		all += c
	}
	var below float64
	for k, c := range counts {
		if below += c / all; below > alpha/2 {
			return k
		}
	}
	return 0
}

// ranks counts, by the value of U, the orders of n and m samples: the
// coefficients of the Gaussian binomial, by Mann and Whitney's recurrence
// (Ann. Math. Statist. 18, 1947).
func ranks(n, m int) []float64 {
	counts := make([]float64, n*m+1)
	counts[0] = 1
	// Multiply by (1 - q^(n+i)), divide by (1 - q^i), for each i up to m.
	for i := 1; i <= m; i++ {
		for u := n * m; u >= n+i; u-- {
			counts[u] -= counts[u-n-i]
		}
		for u := i; u <= n*m; u++ {
			counts[u] += counts[u-i]
		}
	}
	return counts
}
