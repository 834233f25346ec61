package changepoint

import (
	"math"

	"github.com/cobench/cobench/go/internal/stat"
)

// Interval is the confidence interval (0.95, say) of the point's Ratio, by
// Student's t with the variance of both sides, on the logarithm of the ratio
// (delta method). It judges a point that was chosen for being far out, so it
// lies a little too far out too. Without two values on one side, or with a mean
// of 0, there is none: then it is 0 to +Inf.
func (p Point) Interval(confidence float64) (low, high float64) {
	a, b := p.Before, p.After
	freedom := float64(a.N + b.N - 2)
	if freedom < 1 || a.Mean == 0 || b.Mean == 0 {
		return 0, math.Inf(1)
	}
	squares := float64(a.N-1)*a.Std*a.Std + float64(b.N-1)*b.Std*b.Std
	deviation := math.Sqrt(squares / freedom * (1/(float64(a.N)*a.Mean*a.Mean) + 1/(float64(b.N)*b.Mean*b.Mean)))
	reach := math.Exp(stat.StudentQuantile(confidence, freedom) * deviation)
	return p.Ratio / reach, p.Ratio * reach
}
