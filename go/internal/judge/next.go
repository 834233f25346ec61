package judge

import (
	"cmp"
	"math"
	"slices"
)

// A Need is how many more rounds of one benchmark to take.
type Need struct {
	Benchmark string
	Rounds    int
}

// A Room is the time that is left.
type Room struct {
	Left float64 // in any unit; +Inf is no bound

	// Round is the time that one round of a benchmark takes, base and head; nil if
	// all take 1.
	Round func(benchmark string) float64
}

// Unbounded is room for everything.
var Unbounded = Room{Left: math.Inf(1)}

func (r Room) cost(b *benchmark, rounds int) float64 {
	if r.Round == nil {
		return float64(rounds)
	}
	return float64(rounds) * r.Round(b.name)
}

// firstLook is the part of the time that may be spent before the first look, where
// there isn't enough for all benchmarks: what looks bad there wants time too.
const firstLook = 0.6

// Next says which rounds to take now, in the order of the benchmarks: those that
// each lacks for its next look, as far as there is room. There are none when all
// is said, or when the room is too small.
//
// First of all each benchmark gets one round. Where there is no room to bring all
// to their first look, those go first whose first round saw most of a change. After
// it those go first that need the least time for a verdict, if they moved by what
// was seen; a group goes as its benchmarks do, each of which it would settle.
func (s *State) Next(room Room) []Need {
	s.advance()
	rounds := map[*benchmark]int{}
	switch fresh := s.fresh(); {
	case len(fresh) == len(s.benchmarks):
		s.begin(room, fresh, rounds)
	default:
		left := s.goOn(room, rounds)
		s.first(room, left, fresh, rounds)
	}
	var needs []Need
	for _, b := range s.benchmarks {
		if n := rounds[b]; n > 0 {
			needs = append(needs, Need{b.name, n})
		}
	}
	return needs
}

// fresh are the benchmarks that had no look yet, lost ones among them.
func (s *State) fresh() []*benchmark {
	var fresh []*benchmark
	for _, b := range s.benchmarks {
		if b.looks == 0 {
			fresh = append(fresh, b)
		}
	}
	return fresh
}

// lacks is how many rounds a benchmark lacks up to a number of them; none if it is lost.
func (b *benchmark) lacks(n int) int {
	if b.lost() {
		return 0
	}
	return max(0, n-len(b.base))
}

// begin asks for the rounds before any benchmark had a look.
func (s *State) begin(room Room, fresh []*benchmark, rounds map[*benchmark]int) {
	var all float64
	for _, b := range fresh {
		if !math.IsInf(room.Left, 1) && len(b.base) == 0 {
			rounds[b] = b.lacks(1)
		}
		all += room.cost(b, b.lacks(s.rules.Looks[0]))
	}
	if slices.ContainsFunc(fresh, func(b *benchmark) bool { return rounds[b] > 0 }) {
		return
	}
	left := room.Left
	if all > left {
		left *= firstLook
	}
	s.first(room, left, fresh, rounds)
	if len(rounds) == 0 && len(fresh) > 0 { // one at least, if only to go on from
		b := fresh[0]
		rounds[b] = b.lacks(s.rules.Looks[0])
	}
}

// first asks for the first look of those that moved most by their first round, as
// far as there is room.
func (s *State) first(room Room, left float64, fresh []*benchmark, rounds map[*benchmark]int) {
	slices.SortStableFunc(fresh, func(a, b *benchmark) int { return cmp.Compare(b.moved(), a.moved()) })
	for _, b := range fresh {
		n := b.lacks(s.rules.Looks[0])
		if cost := room.cost(b, n); n > 0 && cost <= left {
			left -= cost
			rounds[b] = n
		}
	}
}

// moved is what the first round saw of a change. What fails comes first of all.
func (b *benchmark) moved() float64 {
	if b.failed > 0 || len(b.base) == 0 {
		return math.Inf(1)
	}
	return math.Abs(b.head[0] - b.base[0])
}

// A candidate is what may come to a verdict by more rounds of its benchmarks.
type candidate struct {
	*hypothesis
	benchmarks []*benchmark
	undecided  int // of these, those that it would settle
}

// goOn asks for the next look of those that are nearest to a verdict, and returns
// the room that they leave.
func (s *State) goOn(room Room, rounds map[*benchmark]int) float64 {
	candidates := s.candidates()
	cost := func(c candidate, upTo int) (sum float64) {
		for _, b := range c.benchmarks {
			sum += room.cost(b, b.lacks(upTo))
		}
		return sum
	}
	until := make(map[*hypothesis]float64, len(candidates))
	for _, c := range candidates {
		n, shows := c.until(s.rulesOf(c.hypothesis), s.hypotheses())
		if until[c.hypothesis] = cost(c, n); !shows { // as far as can be
			for _, b := range c.benchmarks {
				until[c.hypothesis] += room.cost(b, len(b.base))
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int {
		nearest := cmp.Compare(until[a.hypothesis]/float64(a.undecided), until[b.hypothesis]/float64(b.undecided))
		return cmp.Or(nearest, cmp.Compare(b.clearness(), a.clearness()))
	})
	left, planned := room.Left, room.Left
	for _, c := range candidates {
		next := cost(c, s.rules.Looks[c.looks])
		if next > left || until[c.hypothesis] > planned && len(rounds) > 0 {
			continue
		}
		left -= next
		planned -= until[c.hypothesis]
		for _, b := range c.benchmarks {
			rounds[b] = max(rounds[b], b.lacks(s.rules.Looks[c.looks]))
		}
	}
	return left
}

// candidates are the groups, benchmarks and units that had a look and may have a verdict
// by more; groups first, since of two that are equally near they settle more.
func (s *State) candidates() []candidate {
	adjusted := s.holm()
	settled := func(h *hypothesis) bool { return h.settled != open || s.cleared(h, adjusted) }
	var all []candidate
	for _, g := range s.groups {
		c := candidate{&g.hypothesis, g.members, 0}
		for _, b := range g.members {
			if !settled(&b.hypothesis) && !b.lost() {
				c.undecided++
			}
		}
		if g.looks > 0 && !settled(&g.hypothesis) && 2*c.undecided > len(g.members) {
			all = append(all, c)
		}
	}
	for _, b := range s.benchmarks {
		if b.looks > 0 && !settled(&b.hypothesis) && !b.lost() && s.with(b, adjusted) == nil {
			all = append(all, candidate{&b.hypothesis, []*benchmark{b}, 1})
		}
	}
	for _, b := range s.benchmarks {
		for _, h := range b.units {
			if h.looks > 0 && len(h.base) == len(b.base) && !settled(h) && !b.lost() {
				all = append(all, candidate{h, []*benchmark{b}, 1})
			}
		}
	}
	return all
}
