package publish

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cobench/cobench/go/internal/changepoint"
)

func valuesOf(vs ...float64) []value {
	var all []value
	for i, v := range vs {
		all = append(all, value{index: i, date: int64(i) * 24 * 3600, v: v})
	}
	return all
}

// Whatever steps a trend takes, its noise is that between neighbours.
func TestNoiseIsTheDeviationFromRunToRun(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, spread := range []float64{0.005, 0.02, 0.08} {
		var sum float64
		const trends = 200
		for range trends {
			values := make([]float64, noisePoints)
			for i := range values {
				values[i] = 3e-6 * (1 + spread*random.NormFloat64())
				if i > 60 {
					values[i] *= 1.5
				}
			}
			sum += noise(valuesOf(values...))
		}
		if mean := sum / trends; math.Abs(mean/spread-1) > 0.06 {
			t.Errorf("noise of %.3f: got %.4f on average", spread, mean)
		}
	}
	if got := noise(valuesOf(1, 2, 1, 2, 1, 2)); got != 0 {
		t.Errorf("six values: got %v, want nothing said", got)
	}
}

// What is told to be visible is found, and mostly not what is half of it: asked
// of the search itself.
func TestLeastVisibleChangeIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, spread := range []float64{0.01, 0.04, 0.1} {
		least := leastVisible(spread, 40)
		found := func(change float64) (n int) {
			for range 100 {
				values := make([]float64, 50)
				for i := range values {
					values[i] = 1 + spread*random.NormFloat64()
					if i >= 40 {
						values[i] *= 1 + change
					}
				}
				points, err := changepoint.Find(values, changepoint.Defaults)
				if err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(points, func(p changepoint.Point) bool { return p.Index >= 37 && p.Index <= 43 }) {
					n++
				}
			}
			return n
		}
		at, half := found(1.25*least), found(least/2)
		t.Logf("noise %.0f %%: least visible %.1f %%; 1.25 of it found in %d of 100, half of it in %d", 100*spread, 100*least, at, half)
		if at < 70 || half > 25 {
			t.Errorf("noise %v: 1.25 of the least visible change was found in %d of 100, half of it in %d", spread, at, half)
		}
	}
}

func TestLevelsAgo(t *testing.T) {
	values := valuesOf(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3) // a day apart
	for _, test := range []struct {
		days int64
		want float64
	}{{7, 1.5}, {9, 3}, {14, 3}, {15, 0}} {
		if got := ago(values, 3, test.days*24*3600); got != test.want {
			t.Errorf("%d days ago: got %v, want %v", test.days, got, test.want)
		}
	}
	if got := spark(valuesOf(1, 2, 3)); !slices.Equal(got, []int{500, 1000, 1500}) {
		t.Errorf("a sparkline of three values: %v", got)
	}
	if got := spark(make([]value, 3)); got != nil {
		t.Errorf("a sparkline of zeros: %v", got)
	}
}
