package judge

import (
	"math"
	"math/rand/v2"
	"testing"
)

// oneRow is the row of one benchmark whose rounds spread so far about a ratio.
func oneRow(t *testing.T, rnd *rand.Rand, ratio, spread float64) Row {
	t.Helper()
	s, err := New(standard, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	for needs := s.Next(); len(needs) > 0; needs = s.Next() {
		for range needs[0].Rounds {
			if err := s.Add("a", Round{Base: math.Exp(spread * rnd.NormFloat64()), Head: ratio * math.Exp(spread*rnd.NormFloat64())}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s.Verdicts()[0]
}

// Two runs of the same code are called unchanged where they spread no more than most
// benchmarks do; what moved by the minimum effect seldom is.
func TestUnchangedCanBeSaid(t *testing.T) {
	const runs = 400
	rnd := rand.New(rand.NewPCG(7, 7))
	for _, test := range []struct{ ratio, spread, least, most float64 }{
		{1, 0.01, 0.95, 1},
		{1, 0.02, 0.45, 1},
		{1, 0.03, 0.05, 1},
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
		{"a part of the screen", rounds(3, 3, 0.01), rounds(3, 1, 0.01), Undecided, true, Slower, false},
		{"twice as slow by a whole screen", rounds(8, 2, 0.01), rounds(8, 2, 0.01), Undecided, true, Slower, false},
		{"faster", rounds(3, 0.5, 0.01), rounds(2, 1, 0.01), Undecided, true, Faster, false},
		{"two rounds that agree", rounds(2, 3, 0.01), rounds(2, 1, 0.01), Undecided, true, "", false},
		{"rounds that do not agree", rounds(3, 1, 0.3), rounds(3, 1, 0.3), Undecided, true, "", false},
		{"no round", nil, rounds(8, 1, 0.01), Undecided, false, "", false},
		{"the screen lets it go", rounds(8, 1.01, 0.02), rounds(8, 1, 0.01), Undecided, false, "", true},
		{"another lacks a round, which blocks nothing", rounds(18, 1.3, 0.01), rounds(7, 1, 0.01), Slower, false, "", true},
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
		s.End()
		x := s.Verdicts()[0]
		if x.Verdict != test.verdict || x.Open != test.open || x.Looks != test.looks || !math.IsInf(x.Detectable, 1) != test.detectable {
			t.Errorf("%s: %+v", test.name, x)
		}
	}
}

// A benchmark that is given up makes no other wait, and is asked for no more.
func TestGiveUp(t *testing.T) {
	s, _ := New(standard, []string{"a", "b"})
	for range standard.Screen {
		if err := s.Add("a", Round{Base: 1, Head: 1 + 0.001*float64(len(s.byName["a"].base))}); err != nil {
			t.Fatal(err)
		}
	}
	if needs := s.Next(); len(needs) != 1 || needs[0].Benchmark != "b" {
		t.Fatalf("%+v, want b alone", needs)
	}
	s.GiveUp("b")
	if needs := s.Next(); len(needs) != 0 {
		t.Errorf("%+v, want none", needs)
	}
	if x := s.Verdicts(); x[0].Verdict != Unchanged || x[1].Verdict != Undecided {
		t.Errorf("%+v", x)
	}
}
