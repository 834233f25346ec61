package judge

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What the whole procedure comes to, with the clock of a pull request's profile: 30
// benchmarks, time for 12 rounds of each. The full form, with -full -v, is the table
// of operating characteristics.
func TestCharacteristics(t *testing.T) {
	const clock = 12
	reports, models := 4, noises[1:2]
	if *full {
		reports, models = 200, append(noises, independent(0.05, 0.05), independent(0.1, 0.1))
	}
	for _, n := range models {
		for _, w := range []world{
			{k: 30}, {k: 30, clock: clock, grouped: true},
			{k: 30, changed: 1, effect: 0.05, clock: clock}, {k: 30, changed: 1, effect: 0.1, clock: clock}, {k: 30, changed: 1, effect: 0.05}, {k: 30, changed: 1, effect: 0.1},
			{k: 30, changed: 30, effect: 0.05, clock: clock}, {k: 30, changed: 30, effect: 0.05, clock: clock, grouped: true}, {k: 30, changed: 30, effect: 1, clock: clock},
			{k: 4, changed: 1, effect: 0.05, clock: 30},
		} {
			w.noise = n
			many := reports
			if w.changed == 0 {
				many *= 2
			}
			o := w.simulate(standard, many, 17)
			size := math.Expm1(o.size / float64(max(1, o.slower)))
			t.Logf("%-45s %2d of %2d by %3.0f %%, clock %2.0f, grouped %-5v: %5.1f %% slower (%+.1f %%), with %5.1f %%; %d faster, %d unchanged of %d; %d of %d reports alarmed; %.1f rounds",
				n.name, w.changed, w.k, 100*w.effect, w.clock, w.grouped, rate(o.slower, o.rows), 100*size, rate(o.with, o.rows), o.faster, o.unchanged, o.rows, o.alarmed, o.reports, o.rounds)
			if w.changed > 0 && o.faster+o.unchanged > o.rows/200 {
				t.Errorf("%s: slower by %v, but of %d rows %d are called faster and %d unchanged", n.name, w.effect, o.rows, o.faster, o.unchanged)
			}
			if o.alarmed > 1+o.reports/50 {
				t.Errorf("%s: %d of %d reports alarmed", n.name, o.alarmed, o.reports)
			}
			if w.effect >= 0.1 && n.spread < 0.05 && rate(o.slower, o.rows) < 75 {
				t.Errorf("%s: of %d rows slower by %v, %d were found", n.name, o.rows, w.effect, o.slower)
			}
		}
	}
}

// What is printed of a change is its size, though only those are called that look large
// enough.
func TestSizeOfWhatIsCalled(t *testing.T) {
	reports := 30
	if *full {
		reports = 1000
	}
	for _, test := range []struct{ effect, spread float64 }{{0.05, 0.03}, {0.05, 0.06}, {0.05, 0.1}, {0.1, 0.1}, {0.3, 0.1}, {0.1, 0.03}} {
		o := world{noise: independent(test.spread, test.spread), k: 10, changed: 5, effect: test.effect, clock: 30}.simulate(standard, reports, 5)
		t.Logf("%.0f %% at a spread of %.0f %%: %.0f %% found, %+.1f %% in the mean", 100*test.effect, 100*test.spread, rate(o.slower, o.rows), 100*math.Expm1(o.size/float64(o.slower)))
		if got := math.Expm1(o.size / float64(o.slower)); math.Abs(got/test.effect-1) > 0.2 {
			t.Errorf("%v at a spread of %v: %v in the mean, want it within a fifth", test.effect, test.spread, got)
		}
	}
}

// One benchmark that moved far is no verdict on its group, whatever the others' noise;
// nor are as many as a half.
func TestGroupsAreMost(t *testing.T) {
	reports := 40
	if *full {
		reports = 1000
	}
	for _, test := range []struct {
		k, changed    int
		effect, noise float64
	}{{3, 1, 20, 0.1}, {4, 1, 20, 0.2}, {4, 2, 1, 0.1}, {9, 4, 0.3, 0.1}, {30, 5, 0.5, 0.15}, {30, 15, 0.2, 0.05}} {
		wrong := 0
		rnd := rand.New(rand.NewPCG(8, 8))
		for range reports {
			names, draws := world{noise: independent(test.noise, test.noise), k: test.k, changed: test.changed, effect: test.effect}.draws(rnd)
			s, err := New(standard, names, Group{"all", names})
			if err != nil {
				t.Fatal(err)
			}
			measured(s, draws, 18*float64(test.k))
			if s.Groups()[0].Verdict != Undecided {
				wrong++
			}
		}
		t.Logf("%d of %d slower by %g: the group is called in %d of %d reports", test.changed, test.k, test.effect, wrong, reports)
		if wrong > reports/50 {
			t.Errorf("%d of %d slower by %g: the group is called in %d of %d reports", test.changed, test.k, test.effect, wrong, reports)
		}
	}
}
