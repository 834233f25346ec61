package collect

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSpeedingUp(t *testing.T) {
	for _, test := range []struct {
		name  string
		times []float64
		want  string
	}{
		{"at rest", []float64{100, 101, 99, 100, 102, 98, 100}, ""},
		{"warming up", []float64{200, 160, 140, 130, 124, 121, 120}, "still speeding up: by 45 % over the measured iterations"},
		{"getting slower", []float64{100, 110, 120, 130, 140, 150, 160}, ""},
		{"a trend too small to matter", []float64{103, 102.5, 102, 101.5, 101, 100.5, 100}, ""},
		{"one slow start, then rest", []float64{200, 100, 101, 99, 100, 101, 100}, ""},
		{"all the same", []float64{5, 5, 5, 5, 5}, ""},
		{"too few to tell", []float64{400, 300, 200, 100}, ""},
		{"five are enough", []float64{500, 400, 300, 200, 100}, "still speeding up: by 133 % over the measured iterations"},
		{"one", []float64{5}, ""},
	} {
		if got := speedingUp(test.times); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// The distribution against a count of all orders of five, and against the
// table of Kendall's S (Kaarsemaker and van Wijngaarden, 1953): P(S >= 13) of
// seven is 0.035.
func TestChanceOfRising(t *testing.T) {
	for _, test := range []struct {
		n    int
		most float64
		want float64
	}{{5, 0, 1.0 / 120}, {5, 1, 5.0 / 120}, {5, 10, 1}, {7, 4, 0.0345}, {4, 0, 1.0 / 24}} {
		if got := chanceOfRising(test.n, test.most); math.Abs(got-test.want) > 0.0005 {
			t.Errorf("chanceOfRising(%d, %v) = %v, want %v", test.n, test.most, got, test.want)
		}
	}
}

func TestUnsteady(t *testing.T) {
	level, falling := []float64{100, 100, 100, 100, 100}, []float64{500, 400, 300, 200, 100}
	for _, test := range []struct {
		name        string
		times, busy []float64
		want        string
	}{
		{"no compiler", level, nil, ""},
		{"a compiler at rest", level, []float64{0.01, 0, 0.3, 0, 0}, ""},
		{"a plateau while C2 is at work", level, []float64{1, 1, 0.9, 0.4, 0}, "the compiler was at work for 66 % of the measured time"},
		{"two compilers", level, []float64{2, 2, 1, 1, 1}, "the compiler was at work for 100 % of the measured time"},
		{"a compiler at rest, and a trend", falling, []float64{0, 0, 0, 0, 0}, "still speeding up: by 133 % over the measured iterations"},
	} {
		if got := unsteady(test.times, test.busy); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// Of processes at rest no more than one in a hundred may be flagged.
func TestFalseAlarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	flagged := 0
	for range 10000 {
		times := make([]float64, 7)
		for i := range times {
			times[i] = math.Exp(0.1 * random.NormFloat64())
		}
		if speedingUp(times) != "" {
			flagged++
		}
	}
	if flagged == 0 || flagged > 100 {
		t.Errorf("%d of 10000 processes at rest are flagged, want some, and 100 at most", flagged)
	}
}
