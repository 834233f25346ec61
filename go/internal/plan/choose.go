package plan

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/cobench/cobench/go/internal/config"
)

// A Reach is how a change reaches a benchmark. The zero value is what nobody knows,
// which counts as reached.
type Reach struct {
	Order int     // the surest are the least; 0 is unknown
	Share float64 // of the statements that it executes, those in changed functions
	Not   bool    // it executes nothing that the change touches
}

// NotReached is the reason of what is skipped since it executes nothing of the change.
const NotReached = "not reached: it executes nothing that the change touches; -set all=true measures it"

// A chooser chooses what there is time to measure.
//
// It chooses by what benchmarks execute and by what they cost, before there is a
// sample of either side. So the hypotheses of a report are fixed before anything is
// seen of them, whichever they are: Holm over those that are measured keeps its alpha,
// and what is left out takes no part of it. Choosing by what was measured would not do.
type chooser struct {
	Finding
	rounds int     // of the first look
	share  float64 // of the time, that the first look of all may take
	pace   pace
}

// cost is what the first look at a benchmark takes.
func (x *chooser) cost(c Candidate) time.Duration {
	if c.Identical {
		return 0
	}
	return x.pace.sample(c) * time.Duration(x.rounds*len(x.Sides))
}

func (x *chooser) total(list []Candidate) (sum time.Duration) {
	for _, c := range list {
		sum += x.cost(c)
	}
	return sum
}

// choose is the best pace at which what the change may well move can be measured in a
// share of the time that is left, or the shortest, with those that then can; measure
// is what they take. What is not reached is measured if there is time left.
func (f Finding) choose(kind config.FoundKind, rounds int, share float64) (chosen pace, candidates []Candidate, skips []Skip, measure time.Duration) {
	x := &chooser{Finding: f, rounds: rounds, share: share}
	reached, rest := f.divided()
	room := x.room(f.Left)
	strong := strongest(reached)
	paced := strong
	if len(paced) == 0 {
		paced = rest
	}
	for _, p := range kind.Paces {
		if x.pace = (pace{p, f.Runtime.Kind, kind}); x.total(paced) <= room {
			break
		}
	}
	takes := map[string]bool{}
	take := func(list []Candidate, room time.Duration) (taken []Candidate) {
		for i, fits := range within(list, room, x.cost) {
			if fits {
				takes[list[i].Benchmark.Key()] = true
				taken = append(taken, list[i])
			}
		}
		return taken
	}
	weak := without(reached, strong)
	sure := take(strong, room)
	take(weak, min(room-x.total(sure), x.room(x.Left-x.after(sure, sureRounds))))
	if f.All || x.timeLeft(reached, rest) {
		take(rest, room-x.total(reached))
	}
	if !f.All {
		rest = nil
	}
	// With so much time, all are measured at the best pace.
	most := &chooser{Finding: f, rounds: rounds, share: share, pace: pace{kind.Paces[0], f.Runtime.Kind, kind}}
	all := upTo(f.Budget - f.Left + most.forAll(strong, slices.Concat(weak, rest)))
	skips = slices.Clone(f.Skips)
	for _, c := range f.Candidates { // in their own order
		switch {
		case takes[c.Benchmark.Key()] || c.Identical:
			candidates = append(candidates, c)
		case c.Reach.Not && !f.All:
			skips = append(skips, Skip{Benchmark: c.Benchmark, Reason: NotReached})
		default:
			c.Benchmark.Found.Unreached = false // it is time that it lacks
			skips = append(skips, Skip{Benchmark: c.Benchmark, Reason: noTime(c, f.Budget, all)})
		}
	}
	return x.pace, candidates, skips, x.total(candidates)
}

func (x *chooser) room(left time.Duration) time.Duration {
	return time.Duration(x.share * float64(left))
}

// divided are the candidates that the change reaches, the surest first and else from
// all over the list, and the others.
func (f Finding) divided() (reached, rest []Candidate) {
	for _, i := range spread(len(f.Candidates)) {
		if c := f.Candidates[i]; c.Reach.Not {
			rest = append(rest, c)
		} else {
			reached = append(reached, c)
		}
	}
	slices.SortStableFunc(reached, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Reach.Order, b.Reach.Order), cmp.Compare(b.Reach.Share, a.Reach.Share))
	})
	return reached, rest
}

const (
	// strongShare is the part of a benchmark's statements from which on a change of
	// them may well show: a function that takes 5 % and gets half as fast moves it by 5 %.
	strongShare = 0.05
	// mostStrong is of how many such benchmarks the pace depends: a few that are
	// decided say more than many that are not.
	mostStrong = 16
)

// strongest are the first of the reached, those that the change may well move. All,
// where nobody knows how it reaches them.
func strongest(reached []Candidate) []Candidate {
	if !slices.ContainsFunc(reached, func(c Candidate) bool { return c.Reach.Order != 0 }) {
		return reached
	}
	strong := slices.DeleteFunc(slices.Clone(reached), func(c Candidate) bool {
		return c.Identical || c.Reach.Order < 0 && c.Reach.Share < strongShare || c.Reach.Order > 0
	})
	if len(strong) == 0 {
		strong = reached
	}
	return strong[:min(mostStrong, len(strong))]
}

// sureRounds are those of the strongest that are paid for before others are looked at:
// with them a change of 10 % is found where samples spread by 5 % or so. A first look at
// all would decide nothing.
const sureRounds = 26

// aimRounds are those that a reached benchmark may need to be decided.
const aimRounds = 64

// forAll is the time in which all are measured: the first look of each within its share,
// and of the others, if there are any, within what is left after the strongest.
func (x *chooser) forAll(strong, others []Candidate) time.Duration {
	looks := func(d time.Duration) time.Duration { return time.Duration(float64(d) / x.share) }
	all := looks(x.total(strong) + x.total(others))
	if len(others) > 0 {
		all = max(all, x.after(strong, sureRounds)+looks(x.total(others)))
	}
	return all
}

// without are those of a list that another lacks.
func without(list, other []Candidate) []Candidate {
	return slices.DeleteFunc(slices.Clone(list), func(c Candidate) bool {
		return slices.ContainsFunc(other, func(o Candidate) bool { return o.Benchmark.Key() == c.Benchmark.Key() })
	})
}

// after is what so many rounds of some benchmarks take.
func (x *chooser) after(list []Candidate, rounds int) time.Duration {
	return x.total(list) * time.Duration(max(x.rounds, rounds)) / time.Duration(x.rounds)
}

// timeLeft tells whether there is time for all that is not reached: after the reached
// ones have had theirs, which their first look alone does not say.
func (x *chooser) timeLeft(reached, rest []Candidate) bool {
	decided := x.after(reached, aimRounds)
	return decided < x.Left && x.total(rest) <= x.room(x.Left-decided)
}

// noTime says why a benchmark is not measured.
func noTime(c Candidate, budget, all time.Duration) string {
	slow := ""
	if c.Operation >= time.Second {
		slow = fmt.Sprintf("an operation takes %v: ", c.Operation.Round(time.Second/10))
	}
	return fmt.Sprintf("%sno time for it within the budget of %s: use -budget %s to measure all, or select some with -filter", slow, Minutes(budget), Minutes(all))
}

// within chooses as many as there is room for, in their order: first of those that
// take no quarter of it for themselves, then of the others.
func within(list []Candidate, room time.Duration, cost func(Candidate) time.Duration) []bool {
	fits := make([]bool, len(list))
	left := room
	for _, slow := range []bool{false, true} {
		for i, candidate := range list {
			c := cost(candidate)
			if slow == (c > room/4) && c <= left {
				fits[i], left = true, left-c
			}
		}
	}
	return fits
}
