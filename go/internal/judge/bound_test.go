package judge

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A seer is a judge that nobody can be: of normal noise it knows the spread, of the
// change the size, the direction and that it is in one benchmark at most. After some
// rounds of each it takes each round of the benchmark that by all rounds so far is most
// likely the slower one, and calls it where that is likely enough: so that 1 % of reports
// without a change alarm.
type seer struct {
	k              int
	spread, effect float64
	each           int // rounds of each benchmark, first
}

// report takes so many rounds, of which one benchmark's are slower if changed, and
// returns the logarithm of the likelihood ratio for some benchmark, and which is likeliest.
func (s seer) report(rnd *rand.Rand, rounds int, changed bool) (evidence float64, likeliest int) {
	variance := 2 * s.spread * s.spread // of a difference
	size := math.Log1p(s.effect)
	ratios := make([]float64, s.k)
	for n := range rounds {
		likeliest = n % s.k
		for i, r := range ratios {
			if n >= s.each*s.k && r > ratios[likeliest] {
				likeliest = i
			}
		}
		d := math.Sqrt(variance) * rnd.NormFloat64()
		if changed && likeliest == s.k-1 { // the last, which ties don't favour
			d += size
		}
		ratios[likeliest] += (d*size - size*size/2) / variance
	}
	most := slices.Max(ratios)
	var sum float64
	for _, r := range ratios {
		sum += math.Exp(r-most) / float64(s.k)
	}
	return most + math.Log(sum), slices.Index(ratios, most)
}

// finds is the part of changes that is found in so many rounds of each benchmark, in the mean.
func (s seer) finds(reports, clock int) (found float64) {
	rnd := rand.New(rand.NewPCG(18, 1))
	nothing := make([]float64, reports)
	for i := range nothing {
		nothing[i], _ = s.report(rnd, clock*s.k, false)
	}
	slices.Sort(nothing)
	least := nothing[reports-1-reports/100]
	for range reports {
		if evidence, which := s.report(rnd, clock*s.k, true); evidence > least && which == s.k-1 {
			found += 1 / float64(reports)
		}
	}
	return found
}

// What can be found at all in the time of a pull request? The table stands on the method
// page, beside what is found.
func TestBound(t *testing.T) {
	const clock = 12
	reports, ours := 300, 4
	if *full {
		reports, ours = 2000, 150
	}
	for _, effect := range []float64{0.05, 0.1} {
		last := 1.0
		for _, spread := range []float64{0.03, 0.06, 0.09, 0.12} {
			found := 0.0
			for _, each := range []int{0, 2, 4, 6, 8} {
				found = max(found, seer{30, spread, effect, each}.finds(reports, clock))
			}
			o := world{noise: independent(spread, spread), k: 30, changed: 1, effect: effect, clock: clock}.simulate(standard, ours, 17)
			t.Logf("%.0f %% at a spread of %.0f %%: a seer finds %.0f %%, we %.0f %%", 100*effect, 100*spread, 100*found, rate(o.slower, o.rows))
			if found > last+0.1 || spread == 0.03 && found < 0.9 {
				t.Errorf("%v at a spread of %v: %v found, want most at 3 %%, and less the farther samples spread", effect, spread, found)
			}
			last = found
		}
	}
}
