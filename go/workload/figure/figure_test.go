package figure

import (
	"slices"
	"testing"
	"time"
)

// The same table stands in the Kotlin twin's tests.
func TestPercentiles(t *testing.T) {
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i)
	}
	for _, test := range []struct {
		name      string
		latencies []time.Duration
		want      []Figure
	}{
		{"none", nil, nil},
		{"one", []time.Duration{7}, []Figure{{7, "p50-ns"}, {7, "p99-ns"}, {7, "max-ns"}}},
		{"two", []time.Duration{9, 3}, []Figure{{3, "p50-ns"}, {9, "p99-ns"}, {9, "max-ns"}}},
		{"three", []time.Duration{9, 3, 5}, []Figure{{5, "p50-ns"}, {9, "p99-ns"}, {9, "max-ns"}}},
		{"a hundred", hundred, []Figure{{50, "p50-ns"}, {99, "p99-ns"}, {100, "max-ns"}}},
	} {
		if got := Percentiles(test.latencies, 50, 99, 100); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
