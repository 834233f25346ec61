package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchmath"
)

// randomSample draws n values from so few that about the wanted share tie.
func randomSample(rnd *rand.Rand, n, distinct int, shift float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Floor(rnd.Float64()*float64(distinct)) + math.Floor(shift*float64(distinct))
	}
	slices.Sort(values)
	return values
}

// TestRankTestIsBenchmath holds the fast test to benchmath's own answers.
func TestRankTestIsBenchmath(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	test, buf := newRankTest(), new(rankBuffer)
	check := func(x1, x2 []float64, alpha float64) {
		t.Helper()
		th := &benchmath.Thresholds{CompareAlpha: alpha}
		s1, s2 := benchmath.NewSample(x1, th), benchmath.NewSample(x2, th)
		got, want := test.compare(s1, s2, buf), benchmath.AssumeNothing.Compare(s1, s2)
		if math.Abs(got.P-want.P) > 1e-12*math.Max(1e-300, want.P) {
			t.Fatalf("p of %v and %v is %v, benchmath says %v", x1, x2, got.P, want.P)
		}
		if got.String() != want.String() || got.FormatDelta(1, 2) != want.FormatDelta(1, 2) {
			t.Fatalf("%v and %v: %v, benchmath says %v", x1, x2, got, want)
		}
		if diff := cmp.Diff(messages(want.Warnings), messages(got.Warnings)); diff != "" {
			t.Fatalf("warnings for %v and %v at %v (-benchmath +ours):\n%s", x1, x2, alpha, diff)
		}
	}
	alphas := []float64{0, 0.001, 0.01, 0.05, 0.1, 0.5, 1}
	for n1 := 1; n1 <= 11; n1++ {
		for n2 := 1; n2 <= 11; n2++ {
			for _, distinct := range []int{1, 2, 3, 8, 30, 1 << 40} {
				check(randomSample(rnd, n1, distinct, 0), randomSample(rnd, n2, distinct, rnd.Float64()), alphas[rnd.IntN(len(alphas))])
			}
		}
	}
	for range 150 {
		distinct := []int{2, 5, 20, 60, 1 << 40}[rnd.IntN(5)]
		n1, n2 := 1+rnd.IntN(26), 1+rnd.IntN(26)
		if distinct == 1<<40 {
			n1, n2 = 1+rnd.IntN(52), 1+rnd.IntN(52)
		}
		check(randomSample(rnd, n1, distinct, 0), randomSample(rnd, n2, distinct, rnd.Float64()/2), 0.05)
	}
	// p lies on the threshold itself.
	check([]float64{1, 2, 3}, []float64{4, 5, 6}, 0.1)
	check([]float64{2, 2, 2}, []float64{4, 5, 6}, 0.1)
}

func TestCountTailIsEnumeration(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n1, n2 := 1+rnd.IntN(6), 1+rnd.IntN(6)
		all := randomSample(rnd, n1+n2, 1+rnd.IntN(8), 0)
		limit := rnd.IntN(2*n1*n2 + 1)
		var want uint64
		for set := range 1 << (n1 + n2) {
			var x1, x2 []float64
			for i, v := range all {
				if set>>i&1 == 1 {
					x1 = append(x1, v)
				} else {
					x2 = append(x2, v)
				}
			}
			if len(x1) != n1 {
				continue
			}
			if twoU, _ := new(rankBuffer).rank(x1, x2); twoU <= limit {
				want++
			}
		}
		buf := new(rankBuffer)
		buf.rank(all[:n1], all[n1:])
		if got := buf.countTail(n1, n2, limit); got != want {
			t.Fatalf("%v, %d of %d, 2U <= %d: counted %d, enumerated %d", all, n1, n1+n2, limit, got, want)
		}
	}
}

func messages(errs []error) []string {
	var out []string
	for _, err := range errs {
		out = append(out, err.Error())
	}
	return out
}
