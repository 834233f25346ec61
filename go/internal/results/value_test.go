package results_test

import (
	"math"
	"testing"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/results"
)

// However a unit is written, by whoever names it or in the values, it is the same.
func TestValue(t *testing.T) {
	raw := []benchfmt.Value{{Value: 5e6, Unit: "p99-ns"}, {Value: 3, Unit: "MB/s"}, {Value: 7, Unit: "req/s"}}
	read := []benchfmt.Value{{Value: 5e-3, Unit: "p99-sec"}, {Value: 3e6, Unit: "B/s"}, {Value: 7, Unit: "req/s"}}
	for unit, want := range map[string]float64{"p99-ns": 5e-3, "p99-sec": 5e-3, "MB/s": 3e6, "B/s": 3e6, "req/s": 7, "p50-ns": math.NaN()} {
		for _, values := range [][]benchfmt.Value{raw, read} {
			if got := results.Value(values, unit); math.Abs(got-want) > 1e-12*want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s of %v: %v, want %v", unit, values, got, want)
			}
		}
	}
}
