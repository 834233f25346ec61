package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

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

// TestMannWhitneyIsBenchmath holds the fast test to benchmath's own answers.
func TestMannWhitneyIsBenchmath(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	checked := 0
	check := func(x1, x2 []float64) {
		t.Helper()
		th := &benchmath.Thresholds{CompareAlpha: 0.05}
		want := benchmath.AssumeNothing.Compare(benchmath.NewSample(x1, th), benchmath.NewSample(x2, th)).P
		got, exact := MannWhitney(x1, x2)
		if exact && math.Abs(got-want) > 1e-12*math.Max(1e-300, want) {
			t.Fatalf("p of %v and %v is %v, benchmath says %v", x1, x2, got, want)
		}
		if exact {
			checked++
		}
	}
	for n1 := 1; n1 <= 11; n1++ {
		for n2 := 1; n2 <= 11; n2++ {
			for _, distinct := range []int{1, 2, 3, 8, 30, 1 << 40} {
				check(randomSample(rnd, n1, distinct, 0), randomSample(rnd, n2, distinct, rnd.Float64()))
			}
		}
	}
	for range 150 {
		distinct := []int{2, 5, 20, 60, 1 << 40}[rnd.IntN(5)]
		n1, n2 := 1+rnd.IntN(26), 1+rnd.IntN(26)
		if distinct == 1<<40 {
			n1, n2 = 1+rnd.IntN(52), 1+rnd.IntN(52)
		}
		check(randomSample(rnd, n1, distinct, 0), randomSample(rnd, n2, distinct, rnd.Float64()/2))
	}
	if checked < 400 {
		t.Errorf("only %d of all were exact", checked)
	}
}

func TestTailIsEnumeration(t *testing.T) {
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
			if _, twoU := rank(x1, x2); twoU <= limit {
				want++
			}
		}
		ties, _ := rank(all[:n1], all[n1:])
		if got := tail(ties, n1, n2, limit); got != want {
			t.Fatalf("%v, %d of %d, 2U <= %d: counted %d, enumerated %d", all, n1, n1+n2, limit, got, want)
		}
	}
}

// BenchmarkMannWhitney compares two samples of 20 values each, with ties as
// bytes have them and without, in turn with benchmath. The metric
// benchmath-ratio is our time over its.
func BenchmarkMannWhitney(b *testing.B) {
	for _, distinct := range []int{30, 1 << 40} {
		b.Run(fmt.Sprintf("distinct=%d", distinct), func(b *testing.B) {
			rnd := rand.New(rand.NewPCG(1, 2))
			x1, x2 := randomSample(rnd, 20, distinct, 0), randomSample(rnd, 20, distinct, 0.1)
			th := &benchmath.Thresholds{CompareAlpha: 0.05}
			var ours, theirs time.Duration
			for b.Loop() {
				begun := time.Now()
				MannWhitney(x1, x2)
				ours += time.Since(begun)
				begun = time.Now()
				benchmath.AssumeNothing.Compare(benchmath.NewSample(x1, th), benchmath.NewSample(x2, th))
				theirs += time.Since(begun)
			}
			b.ReportMetric(ours.Seconds()/theirs.Seconds(), "benchmath-ratio")
		})
	}
}
