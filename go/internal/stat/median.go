package stat

import (
	"math"
	"slices"
)

// Median is the middle of values in any order, or the mean of the two in the
// middle; NaN of none.
func Median(values []float64) float64 { return Middle(slices.Sorted(slices.Values(values))) }

// Middle is the median of values in ascending order.
func Middle(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
