package judge

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Unit is what is judged of a benchmark besides its time: throughput, a percentile
// of its latency, or anything else that is positive and better one way. Each is one more
// hypothesis of each benchmark, under the same alpha as all others.
type Unit struct {
	Name          string  // as the results have it: p99-ns
	Higher        bool    // is better
	MinimumEffect float64 // the least change of it that matters
}

// mostUnits that vote: each makes every verdict a little harder.
const mostUnits = 20

// What a name in a line of rules may have: no blank, and none of the line's own signs.
var unitName = regexp.MustCompile(`^[A-Za-z0-9_/.%-]{1,40}$`)

// CheckUnits returns an error that names the first unit that can't vote.
func CheckUnits(units []Unit) error {
	if n := len(units); n > mostUnits {
		return fmt.Errorf("%d units: want %d at most", n, mostUnits)
	}
	seen := map[string]bool{}
	for _, u := range units {
		switch {
		case !unitName.MatchString(u.Name):
			return fmt.Errorf("unit %.60q: want 1 to 40 letters, digits and any of _/.%%-", u.Name)
		case seen[u.Name]:
			return fmt.Errorf("unit %s stands twice", u.Name)
		case u.Name == "ns/op" || u.Name == "sec/op":
			return fmt.Errorf("unit %s: the time of an operation is judged anyway", u.Name)
		case !(u.MinimumEffect > 0 && u.MinimumEffect < 0.5):
			return fmt.Errorf("unit %s: minimum effect %v: want more than 0 and less than 0.5", u.Name, u.MinimumEffect)
		}
		seen[u.Name] = true
	}
	return nil
}

// String is the unit as it stands among the rules: p99-ns:lower:0.05.
func (u Unit) String() string {
	better := "lower"
	if u.Higher {
		better = "higher"
	}
	return u.Name + ":" + better + ":" + strconv.FormatFloat(u.MinimumEffect, 'g', -1, 64)
}

func parseUnit(text string) (u Unit, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 || parts[1] != "lower" && parts[1] != "higher" {
		return u, fmt.Errorf("units=%s: want NAME:lower:EFFECT or NAME:higher:EFFECT", text)
	}
	u.Name, u.Higher = parts[0], parts[1] == "higher"
	if u.MinimumEffect, err = strconv.ParseFloat(parts[2], 64); err != nil {
		return u, fmt.Errorf("units=%s: want a number for the minimum effect", text)
	}
	return u, nil
}

// of are the rules for a unit: what is looked for is as far beyond its minimum effect
// as with time.
func (r Rules) of(u Unit) Rules {
	r.Aim += u.MinimumEffect - r.MinimumEffect
	r.MinimumEffect = u.MinimumEffect
	r.Coarse = math.Max(r.Coarse, r.Aim)
	return r
}

// rulesOf are those that a hypothesis is judged by.
func (s *State) rulesOf(h *hypothesis) Rules {
	if h.unit == nil {
		return s.rules
	}
	return s.rules.of(*h.unit)
}

// AddUnit takes what complete rounds of a benchmark had of a unit that votes, in the order
// in which they were measured. A round with a value that is no positive number is refused,
// and with it all rounds of the call. One that lacks a value is left out: then
// the unit has no verdict, since who lacks it may be slow for the same reason.
func (s *State) AddUnit(name, unit string, rounds ...Round) error {
	b := s.byName[name]
	if b == nil {
		return fmt.Errorf("%s: not a benchmark of this report", name)
	}
	for _, h := range b.units {
		if h.unit.Name != unit {
			continue
		}
		for i, r := range rounds {
			if err := r.Check(); err != nil {
				return fmt.Errorf("%s: %s: round %d: %w", name, unit, len(h.base)+i+1, err)
			}
		}
		for _, r := range rounds {
			base, head := math.Log(r.Base), math.Log(r.Head)
			if h.unit.Higher { // so that more is worse
				base, head = -base, -head
			}
			h.base, h.head = append(h.base, base), append(h.head, head)
		}
		return nil
	}
	return fmt.Errorf("%s: %s: no unit that votes", name, unit)
}

// What is said of a unit.
const (
	Worse  Verdict = "worse"
	Better Verdict = "better"
)

// A UnitRow is the verdict on one unit of one benchmark: Worse, Better, Unchanged or
// Undecided. Its numbers are those of a Row, its ratio that of head to base.
type UnitRow struct {
	Unit string
	Row
}

// Units are the rows of the units that vote, of all benchmarks that have them.
func (s *State) Units() []UnitRow {
	s.advance()
	adjusted := s.holm()
	var rows []UnitRow
	for _, b := range s.benchmarks {
		for _, h := range b.units {
			if len(h.base) > 0 {
				rows = append(rows, s.unitRow(b, h, adjusted))
			}
		}
	}
	return rows
}

func (s *State) unitRow(b *benchmark, h *hypothesis, adjusted map[*hypothesis]float64) UnitRow {
	x := UnitRow{h.unit.Name, s.row(b, h, adjusted)}
	x.With = ""
	if missing := len(b.base) - len(h.base); missing > 0 {
		x.Verdict, x.Reason = Undecided, fmt.Sprintf("%d of %d rounds lack it", missing, len(b.base))
	}
	words := map[Verdict]Verdict{Slower: Worse, Faster: Better}
	if v, ok := words[x.Verdict]; ok {
		x.Verdict = v
	}
	x.Looks = words[x.Looks]
	if h.unit.Higher {
		x.Ratio, x.Low, x.High = 1/x.Ratio, 1/x.High, 1/x.Low
	}
	return x
}
