package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A State is a report under way. It depends on the rules and on each benchmark's
// rounds in their order, and on nothing else: who replays the rounds of a report
// gets its rows again.
type State struct {
	rules      Rules
	benchmarks []*benchmark
	byName     map[string]*benchmark
	groups     []*group
}

type benchmark struct {
	hypothesis
	name   string
	failed int
	reason string // of the last failure

	failedFirst bool // in the first round

	units []*hypothesis // one for each unit that votes
}

// New starts a report on these benchmarks, some of which belong together.
func New(rules Rules, benchmarks []string, groups ...Group) (*State, error) {
	if err := rules.Check(); err != nil {
		return nil, err
	}
	s := &State{rules: rules, byName: map[string]*benchmark{}}
	for _, name := range benchmarks {
		if s.byName[name] != nil {
			return nil, fmt.Errorf("%s: listed twice", name)
		}
		b := &benchmark{name: name, hypothesis: hypothesis{p: 1}}
		for _, u := range rules.Units {
			b.units = append(b.units, &hypothesis{p: 1, unit: &u})
		}
		s.benchmarks = append(s.benchmarks, b)
		s.byName[name] = b
	}
	for _, g := range groups {
		if err := s.addGroup(g); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Add takes rounds of a benchmark in the order in which they were measured. A
// round with a sample that is no positive number is refused, and with it all
// rounds of the call.
func (s *State) Add(name string, rounds ...Round) error {
	b := s.byName[name]
	if b == nil {
		return fmt.Errorf("%s: not a benchmark of this report", name)
	}
	for i, r := range rounds {
		if err := r.Check(); err != nil {
			return fmt.Errorf("%s: round %d: %w", name, len(b.base)+b.failed+i+1, err)
		}
	}
	for _, r := range rounds {
		if r.Failed != "" {
			b.failedFirst = b.failedFirst || len(b.base)+b.failed == 0
			b.failed++
			b.reason = r.Failed
			continue
		}
		b.base = append(b.base, math.Log(r.Base))
		b.head = append(b.head, math.Log(r.Head))
	}
	return nil
}

// hypotheses is how many there are to be wrong about. A unit that votes counts with all
// benchmarks, since nobody knows beforehand which of them have it.
func (s *State) hypotheses() int {
	return len(s.benchmarks)*(1+len(s.rules.Units)) + len(s.groups)
}

// all are the hypotheses, groups last.
func (s *State) all() []*hypothesis {
	var all []*hypothesis
	for _, b := range s.benchmarks {
		all = append(append(all, &b.hypothesis), b.units...)
	}
	for _, g := range s.groups {
		all = append(all, &g.hypothesis)
	}
	return all
}

// advance takes the looks that the rounds allow.
func (s *State) advance() {
	for _, g := range s.groups {
		g.gather()
	}
	for _, h := range s.all() {
		h.advance(s.rulesOf(h), s.hypotheses())
	}
}

// mostFailed is how many rounds may fail before they outweigh those that don't.
const mostFailed = 3

// lost tells that a benchmark fails too often to be measured any more.
func (b *benchmark) lost() bool { return b.failed >= mostFailed && b.failed >= len(b.base) }

// constant tells that the samples don't vary at all, as no time does.
func (b *benchmark) constant() bool {
	for i := range b.base {
		if b.base[i] != b.base[0] || b.head[i] != b.base[0] {
			return false
		}
	}
	return len(b.base) > 1
}

// holm adjusts the p of all hypotheses (Holm, Scand. J. Statist. 6, 1979): the k-th
// smallest of m counts m-k+1 times, and none less than the one before. It holds
// at every moment of a sequential design, with those counted as 1 that were not
// looked at, if each p does (Maurer and Bretz, Statist. Biopharm. Res. 5, 2013).
func (s *State) holm() map[*hypothesis]float64 {
	all := s.all()
	slices.SortStableFunc(all, func(a, b *hypothesis) int { return cmp.Compare(a.p, b.p) })
	adjusted := make(map[*hypothesis]float64, len(all))
	least := 0.0
	for k, h := range all {
		least = math.Max(least, math.Min(1, h.p*float64(len(all)-k)))
		adjusted[h] = least
	}
	return adjusted
}

// cleared tells that there is both p and interval for a verdict.
func (s *State) cleared(h *hypothesis, adjusted map[*hypothesis]float64) bool {
	return h.ahead(s.rulesOf(h)) && adjusted[h] <= s.rules.Alpha && h.settled != within
}
