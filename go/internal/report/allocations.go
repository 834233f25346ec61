package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/results"
	"golang.org/x/perf/benchfmt"
)

// What is said of the allocations of one benchmark, beside the verdict on its time.
const (
	MoreAllocations  Verdict = "more allocations"
	FewerAllocations Verdict = "fewer allocations"
	MoreBytes        Verdict = "more bytes"  // in as many allocations
	FewerBytes       Verdict = "fewer bytes" // the same
	// AcceptedAllocations are more than before, as the project has accepted beforehand.
	AcceptedAllocations Verdict = "accepted allocations"
)

// AllocationVerdicts is all of them, what matters most first.
var AllocationVerdicts = []Verdict{MoreAllocations, MoreBytes, FewerAllocations, FewerBytes, AcceptedAllocations}

// counted are the units of which a process counts instead of timing.
var counted = []string{results.AllocsPerOp, results.BytesPerOp}

// ownAllocations and ownBytes bound what a process allocates besides its operations. Go
// divides it among them and drops the fraction, so a slower side, which makes fewer
// operations in the same time, may seem to allocate one more in each. Where it makes as
// many, what is besides them can't be the reason.
const (
	ownAllocations = 1000
	ownBytes       = 100_000
)

// A Count is what one unit counted. It is exact if all samples of a side are equal, on
// both sides and in as many rounds as the first look takes, and a difference is not one
// that a process may have allocated besides its operations: then it is one of the code,
// and there is no chance in it.
type Count struct {
	Unit  string  `json:"unit"`
	Base  float64 `json:"base"` // median
	Head  float64 `json:"head"`
	Exact bool    `json:"exact"`
}

// addCounts takes in what a sample has counted.
func (s *side) addCounts(line *benchfmt.Result) {
	for _, unit := range counted {
		if n, ok := line.Value(unit); ok {
			s.counts[unit] = append(s.counts[unit], n)
			s.least, s.most = min(cmp.Or(s.least, line.Iters), line.Iters), max(s.most, line.Iters)
		}
	}
}

// counts are those of a benchmark's units that both sides have.
func (b *benchmark) counts(rounds int) []Count {
	var all []Count
	for _, unit := range counted {
		if b.sides[base] == nil || b.sides[head] == nil {
			continue
		}
		before, after := b.sides[base].counts[unit], b.sides[head].counts[unit]
		if len(before) == 0 || len(after) == 0 {
			continue
		}
		c := Count{Unit: unit, Base: *median(before), Head: *median(after)}
		c.Exact = constant(before, rounds) && constant(after, rounds) && c.ofOperations(b.sides[base], b.sides[head])
		all = append(all, c)
	}
	return all
}

// ofOperations tells whether a difference is one of the operations: if, in all operations
// of a sample, it is more than a process allocates of its own, or if the side that
// allocates more made as many operations as the other. No difference is.
func (c Count) ofOperations(before, after *side) bool {
	own, more, fewer := float64(ownAllocations), after, before
	if c.Unit == results.BytesPerOp {
		own = ownBytes
	}
	if c.Head < c.Base {
		more, fewer = before, after
	}
	return c.Base == c.Head || more.most >= fewer.least || math.Abs(c.Head-c.Base)*float64(min(more.least, fewer.least)) >= own
}

func constant(values []float64, atLeast int) bool {
	return len(values) >= atLeast && slices.Min(values) == slices.Max(values)
}

// ofAllocations is the verdict on exact counts: on allocations, else on their bytes.
func ofAllocations(counts []Count) Verdict {
	for _, c := range counts {
		switch {
		case !c.Exact || c.Base == c.Head:
		case c.Unit == results.AllocsPerOp && c.Head > c.Base:
			return MoreAllocations
		case c.Unit == results.AllocsPerOp:
			return FewerAllocations
		case c.Head > c.Base:
			return MoreBytes
		default:
			return FewerBytes
		}
	}
	return ""
}

// allocated tells of the exact counts that differ, such as
// more allocations: 0 → 1 allocs/op, 0 → 16 B/op; or "".
func (x Row) allocated() string {
	if x.Allocations == "" {
		return ""
	}
	var parts []string
	for _, c := range x.Counts {
		if c.Exact && c.Base != c.Head {
			parts = append(parts, c.String())
		}
	}
	return string(x.Allocations) + ": " + strings.Join(parts, ", ")
}

// countCell is all counts of a row; a ± stands where the samples differ, and the
// numbers are medians.
func (x Row) countCell() string {
	var parts []string
	for _, c := range x.Counts {
		parts = append(parts, c.String())
	}
	return strings.Join(parts, ", ")
}

func (c Count) String() string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	text := number(c.Base)
	if c.Head != c.Base {
		text += " → " + number(c.Head)
	}
	if !c.Exact {
		text = "± " + text
	}
	return fmt.Sprintf("%s %s", text, c.Unit)
}
