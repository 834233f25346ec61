package judge

import (
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

// A GroupRow is the verdict on a group: that most of its benchmarks moved together.
//
// Its p is that of the means over the benchmarks, round by round, and holds if none
// of them changed. Its ratio is the median over the benchmarks, so that one of them
// that moved far makes no verdict on all.
type GroupRow struct {
	Group      string
	Benchmarks []string
	Verdict    Verdict // Slower, Faster or Undecided
	N          int     // rounds up to the last look

	Ratio, Low, High float64
	P, Adjusted      float64
}

// A group's rounds are the means over its members' logarithms.
type group struct {
	hypothesis
	name    string
	members []*benchmark
}

func (s *State) addGroup(g Group) error {
	if len(g.Benchmarks) < fewestMembers {
		return fmt.Errorf("%s: a group of %d benchmarks: want %d or more", g.Name, len(g.Benchmarks), fewestMembers)
	}
	added := &group{name: g.Name, hypothesis: hypothesis{p: 1, size: []float64{}}}
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
	var voting []*benchmark
	n := math.MaxInt
	for _, b := range g.members {
		if !b.failedFirst {
			voting = append(voting, b)
			n = min(n, len(b.base))
		}
	}
	if len(voting) < fewestMembers {
		return
	}
	changes := make([]float64, len(voting))
	for i := len(g.base); i < n; i++ {
		var base, head float64
		for k, b := range voting {
			base += b.base[i] / float64(len(voting))
			head += b.head[i] / float64(len(voting))
			changes[k] = b.head[i] - b.base[i]
		}
		slices.Sort(changes)
		g.base, g.head, g.size = append(g.base, base), append(g.head, head), append(g.size, stat.Middle(changes))
	}
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
			x.Ratio, x.Low, x.High = math.Exp(s.unpicked(&g.hypothesis)), math.Exp(g.interval.Low), math.Exp(g.interval.High)
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
		_, size := b.compared(s.rules.Test, n)
		if around := size.Interval(s.rules.letGo()); around.Low <= g.interval.Center && g.interval.Center <= around.High {
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
