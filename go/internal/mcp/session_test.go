package mcp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/mcp"
)

// All parts together are no more than the whole, however many there are.
func TestParts(t *testing.T) {
	s := mcp.NewSession(0.01)
	sum, last := 0.0, math.Inf(1)
	for range 100_000 {
		p := s.Next()
		if p <= 0 || p >= last {
			t.Fatalf("part %v after %v", p, last)
		}
		sum, last = sum+p, p
	}
	if sum > 1 || sum < 0.9999 {
		t.Errorf("all parts are %v", sum)
	}
}

// An assistant tries fifty edits that change nothing and keeps the best: in at most 1 %
// of its sessions is one of them called faster. The rules here leave the work to p
// alone, by a minimum effect that any change clears: that of a report, with its whole
// alpha for each edit, gives many more.
func TestFiftyEditsThatChangeNothing(t *testing.T) {
	const sessions, edits = 400, 50
	rules, err := judge.Parse("test=mann-whitney alpha=0.01 minimum-effect=0.0001 confidence=0.1 aim=0.05 coarse=0.1 aim-rounds=64 power=0.95 looks=20")
	if err != nil {
		t.Fatal(err)
	}
	called := func(shared bool) int {
		rnd := rand.New(rand.NewPCG(5, 5))
		n := 0
		for range sessions {
			s := mcp.NewSession(0.01)
			any := false
			for range edits {
				tried := rules
				if part := s.Next(); shared {
					tried.Alpha *= part
				}
				state, err := judge.New(tried, []string{"A"})
				if err != nil {
					t.Fatal(err)
				}
				draw := func() float64 { return 1000 * math.Exp(0.1*rnd.NormFloat64()) }
				for range tried.Looks[0] {
					if err := state.Add("A", judge.Round{Base: draw(), Head: draw()}); err != nil {
						t.Fatal(err)
					}
				}
				any = any || state.Verdicts()[0].Verdict == judge.Faster
			}
			if any {
				n++
			}
		}
		return n
	}
	if n, most := called(true), sessions/100+6; n > most { // three deviations above 1 %
		t.Errorf("%d of %d sessions have a change that is none, want %d at most", n, sessions, most)
	}
	if n := called(false); n < sessions/10 {
		t.Errorf("with the whole alpha for each edit it is %d of %d: the test has no power", n, sessions)
	}
}
