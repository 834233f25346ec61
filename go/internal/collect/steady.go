package collect

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/stat"
)

// warmedUp takes what a process said of its warm-up, where it decided itself
// when it was warm.
func (s *Sample) warmedUp(p plan.Plan, record plan.Sample, kind config.Kind, said map[string]string) error {
	if _, ok := p.Bounds(record.Side, record.Benchmark, kind); !ok || record.Cold {
		return nil
	}
	ns, err := strconv.ParseUint(said[warmupTime], 10, 63)
	if err != nil {
		return fmt.Errorf("printed %q as its %s, want nanoseconds", said[warmupTime], warmupTime)
	}
	s.Values = append(s.Values, benchfmt.Value{Value: float64(ns), Unit: warmupTime})
	s.Unsteady = cmp.Or(said["unsteady"], s.Unsteady)
	return nil
}

// compilers is the unit of the processor cores that compilers took, or would
// have taken if they had got them, in an iteration.
const compilers = "compilers"

// A median is no longer that of the code before or after a compile if the
// compile takes half of what is measured.
const compilersShare = 0.5

// unsteady tells why a process had not come to rest in its measured iterations,
// or "". busy are the cores that its compilers took, if it told.
func unsteady(times, busy []float64) string {
	if share := mean(busy); share >= compilersShare {
		return fmt.Sprintf("the compiler was at work for %.0f %% of the measured time", 100*min(1, share))
	}
	return speedingUp(times)
}

// A process counts as still speeding up if its iterations got faster by enough to matter,
// in an order that chance makes in 1.5 of a thousand processes; or by so much that noise
// alone hardly does it, in an order that chance makes in one of a hundred: five iterations
// show no more, even if each is faster than the one before. So rare, since a first run has
// fifty samples, and one that chance marks is a false alarm.
var speedUps = []struct{ chance, fall float64 }{{0.0015, 0.05}, {0.01, 0.35}}

// speedingUp tells by how much the iterations of a process were still getting
// faster, or "". times are ns/op in the order of measuring.
//
// The test is Mann's for a trend (Econometrica 13, 1945), one-sided and
// exact: among all orders of the iterations, how many have as few pairs of
// which the later is the slower? The effect is the fall over the measured
// iterations along the median slope of all pairs (Sen, JASA 63, 1968), as a
// part of the median time. Fewer than five iterations can't show a trend.
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
	if len(slopes) == 0 {
		return ""
	}
	chance := chanceOfRising(len(times), rising)
	fall := -stat.Median(slopes) * float64(len(times)-1) / stat.Median(times)
	for _, s := range speedUps {
		if chance <= s.chance && fall >= s.fall {
			return fmt.Sprintf("still speeding up: by %.0f %% over the measured iterations", 100*fall)
		}
	}
	return ""
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
