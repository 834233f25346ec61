package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/stat"
)

var tests = []Test{SignedRank, MannWhitney, Either, winsorisedT}

// enumerate is the signed-rank test by its definition: all 2^n signs.
func enumerate(d []float64) float64 {
	ranks, got := signedRanks(d)
	total := 0
	for _, r := range ranks {
		total += r
	}
	small := min(got, total-got)
	extreme := 0
	for signs := range 1 << len(ranks) {
		sum := 0
		for i, r := range ranks {
			if signs>>i&1 == 1 {
				sum += r
			}
		}
		if sum <= small {
			extreme++
		}
	}
	return math.Min(1, 2*float64(extreme)/float64(int(1)<<len(ranks)))
}

func TestSignedRankIsItsDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n, distinct := 1+rnd.IntN(11), []float64{2, 4, 1 << 30}[rnd.IntN(3)]
		base, head := make([]float64, n), make([]float64, n)
		for i := range head {
			head[i] = math.Round(distinct * (rnd.Float64() - 0.4))
		}
		want := enumerate(head)
		if got := SignedRank.Compare(base, head).P(); math.Abs(got-want) > 1e-12 {
			t.Fatalf("p of %v = %v, want %v", head, got, want)
		}
	}
}

// The published critical sums, two-sided (Wilcoxon, Katti and Wilcox, Selected
// Tables in Mathematical Statistics 1, 1970): the largest that rejects.
func TestSignedRankCritical(t *testing.T) {
	for _, test := range []struct {
		n     int
		alpha float64
		want  int
	}{
		{5, 0.05, -1}, {6, 0.05, 0}, {10, 0.05, 8}, {20, 0.05, 52}, {50, 0.05, 434},
		{7, 0.01, -1}, {8, 0.01, 0}, {10, 0.01, 3}, {20, 0.01, 37}, {50, 0.01, 373},
	} {
		table := SignedRank.(*signedRank).cdf(test.n)
		if got := stat.Critical(table, test.alpha) - 1; got != test.want {
			t.Errorf("n=%d alpha=%v: %d, want %d", test.n, test.alpha, got, test.want)
		}
	}
}

func TestMannWhitneyIsBenchmath(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 600 {
		n, distinct := 1+rnd.IntN(24), []float64{3, 20, 1 << 40}[rnd.IntN(3)]
		base, head := make([]float64, n), make([]float64, n)
		for i := range head {
			base[i] = math.Round(distinct * rnd.Float64())
			head[i] = math.Round(distinct * (rnd.Float64() + 0.2))
		}
		th := &benchmath.Thresholds{CompareAlpha: 0.05}
		want := math.Min(1, benchmath.AssumeNothing.Compare(benchmath.NewSample(slices.Clone(base), th), benchmath.NewSample(slices.Clone(head), th)).P)
		if got := MannWhitney.Compare(base, head).P(); math.Abs(got-want) > 1e-12 {
			t.Fatalf("p of %v and %v = %v, benchmath says %v", base, head, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, want := range []Test{Either, SignedRank, MannWhitney} {
		if got, err := Named(want.Name()); err != nil || got != want {
			t.Errorf("%s: %v, %v", want.Name(), got, err)
		}
	}
	if _, err := Named("t"); err == nil || err.Error() != `unknown test "t": want either, signed-rank or mann-whitney` {
		t.Error(err)
	}
}

// What the first look can decide at all.
func TestAttainable(t *testing.T) {
	for _, test := range []struct {
		test Test
		n    int
		want string
	}{
		{SignedRank, 1, "1"}, {SignedRank, 6, "0.03125"}, {SignedRank, 8, "0.00781"}, {SignedRank, 10, "0.00195"}, {SignedRank, 14, "0.000122"},
		{Either, 4, "0.0571"}, {Either, 6, "0.00433"}, {Either, 8, "0.000311"}, {Either, 10, "2.17e-05"},
		{MannWhitney, 1, "1"}, {MannWhitney, 4, "0.0286"}, {MannWhitney, 6, "0.00216"}, {MannWhitney, 10, "1.08e-05"},
	} {
		if got := fmt.Sprintf("%.3g", test.test.Attainable(test.n)); got != test.want && fmt.Sprintf("%.4g", test.test.Attainable(test.n)) != test.want {
			t.Errorf("%s of %d rounds: %s, want %s", test.test.Name(), test.n, got, test.want)
		}
		var base, head []float64
		for i := range test.n {
			base, head = append(base, float64(i)), append(head, float64(i)+100+math.Sqrt(float64(i)))
		}
		if got, want := test.test.Compare(base, head).P(), test.test.Attainable(test.n); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: p of %d rounds far apart is %v, want %v", test.test.Name(), test.n, got, want)
		}
	}
}

// The interval and the test must not contradict each other.
func TestIntervalAgreesWithP(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, test := range tests {
		rejected := 0
		for range 2000 {
			n, shift := 4+rnd.IntN(14), 1.5*rnd.Float64()
			base, head := make([]float64, n), make([]float64, n)
			for i := range head {
				base[i], head[i] = rnd.NormFloat64(), shift+rnd.NormFloat64()
			}
			c := test.Compare(base, head)
			p, e := c.P(), c.Interval(0.05)
			if outside := e.Low > 0 || e.High < 0; outside != (p <= 0.05) {
				t.Fatalf("%s: p = %v, but the interval is %v\nbase %v\nhead %v", test.Name(), p, e, base, head)
			}
			if p <= 0.05 {
				rejected++
			}
		}
		if rejected == 0 || rejected == 2000 {
			t.Errorf("%s: %d of 2000 rejected: the test shows nothing", test.Name(), rejected)
		}
	}
}

// The normal approximation takes over where it no longer differs.
func TestManyRounds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		base, head := make([]float64, exactRounds+1), make([]float64, exactRounds+1)
		for i := range head {
			head[i] = 0.15*rnd.Float64() + rnd.NormFloat64()
		}
		many, all := SignedRank.Compare(base, head), SignedRank.Compare(base[:exactRounds], head[:exactRounds])
		if a, b := math.Log(many.P()), math.Log(all.P()); math.Abs(a-b) > 0.7 {
			t.Errorf("p %v of %d rounds, %v of one less", many.P(), exactRounds+1, all.P())
		}
		if a, b := many.Interval(0.01), all.Interval(0.01); math.Abs((a.High-a.Low)/(b.High-b.Low)-1) > 0.02 {
			t.Errorf("interval %v of %d rounds, %v of one less", a, exactRounds+1, b)
		}
	}
}

func TestTooFewForAnInterval(t *testing.T) {
	for _, test := range tests {
		e := test.Compare([]float64{1, 1}, []float64{3, 3}).Interval(0.05)
		if e.Center != 2 || !math.IsInf(e.Low, -1) || !math.IsInf(e.High, 1) {
			t.Errorf("%s: got %v, want 2 between infinities", test.Name(), e)
		}
	}
}
