package stat_test

import (
	"math"
	"testing"

	"github.com/cobench/cobench/go/internal/stat"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{nil, math.NaN()},
		{[]float64{3}, 3},
		{[]float64{5, 1}, 3},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
	} {
		if got := stat.Median(test.values); got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("median of %v: %v, want %v", test.values, got, test.want)
		}
	}
	values := []float64{3, 1, 2}
	if stat.Median(values); values[0] != 3 {
		t.Error("the values were sorted in place")
	}
}
