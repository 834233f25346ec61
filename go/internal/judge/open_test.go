package judge

import (
	"math"
	"math/rand/v2"
	"testing"
)

// oneRow is the row of one benchmark whose rounds spread so far about a ratio.
func oneRow(t *testing.T, rnd *rand.Rand, ratio, spread float64) Row {
	t.Helper()
	return judged(standard, []string{"a"}, map[string]func() (float64, float64){"a": func() (float64, float64) {
		return spread * rnd.NormFloat64(), math.Log(ratio) + spread*rnd.NormFloat64()
	}})[0]
}

// Two runs of the same code are called unchanged where they spread no more than most
// benchmarks do; what moved by the minimum effect seldom is.
func TestUnchangedCanBeSaid(t *testing.T) {
	const runs = 400
	rnd := rand.New(rand.NewPCG(7, 7))
	for _, test := range []struct{ ratio, spread, least, most float64 }{
		{1, 0.005, 0.9, 1}, {1, 0.01, 0.5, 1},

		{1 + standard.MinimumEffect, 0.01, 0, 0.05},
		{1 + standard.MinimumEffect, 0.02, 0, 0.05},
		{1 / (1 + standard.MinimumEffect), 0.03, 0, 0.05},
	} {
		n := 0
		for range runs {
			if oneRow(t, rnd, test.ratio, test.spread).Verdict == Unchanged {
				n++
			}
		}
		share := float64(n) / runs
		t.Logf("ratio %.3f, spread %g: unchanged in %g", test.ratio, test.spread, share)
		if share < test.least || share > test.most {
			t.Errorf("ratio %.3f, spread %g: unchanged in %g of reports, want %g to %g", test.ratio, test.spread, share, test.least, test.most)
		}
	}
}

// What rounds there are say how it looks, and never what would have shown.
func TestOpenRows(t *testing.T) {
	rounds := func(n int, ratio, spread float64) []Round {
		rnd := rand.New(rand.NewPCG(3, 3))
		all := make([]Round, n)
		for i := range all {
			all[i] = Round{Base: 1, Head: ratio * (1 + spread*rnd.NormFloat64())}
		}
		return all
	}
	for _, test := range []struct {
		name       string
		a, b       []Round
		verdict    Verdict
		open       bool
		looks      Verdict
		detectable bool
	}{
		{"before the first look", rounds(3, 3, 0.01), rounds(3, 1, 0.01), Undecided, true, Slower, false},
		{"twice as slow at the first look", rounds(6, 2, 0.01), rounds(6, 2, 0.01), Undecided, true, Slower, false},
		{"faster", rounds(3, 0.5, 0.01), rounds(2, 1, 0.01), Undecided, true, Faster, false},
		{"two rounds that agree", rounds(2, 3, 0.01), rounds(2, 1, 0.01), Undecided, true, "", false},
		{"rounds that do not agree", rounds(3, 1, 0.3), rounds(3, 1, 0.3), Undecided, true, "", false},
		{"no round", nil, rounds(8, 1, 0.01), Undecided, false, "", false},
		{"the first look lets it go", rounds(6, 1.01, 0.02), rounds(8, 1, 0.01), Undecided, false, "", false},
		{"another lacks a round, which blocks nothing", rounds(12, 1.3, 0.01), rounds(5, 1, 0.01), Slower, false, "", true},
	} {
		s, err := New(standard, []string{"a", "b"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add("a", test.a...); err != nil {
			t.Fatal(err)
		}
		if err := s.Add("b", test.b...); err != nil {
			t.Fatal(err)
		}
		x := s.Verdicts()[0]
		if x.Verdict != test.verdict || x.Open != test.open || x.Looks != test.looks || !math.IsInf(x.Detectable, 1) != test.detectable {
			t.Errorf("%s: %+v", test.name, x)
		}
	}
}

// What is said to be excluded is: of changes of that size, at most one in twenty is.
// And a change that would have shown does, in four of five reports.
func TestWhatWouldHaveShown(t *testing.T) {
	reports := 40
	if *full {
		reports = 400
	}
	for _, spread := range []float64{0.03, 0.06, 0.1} {
		rnd := rand.New(rand.NewPCG(12, 12))
		var excluded, wrong, wouldHaveShown, shown int
		for range reports {
			w := world{noise: independent(spread, spread), k: 20, clock: 10}
			names, draws := w.draws(rnd)
			s, _ := New(standard, names)
			measured(s, draws, w.clock*float64(w.k))
			rows := s.Verdicts()
			for i, x := range rows {
				if !math.IsInf(x.Excluded, 1) {
					excluded++
					if x.Excluded <= 0 { // the true change is 0
						wrong++
					}
				}
				if x.Verdict != Undecided || !x.Open || math.IsInf(x.Detectable, 1) || i >= 3 {
					continue
				}
				// The same again, where this one changed by as much.
				wouldHaveShown++
				names, again := w.draws(rnd)
				next := again[names[i]]
				again[names[i]] = func() (float64, float64) {
					base, head := next()
					return base, head + math.Log1p(x.Detectable)
				}
				s, _ := New(standard, names)
				measured(s, again, w.clock*float64(w.k))
				if s.Verdicts()[i].Verdict == Slower {
					shown++
				}
			}
		}
		t.Logf("spread %g: %d of %d exclusions are wrong; of %d changes that would have shown, %.0f %% did", spread, wrong, excluded, wouldHaveShown, rate(shown, wouldHaveShown))
		if wrong > excluded/20 {
			t.Errorf("spread %g: %d of %d exclusions are wrong", spread, wrong, excluded)
		}
		if wouldHaveShown > 20 && rate(shown, wouldHaveShown) < 80 {
			t.Errorf("spread %g: of %d changes that would have shown %d did, want 80 %%", spread, wouldHaveShown, shown)
		}
	}
}
