package changepoint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFalseAlarms counts the change points that Defaults finds where nothing
// changed: in histories of 100 commits with normal noise of 3 %.
func TestFalseAlarms(t *testing.T) {
	const histories, commits = 10000, 100
	random := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, commits)
	points, alarmed := 0, 0
	for range histories {
		for i := range values {
			values[i] = 1 + 0.03*random.NormFloat64()
		}
		found := len(find(t, values, Defaults))
		points += found
		if found > 0 {
			alarmed++
		}
	}
	t.Logf("%d points in %d of %d histories of %d commits", points, alarmed, histories, commits)
	if points < 50 || points > 250 {
		t.Errorf("%d points in %d histories of %d commits, want 50 to 250", points, histories, commits)
	}
}

// TestPassingAlarms counts the histories that had a false point at any time
// while they grew. They are many more, since each commit judges anew, and the
// next may take a point back; fewer if a point counts from five values on
// both sides on.
func TestPassingAlarms(t *testing.T) {
	const histories, commits = 500, 100
	random := rand.New(rand.NewPCG(3, 4))
	alarmed, supported := 0, 0
	for range histories {
		trend := newTrend(t, Defaults, nil)
		most := 0
		for range commits {
			appendTo(t, trend, 1+0.03*random.NormFloat64())
			for _, p := range trend.Points() {
				most = max(most, min(p.Before.N, p.After.N))
			}
		}
		if most >= 1 {
			alarmed++
		}
		if most >= 5 {
			supported++
		}
	}
	t.Logf("of %d histories of %d commits %d had a point at any time, %d one with five values on both sides", histories, commits, alarmed, supported)
	if alarmed < 50 || alarmed > 150 {
		t.Errorf("%d of %d histories had a point at any time, want 50 to 150", alarmed, histories)
	}
	if supported > 40 {
		t.Errorf("%d of %d histories had a point with five values on both sides, want 40 at most", supported, histories)
	}
}

// TestDetection counts in how many of 1,000 histories a change has been seen
// within so many commits, under normal noise of 3 %.
func TestDetection(t *testing.T) {
	const histories, before = 1000, 100
	for _, test := range []struct {
		change float64
		within int
		least  int
	}{{0.2, 1, 950}, {0.1, 2, 800}, {0.05, 5, 500}} {
		random := rand.New(rand.NewPCG(5, 6))
		seen := 0
		for range histories {
			trend := newTrend(t, Defaults, nil)
			for range before {
				appendTo(t, trend, 1+0.03*random.NormFloat64())
			}
			found := false
			for range test.within {
				appendTo(t, trend, (1+test.change)*(1+0.03*random.NormFloat64()))
				found = found || slices.ContainsFunc(trend.Points(), func(p Point) bool {
					return p.Index >= before-3 && p.Index <= before+3
				})
			}
			if found {
				seen++
			}
		}
		t.Logf("a change of %v seen in %d of %d histories within %d commits", test.change, seen, histories, test.within)
		if seen < test.least {
			t.Errorf("a change of %v seen in %d of %d histories within %d commits, want %d or more", test.change, seen, histories, test.within, test.least)
		}
	}
}
