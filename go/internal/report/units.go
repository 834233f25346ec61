package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/results"
)

// What is said of a unit that votes, beside the verdict on the time.
const (
	Worse  Verdict = "worse"
	Better Verdict = "better"
)

// A Unit is the verdict on a unit that votes: Worse, Better, Unchanged or Undecided. Its
// numbers are those of a Row, its values in base units: seconds.
type Unit struct {
	Unit     string   `json:"unit"`
	Verdict  Verdict  `json:"verdict"`
	Base     *float64 `json:"base"`
	Head     *float64 `json:"head"`
	Ratio    *float64 `json:"ratio"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
	P        *float64 `json:"p"`
	Excluded *float64 `json:"excluded"`
	N        int      `json:"n"`
	Reason   string   `json:"reason,omitempty"`
}

// figures are the values of a unit in complete rounds that both sides have it in.
func (b *benchmark) figures(unit string) []judge.Round {
	var rounds []judge.Round
	for _, n := range b.complete() {
		r := judge.Round{Base: b.sides[base].units[unit][n], Head: b.sides[head].units[unit][n]}
		if r.Check() == nil {
			rounds = append(rounds, r)
		}
	}
	return rounds
}

// addUnits gives the judge what complete rounds had of the units that vote.
func addUnits(state *judge.State, units []judge.Unit, name string, b *benchmark) error {
	for _, u := range units {
		if err := state.AddUnit(name, u.Name, b.figures(u.Name)...); err != nil {
			return err
		}
	}
	return nil
}

// takeUnits fills in what the judge says of a benchmark's units.
func (x *Row) takeUnits(rows []judge.UnitRow, name string, b *benchmark) {
	for _, j := range rows {
		if j.Benchmark != name {
			continue
		}
		var was, is []float64
		for _, r := range b.figures(j.Unit) {
			was, is = append(was, r.Base), append(is, r.Head)
		}
		u := Unit{
			Unit: j.Unit, Verdict: Verdict(j.Verdict), Base: median(was), Head: median(is), N: j.N, Reason: j.Reason,
			Ratio: finite(j.Ratio), Low: finite(j.Low), High: finite(j.High), Excluded: finite(j.Excluded),
		}
		if j.P < 1 {
			u.P = finite(j.Adjusted)
		}
		if why, both := b.unsteady(); why != "" && !both {
			u.Verdict, u.Reason = Undecided, why
		}
		x.Units = append(x.Units, u)
	}
}

func (u Unit) moved() bool { return u.Verdict == Worse || u.Verdict == Better }

// unitsMoved tells whether a unit of the row got worse or better.
func (x Row) unitsMoved() bool { return slices.ContainsFunc(x.Units, Unit.moved) }

// worse tells whether a unit of the row got worse.
func (x Row) worse() bool {
	return slices.ContainsFunc(x.Units, func(u Unit) bool { return u.Verdict == Worse })
}

// CountUnits is how many rows have a unit of the verdict.
func (r *Report) CountUnits(v Verdict) int {
	return r.count(func(x Row) bool {
		return slices.ContainsFunc(x.Units, func(u Unit) bool { return u.Verdict == v })
	})
}

// unitWords are the parts of a headline on units: 1 with worse p99-ns.
func (r *Report) unitWords() []string {
	var parts []string
	for _, v := range []Verdict{Worse, Better} {
		var names []string
		for _, x := range r.Rows {
			for _, u := range x.Units {
				if u.Verdict == v && !slices.Contains(names, u.Unit) {
					names = append(names, u.Unit)
				}
			}
		}
		for _, name := range names {
			n := r.count(func(x Row) bool {
				return slices.ContainsFunc(x.Units, func(u Unit) bool { return u.Unit == name && u.Verdict == v })
			})
			parts = append(parts, fmt.Sprintf("%d with %s %s", n, v, name))
		}
	}
	return parts
}

// beside is what is said of a row besides its time: its allocations and its units.
func (x Row) beside() string {
	parts := []string{x.allocated()}
	for _, u := range x.Units {
		if u.moved() {
			parts = append(parts, u.String())
		}
	}
	return joined(parts...)
}

// unitCell is all units of a row, whatever their verdicts.
func (x Row) unitCell() string {
	var parts []string
	for _, u := range x.Units {
		parts = append(parts, u.String())
	}
	return strings.Join(parts, ", ")
}

// String is the verdict with what it rests on:
// worse p99-ns: 1.20 ms → 1.80 ms +50.0 % (+41.0 % … +62.0 %) p<0.0001.
func (u Unit) String() string {
	text := fmt.Sprintf("%s %s", u.Verdict, u.Unit)
	if u.Ratio == nil || u.Base == nil || u.Head == nil {
		return joined(text, u.Reason)
	}
	middle, half := math.Sqrt(*u.Base)*math.Sqrt(*u.Head), math.Sqrt(*u.Ratio)
	text += fmt.Sprintf(": %s → %s %s", figure(middle/half, u.Unit), figure(middle*half, u.Unit), change(*u.Ratio))
	if u.Low != nil && u.High != nil && *u.Low > 0 {
		text += fmt.Sprintf(" (%s … %s)", change(*u.Low), change(*u.High))
	}
	if u.moved() && u.P != nil {
		p, _ := Row{P: u.P}.certainty()
		text += " " + equals("p", p)
	}
	return joined(text, u.Reason)
}

// figure is a value of a unit, with a prefix: 1.20 ms of p99-ns, 12.3k of req/s.
func figure(value float64, unit string) string {
	_, tidy := benchunit.Tidy(1, unit)
	if strings.HasPrefix(tidy, "sec") || strings.HasSuffix(tidy, "sec") || strings.Contains(tidy, "sec/") || strings.Contains(tidy, "-sec") {
		return seconds(value)
	}
	return benchunit.Scale(value, benchunit.ClassOf(tidy))
}

// addUnits takes the values of a line that vote.
func (s *side) addUnits(units []judge.Unit, round int, values []benchfmt.Value) {
	for _, u := range units {
		v := results.Value(values, u.Name)
		if math.IsNaN(v) {
			continue
		}
		if s.units[u.Name] == nil {
			s.units[u.Name] = map[int]float64{}
		}
		s.units[u.Name][round] = v
	}
}
