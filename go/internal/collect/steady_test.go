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

// Of processes at rest no more than two in a thousand may be flagged, whatever they spread
// by up to 10 %; those that do get faster are.
func TestFalseAlarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, iterations := range []int{5, 7, 10} {
		for _, spread := range []float64{0.03, 0.06, 0.1} {
			count := func(fall float64) (flagged int) {
				for range 10000 {
					times := make([]float64, iterations)
					for i := range times {
						times[i] = math.Exp(spread*random.NormFloat64() - fall*float64(i)/float64(iterations-1))
					}
					if speedingUp(times) != "" {
						flagged++
					}
				}
				return flagged
			}
			if flagged := count(0); flagged > 20 {
				t.Errorf("%d iterations that spread by %v: %d of 10,000 flagged", iterations, spread, flagged)
			}
			if flagged := count(max(0.6, 10*spread)); flagged < 7000 {
				t.Errorf("%d iterations that spread by %v and get faster by far more: %d of 10,000 flagged", iterations, spread, flagged)
			}
		}
	}
}
