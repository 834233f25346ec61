package judge

import "math"

// quantile is the normal distribution's.
func quantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }
