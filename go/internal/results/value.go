package results

import (
	"math"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// Value is that of a unit among values, in base units: nanoseconds are seconds, however
// the unit or the values are written. It is NaN where there is none.
func Value(values []benchfmt.Value, unit string) float64 {
	_, want := benchunit.Tidy(1, unit)
	for _, v := range values {
		if value, unit := benchunit.Tidy(v.Value, v.Unit); unit == want {
			return value
		}
	}
	return math.NaN()
}
