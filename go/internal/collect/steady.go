package collect

import (
	"fmt"
	"slices"
)

// A process counts as still speeding up if its iterations got faster by more
// than a chance order would in one of twenty processes, and by enough to matter.
const (
	steadyAlpha  = 0.05
	steadyEffect = 0.05
)

// speedingUp tells by how much the iterations of a process were still getting
// faster, or "". times are ns/op in the order of measuring.
//
// The test is Mann's for a trend (Econometrica 13, 1945), one-sided and
// exact: among all orders of the iterations, how many have as few pairs of
// which the later is the slower? The effect is the fall over the measured
// iterations along the median slope of all pairs (Sen, JASA 63, 1968), as a
// part of the median time. Fewer than four iterations can't show a trend.
func speedingUp(times []float64) string {
	rising := 0.0
	var slopes []float64
	for i := range times {
		for j := i + 1; j < len(times); j++ {
			switch {
			case times[j] > times[i]:
				rising++
			case times[j] == times[i]:
				rising += 0.5
			}
			slopes = append(slopes, (times[j]-times[i])/float64(j-i))
		}
	}
	if len(slopes) == 0 || chanceOfRising(len(times), rising) > steadyAlpha {
		return ""
	}
	fall := -median(slopes) * float64(len(times)-1) / median(times)
	if fall < steadyEffect {
		return ""
	}
	return fmt.Sprintf("still speeding up: by %.0f %% over the measured iterations", 100*fall)
}

// chanceOfRising is the part of all orders of n values that have at most so
// many rising pairs: the Mahonian numbers' distribution.
func chanceOfRising(n int, most float64) float64 {
	chance := []float64{1} // by the number of rising pairs
	for i := 2; i <= n; i++ {
		next := make([]float64, len(chance)+i-1)
		for pairs, p := range chance {
			for more := range i {
				next[pairs+more] += p / float64(i)
			}
		}
		chance = next
	}
	var sum float64
	for pairs, p := range slices.All(chance) {
		if float64(pairs) <= most {
			sum += p
		}
	}
	return sum
}
