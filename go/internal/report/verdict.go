// Package report says what got slower or faster.
//
// In goes a comparison of base and head (see package compare), out comes one
// verdict a benchmark, and the same as text, Markdown or JSON. It judges time
// alone, and only what was measured on one machine; it refuses a comparison
// without both sides.
package report

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/cobench/cobench/go/internal/compare"
)

// Options are how a comparison must be made to be judged: base against head,
// by runtime, with what the profile says of alpha and the minimum effect.
var Options = compare.Options{
	Table: "goos,goarch,cpu,cores,runtime,alpha,minimum-effect",
	Col:   "side@(base head)",
	Row:   ".fullname",
}

// A Verdict is what is said of one benchmark.
type Verdict string

// The verdicts. Absence of evidence is no evidence: what can't be shown to lie
// within the minimum effect is undecided, not unchanged.
const (
	Slower    Verdict = "slower"
	Faster    Verdict = "faster"
	Unchanged Verdict = "unchanged" // within the minimum effect
	Undecided Verdict = "undecided" // may have moved, may not
	Failed    Verdict = "failed"    // measured on base, failed on head
	New       Verdict = "new"       // measured on head alone
	Removed   Verdict = "removed"   // measured on base alone
)

// Verdicts is all of them, what matters most first.
var Verdicts = []Verdict{Slower, Failed, Faster, Undecided, New, Removed, Unchanged}

// A Row is the verdict on one benchmark, with all that it rests on.
type Row struct {
	Verdict   Verdict  `json:"verdict"`
	Runtime   string   `json:"runtime"`
	Benchmark string   `json:"benchmark"`
	Base      *float64 `json:"base"`  // median of the samples, in seconds
	Head      *float64 `json:"head"`  // the same
	Ratio     *float64 `json:"ratio"` // head to base, shift estimate
	Low       *float64 `json:"low"`   // interval of the ratio at level 1 - alpha
	High      *float64 `json:"high"`
	P         *float64 `json:"p"`        // Mann-Whitney U test, two-sided, as benchstat's
	Adjusted  *float64 `json:"adjusted"` // p by Holm, over all rows of the report
	NBase     int      `json:"nBase"`
	NHead     int      `json:"nHead"`
	Reason    string   `json:"reason"` // of a failure
}

// A Report is the verdicts on all benchmarks.
type Report struct {
	Alpha         float64
	MinimumEffect float64
	Machines      []string
	Rows          []Row // what matters most first, then as measured
	Command       string
}

// Judge gives the verdicts on a comparison made with Options.
//
// A benchmark is slower or faster if its p, adjusted by Holm (Scand. J.
// Statist. 6, 1979) over all rows, is at most alpha, and if the interval of
// its ratio clears the minimum effect; it is unchanged if the interval lies
// within.
func Judge(c *compare.Report) (*Report, error) {
	r := &Report{Command: c.Command()}
	for _, t := range c.Tables {
		if t.Unit != "sec/op" && t.Unit != "" {
			continue // one unit votes, and it is time
		}
		if err := r.take(t); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(r.Rows, func(x Row) bool { return x.NBase > 0 }) {
		return nil, errors.New("no results of side base: measure both with cobench plan -base REF, or use cobench compare -col runtime")
	}
	r.adjust()
	for i := range r.Rows {
		if x := &r.Rows[i]; x.Verdict == "" {
			x.Verdict = r.verdict(x)
		}
	}
	slices.SortStableFunc(r.Rows, func(a, b Row) int {
		return slices.Index(Verdicts, a.Verdict) - slices.Index(Verdicts, b.Verdict)
	})
	return r, nil
}

// Count is how many rows have a verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, x := range r.Rows {
		if x.Verdict == v {
			n++
		}
	}
	return n
}

// take adds the rows of one runtime on one machine.
func (r *Report) take(t *compare.Table) error {
	alpha, err := number(t, "alpha")
	if err != nil {
		return err
	}
	effect, err := number(t, "minimum-effect")
	if err != nil {
		return err
	}
	if len(r.Rows) > 0 && (alpha != r.Alpha || effect != r.MinimumEffect) {
		return errors.New("the files were measured with several alphas or minimum effects: report each profile by itself")
	}
	r.Alpha, r.MinimumEffect = alpha, effect
	if m := t.Machine.String(); !slices.Contains(r.Machines, m) {
		r.Machines = append(r.Machines, m)
	}
	column := func(side string) int {
		return slices.IndexFunc(t.Columns, func(c compare.Column) bool { return c.Values[0] == side })
	}
	base, head := column("base"), column("head")
	for i := range t.Rows {
		if slices.ContainsFunc(t.Rows[i].Cells, func(c compare.Cell) bool { return c.Unranked.Count > 0 }) {
			continue
		}
		r.Rows = append(r.Rows, row(t, &t.Rows[i], base, head, alpha))
	}
	return nil
}

func row(t *compare.Table, from *compare.Row, base, head int, alpha float64) Row {
	x := Row{Runtime: setting(t, "runtime"), Benchmark: from.Name}
	var b, h compare.Cell // without samples where the side was not measured
	if base >= 0 {
		b = from.Cells[base]
	}
	if head >= 0 {
		h = from.Cells[head]
	}
	x.NBase, x.NHead = len(b.Values), len(h.Values)
	if x.NBase > 0 {
		x.Base = &b.Summary.Center
	}
	if x.NHead > 0 {
		x.Head = &h.Summary.Center
	}
	switch {
	case h.Failed.Count > 0:
		x.Verdict, x.Reason = Failed, h.Failed.Reasons[0]
	case x.NBase == 0 && x.NHead == 0:
		x.Verdict, x.Reason = Undecided, firstReason(h, b)
	case x.NBase == 0:
		x.Verdict = New
	case x.NHead == 0:
		x.Verdict = Removed
	default:
		p := math.Min(h.Comparison.P, 1)
		x.P = &p
		ratio, low, high := ratioInterval(b.Values, h.Values, alpha)
		x.Ratio, x.Low, x.High = &ratio, finite(low), finite(high)
	}
	return x
}

func firstReason(cells ...compare.Cell) string {
	for _, c := range cells {
		if reasons := append(c.Skipped.Reasons, c.Failed.Reasons...); len(reasons) > 0 {
			return reasons[0]
		}
	}
	return "no sample"
}

// adjust fills in Holm's p: the k-th smallest of m counts (m-k+1) times, and
// none less than the one before.
func (r *Report) adjust() {
	var tested []*Row
	for i := range r.Rows {
		if r.Rows[i].P != nil {
			tested = append(tested, &r.Rows[i])
		}
	}
	slices.SortStableFunc(tested, func(a, b *Row) int {
		if *a.P < *b.P {
			return -1
		} else if *a.P > *b.P {
			return 1
		}
		return 0
	})
	least := 0.0
	for k, x := range tested {
		least = math.Max(least, math.Min(1, *x.P*float64(len(tested)-k)))
		x.Adjusted = new(least)
	}
}

func (r *Report) verdict(x *Row) Verdict {
	band := 1 + r.MinimumEffect
	low, high := 0.0, math.Inf(1)
	if x.Low != nil && x.High != nil {
		low, high = *x.Low, *x.High
	}
	switch significant := *x.Adjusted <= r.Alpha; {
	case significant && low > band:
		return Slower
	case significant && high < 1/band:
		return Faster
	case low >= 1/band && high <= band:
		return Unchanged
	}
	return Undecided
}

func setting(t *compare.Table, key string) string {
	for _, s := range t.Key {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

func number(t *compare.Table, key string) (float64, error) {
	v, err := strconv.ParseFloat(setting(t, key), 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %q in the results, want a number: make them with cobench collect", key, setting(t, key))
	}
	return v, nil
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
