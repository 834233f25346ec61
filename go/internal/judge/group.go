package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/cobench/cobench/go/internal/stat"
)

// A Group is benchmarks that a change may move together, such as those of a
// package.
type Group struct {
	Name       string
	Benchmarks []string
}

// fewestMembers is how many benchmarks make a group worth a verdict of its own.
const fewestMembers = 3

// A GroupRow is the verdict on a group: that more than half of its benchmarks moved
// together.
type GroupRow struct {
	Group      string
	Benchmarks []string
	Verdict    Verdict // Slower, Faster or Undecided
	N          int     // rounds up to the last look

	// Ratio is the median of its benchmarks' ratios, and half of them lie between Low
	// and High.
	Ratio, Low, High float64
	P, Adjusted      float64
}

// A group's rounds are the means over its members' logarithms.
//
// What it is judged by leaves out that half of the members which moved most in the
// direction of all: if no more than those moved, the others did not, and show nothing
// but noise, from which the lowest were picked besides. So one benchmark that moved far
// makes no verdict on all (a partial conjunction, Benjamini and Heller, Biometrics 64,
// 2008, by the mean of those that are left).
type group struct {
	hypothesis
	name    string
	members []*benchmark
	voting  []*benchmark // without those that failed in the first round
}

func (s *State) addGroup(g Group) error {
	if len(g.Benchmarks) < fewestMembers {
		return fmt.Errorf("%s: a group of %d benchmarks: want %d or more", g.Name, len(g.Benchmarks), fewestMembers)
	}
	added := &group{name: g.Name, hypothesis: hypothesis{p: 1}}
	added.judged = added.others
	for _, name := range g.Benchmarks {
		b := s.byName[name]
		if b == nil {
			return fmt.Errorf("%s: %s is not a benchmark of this report", g.Name, name)
		}
		added.members = append(added.members, b)
	}
	s.groups = append(s.groups, added)
	return nil
}

// gather makes the rounds that all members have by now. Who fails in the first round
// has no say.
func (g *group) gather() {
	g.voting = g.voting[:0]
	n := math.MaxInt
	for _, b := range g.members {
		if !b.failedFirst {
			g.voting = append(g.voting, b)
			n = min(n, len(b.base))
		}
	}
	if len(g.voting) < fewestMembers {
		return
	}
	for i := len(g.base); i < n; i++ {
		base, head := mean(g.voting, i)
		g.base, g.head = append(g.base, base), append(g.head, head)
	}
}

// mean is that of a round of some benchmarks.
func mean(benchmarks []*benchmark, round int) (base, head float64) {
	for _, b := range benchmarks {
		base += b.base[round] / float64(len(benchmarks))
		head += b.head[round] / float64(len(benchmarks))
	}
	return base, head
}

// moves are the members by how far they moved in n rounds, ascending, and how far.
func (g *group) moves(n int) (members []*benchmark, moves []float64) {
	moved := make(map[*benchmark]float64, len(g.voting))
	for _, b := range g.voting {
		moved[b] = SignedRank.Compare(b.base[:n], b.head[:n]).Interval(0.5).Center
	}
	members = slices.Clone(g.voting)
	slices.SortStableFunc(members, func(a, b *benchmark) int { return cmp.Compare(moved[a], moved[b]) })
	for _, b := range members {
		moves = append(moves, moved[b])
	}
	return members, moves
}

// others compares n rounds of the members that moved least in the direction of all.
func (g *group) others(test Test, n int) Comparison {
	members, moves := g.moves(n)
	left := len(members) - len(members)/2
	up := stat.Middle(moves) > 0
	if up {
		members = members[:left]
	} else {
		members = members[len(members)-left:]
	}
	base, head := make([]float64, n), make([]float64, n)
	for i := range n {
		base[i], head[i] = mean(members, i)
	}
	c := test.Compare(base, head)
	if (c.Interval(0.5).Center > 0) != up {
		return nothing{c}
	}
	return c
}

// nothing is a comparison of what moved the other way, which shows nothing.
type nothing struct{ Comparison }

func (nothing) P() float64 { return 1 }

func (n nothing) Interval(alpha float64) Estimate {
	return unknown(n.Comparison.Interval(alpha).Center)
}

// Groups are the rows of all groups, in their order.
func (s *State) Groups() []GroupRow {
	s.advance()
	adjusted := s.holm()
	var rows []GroupRow
	for _, g := range s.groups {
		x := GroupRow{Group: g.name, Verdict: Undecided, N: g.shown, P: g.p, Adjusted: adjusted[&g.hypothesis], Ratio: math.NaN(), Low: 0, High: math.Inf(1)}
		for _, b := range g.members {
			x.Benchmarks = append(x.Benchmarks, b.name)
		}
		if g.shown > 0 {
			_, moves := g.moves(g.shown)
			quarter := len(moves) / 4
			x.Ratio, x.Low, x.High = math.Exp(stat.Middle(moves)), math.Exp(moves[quarter]), math.Exp(moves[len(moves)-1-quarter])
		}
		if s.cleared(&g.hypothesis, adjusted) {
			x.Verdict = direction(g.interval)
		}
		rows = append(rows, x)
	}
	return rows
}

// direction is the verdict of an interval that clears the minimum effect.
func direction(e Estimate) Verdict {
	if e.Low > 0 {
		return Slower
	}
	return Faster
}

// with is the group whose verdict a benchmark shares: one that is cleared, and whose
// ratio the benchmark's own samples don't rule out.
func (s *State) with(b *benchmark, adjusted map[*hypothesis]float64) *group {
	if b.settled == within || s.cleared(&b.hypothesis, adjusted) || b.looks == 0 {
		return nil
	}
	n := s.rules.Looks[b.looks-1]
	for _, g := range s.groups {
		if !slices.Contains(g.members, b) || !s.cleared(&g.hypothesis, adjusted) {
			continue
		}
		_, moves := g.moves(g.shown)
		all, _ := b.compared(s.rules.Test, n)
		if around := all.Interval(s.rules.letGo()); around.Low <= stat.Middle(moves) && stat.Middle(moves) <= around.High {
			return g
		}
	}
	return nil
}

// GroupBy makes the groups that benchmarks say they belong to, in the order in which
// they are named. One of few benchmarks is left out, and one of the same as another.
func GroupBy(benchmarks []string, families func(benchmark string) []string) []Group {
	var groups []Group
	for _, b := range benchmarks {
		for _, name := range families(b) {
			i := slices.IndexFunc(groups, func(g Group) bool { return g.Name == name })
			if i < 0 {
				i, groups = len(groups), append(groups, Group{Name: name})
			}
			groups[i].Benchmarks = append(groups[i].Benchmarks, b)
		}
	}
	var kept []Group
	for i, g := range groups {
		same := slices.ContainsFunc(groups[i+1:], func(other Group) bool { return slices.Equal(g.Benchmarks, other.Benchmarks) })
		if len(g.Benchmarks) >= fewestMembers && !same {
			kept = append(kept, g)
		}
	}
	return kept
}
