package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"
)

// outcome is the verdict on the whole: see Headline.
func (r *Report) outcome() string {
	var parts []string
	for _, v := range []Verdict{Slower, Failed, MoreAllocations, MoreBytes, Faster, FewerAllocations, FewerBytes, AcceptedAllocations, New, Removed, Accepted} {
		if n := r.Count(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
		if n := r.CountAllocations(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%d with %s", n, v))
		}
	}
	parts = append(parts, r.unitWords()...)
	asked, examined := r.examined()
	notReached := r.Count(NotReached)
	switch {
	case len(parts) > 0:
		parts = []string{strings.Join(parts, ", ")}
		if notReached > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d reached benchmarks decided", examined, asked))
		}
	case r.Count(Identical) == len(r.Rows):
		return "no benchmark has changed"
	case asked == 0 && notReached > 0:
		parts = []string{"no benchmark executes what has changed"}
	case examined == 0:
		parts = []string{"nothing was decided"}
	case notReached > 0:
		parts = []string{fmt.Sprintf("no change found in %d of %d reached benchmarks", examined, asked)}
	case examined < asked:
		parts = []string{fmt.Sprintf("no change found in %d of %d", examined, asked)}
	default:
		parts = []string{"no change found"}
	}
	open := r.count(func(x Row) bool { return x.Open && x.Looks == "" && x.With == "" })
	for _, v := range []Verdict{Slower, Faster} {
		if n := r.looks(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s %s, not confirmed", n, verb(n, "look"), v))
		}
	}
	if open > 0 && notReached == 0 {
		parts = append(parts, fmt.Sprintf("%d measured too little", open))
	}
	if n := r.count(Row.unmeasured); n > 0 && notReached == 0 {
		parts = append(parts, fmt.Sprintf("%d of %d not measured", n, asked))
	}
	switch {
	case notReached > 0:
		parts = append(parts, fmt.Sprintf("%d not reached", notReached))
	case r.allUnreached():
		parts = append(parts, "no benchmark executes what has changed")
	}
	return strings.Join(parts, "; ")
}

// verb is a verb of so many.
func verb(n int, word string) string {
	if n == 1 {
		return word + "s"
	}
	return word
}

// CountAllocations is how many rows have a verdict on their allocations.
func (r *Report) CountAllocations(v Verdict) int {
	return r.count(func(x Row) bool { return x.Allocations == v })
}

func (r *Report) count(is func(Row) bool) int {
	n := 0
	for _, x := range r.all() {
		if is(x) {
			n++
		}
	}
	return n
}

// looks is how many rows look slower, or faster, and were not decided.
func (r *Report) looks(v Verdict) int {
	return r.count(func(x Row) bool { return x.Looks == v && x.With == "" })
}

// unmeasured tells that there is not one sample of either side.
func (x Row) unmeasured() bool {
	return x.Verdict == Undecided && x.Base == nil && x.Head == nil
}

// examined is how many benchmarks there are to compare, and of how many the verdict
// rests on all that it takes.
func (r *Report) examined() (asked, examined int) {
	for _, x := range r.Rows {
		switch {
		case x.Verdict == Identical || x.Verdict == New || x.Verdict == Removed || x.Verdict == NotReached:
		case x.unmeasured() || x.Open && x.With == "" || x.Verdict == Undecided && x.Ratio == nil:
			asked++
		default:
			asked, examined = asked+1, examined+1
		}
	}
	return asked, examined
}

// Unanswered says why nobody can tell from the report whether something got slower,
// or "".
func (r *Report) Unanswered() string {
	asked, examined := r.examined()
	if n := r.looks(Slower); n > 0 {
		return fmt.Sprintf("%d %s slower, not confirmed", n, verb(n, "look"))
	} else if asked > 0 && examined == 0 {
		return "nothing was decided"
	}
	return ""
}

// Rest is what is said of the benchmarks that have no row of their own.
func (r *Report) Rest() string {
	parts := r.tally()
	if n := r.Count(NotReached); n > 0 {
		they, them := "they execute", "them"
		if n == 1 {
			they, them = "it executes", "it"
		}
		parts = slices.Insert(parts, len(parts)-min(1, r.Count(Identical)),
			fmt.Sprintf("%d not reached: %s nothing that has changed, and could move only by how code is placed or inlined; -set all=true measures %s", n, they, them))
	}
	return strings.Join(parts, "; ")
}

// Tally is Rest in as many words as go beside the headline, which counts what is not reached.
func (r *Report) Tally() string { return strings.Join(r.tally(), "; ") }

func (r *Report) tally() []string {
	var parts []string
	if n := r.Count(Unchanged); n > 0 {
		parts = append(parts, fmt.Sprintf("%d unchanged within ±%s", n, percent(r.MinimumEffect)))
	}
	if n := r.Count(Undecided); n > 0 {
		parts = append(parts, fmt.Sprintf("%d undecided%s", n, r.couldHaveSeen()))
	}
	if n := r.Count(Identical); n > 0 {
		parts = append(parts, fmt.Sprintf("%d identical and so not measured", n))
	}
	return parts
}

// letGo tells that a row is undecided because a change as large as the aim was ruled out.
func (x Row) letGo() bool {
	return x.Verdict == Undecided && x.Reason == "" && x.Excluded != nil && !x.Open
}

// tends is where the interval lies, Slower or Faster, or "" if it holds no change. The
// interval of a row that was let go lies across the minimum effect then, and "3.2 % or
// more ruled out" beside +2.5 % would read as if nothing had moved.
func (x Row) tends() Verdict {
	switch {
	case x.Low != nil && *x.Low > 1:
		return Slower
	case x.High != nil && *x.High < 1:
		return Faster
	}
	return ""
}

// couldHaveSeen is what is known of the undecided: the change that samples rule out, and
// the one that would have shown where time ran out.
func (r *Report) couldHaveSeen() string {
	var excluded, shown []float64
	for _, x := range r.Rows {
		switch {
		case x.letGo():
			excluded = append(excluded, *x.Excluded)
		case x.Open && x.Detectable != nil:
			shown = append(shown, *x.Detectable)
		}
	}
	var parts []string
	of := func(n int) string {
		if n == r.Count(Undecided) {
			return ""
		}
		return fmt.Sprintf("for %d, ", n)
	}
	if n := len(excluded); n > 0 {
		parts = append(parts, fmt.Sprintf("%s%s or more is ruled out", of(n), percent(slices.Max(excluded))))
	}
	if n := len(shown); n > 0 {
		parts = append(parts, fmt.Sprintf("%sa change of %s would have shown", of(n), between(shown)))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

// between is the least and the largest of some changes.
func between(changes []float64) string {
	least, most := percent(slices.Min(changes)), percent(slices.Max(changes))
	if least == most {
		return most
	}
	return least + " to " + most
}

// changed are the rows that a reader wants to see first: more allocations stand
// behind what is slower or failed.
func (r *Report) changed() []Row {
	rows := slices.DeleteFunc(r.all(), func(x Row) bool {
		return x.Allocations == "" && !x.unitsMoved() && (x.Verdict == Unchanged || x.Verdict == Undecided || x.Verdict == NotReached || x.Verdict == Identical)
	})
	rank := func(x Row) int {
		switch {
		case x.Verdict == Slower || x.Verdict == Failed:
			return 0
		case x.Allocations == MoreAllocations || x.Allocations == MoreBytes || x.worse():
			return 1
		}
		return 2
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(rank(a), rank(b)) })
	return rows
}

// name is what a row is called: a group's has how many benchmarks it is of.
func (x Row) name() string {
	if x.Members > 0 {
		return fmt.Sprintf("%s (%d)", x.Benchmark, x.Members)
	}
	return x.Benchmark
}

// on is the runtime, and the platform where there are several.
func (r *Report) on(x Row) string {
	platform, _, _ := strings.Cut(x.Machine, ",")
	if platform == "" || !slices.ContainsFunc(r.Machines, func(m string) bool { return !strings.HasPrefix(m, platform+",") }) {
		return x.Runtime
	}
	return x.Runtime + " " + platform
}

// Values are those of both sides in seconds, nil where there is none. The medians of all samples
// and the ratio, of the rounds that the verdict rests on, are two estimates, which
// may contradict each other: where there is a ratio, the two values differ by it, and
// their middle is that of the medians.
func (x Row) Values() (base, head *float64) {
	if x.Base != nil && x.Head != nil && x.Ratio != nil && *x.Ratio > 0 && *x.Base > 0 && *x.Head > 0 {
		middle, half := math.Sqrt(*x.Base)*math.Sqrt(*x.Head), math.Sqrt(*x.Ratio)
		return finite(middle / half), finite(middle * half)
	}
	return x.Base, x.Head
}

// values are both sides in words, with an arrow between.
func (x Row) values() string {
	base, head := x.Values()
	switch {
	case base != nil && head != nil:
		return seconds(*base) + " → " + seconds(*head)
	case head != nil:
		return seconds(*head)
	case base != nil:
		return seconds(*base)
	}
	return ""
}

// change is how far head is from base, with its interval; or why there is no such
// thing. What the samples rule out comes from a narrower interval, that of one look,
// and stands alone: two intervals of one change would contradict each other.
func (x Row) change() string {
	if x.Ratio == nil {
		return x.Reason
	}
	text := change(*x.Ratio)
	if x.Low != nil && x.High != nil && *x.Low > 0 && !x.letGo() {
		text += fmt.Sprintf(" (%s … %s)", change(*x.Low), change(*x.High))
	}
	return joined(text, x.Remark())
}

// Remark is what bounds the verdict, or "": why there is none, what the samples rule
// out, or the group that it moves with.
func (x Row) Remark() string {
	switch {
	case x.Reason != "":
		return x.Reason
	case x.Ratio == nil:
		return ""
	case x.Unreached && (x.Verdict == Slower || x.Verdict == Faster):
		return "executes nothing that has changed: by how code is placed or inlined"
	case x.With != "":
		return "moves with " + x.With
	case x.Looks != "":
		return fmt.Sprintf("looks %s, not confirmed", x.Looks)
	case x.Open && x.Detectable == nil:
		return "measured too little"
	case x.Open:
		return fmt.Sprintf("%s would have shown", percent(*x.Detectable))
	case x.letGo() && x.tends() != "":
		return fmt.Sprintf("%s by less than %s, if at all", x.tends(), percent(*x.Excluded))
	case x.letGo():
		return fmt.Sprintf("%s or more ruled out", percent(*x.Excluded))
	}
	return ""
}

// certainty is p and n.
func (x Row) certainty() (p, n string) {
	if x.P != nil {
		p = fmt.Sprintf("%.4f", *x.P)
		if *x.P < 0.0001 {
			p = "<0.0001"
		}
	}
	if x.N > 0 {
		n = fmt.Sprint(x.N)
	}
	return p, n
}

// Evidence is what the verdict rests on, in one line.
func (x Row) Evidence() string {
	p, n := x.certainty()
	var parts []string
	for _, part := range []string{x.values(), x.change(), x.beside()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if p != "" {
		parts = append(parts, equals("p", p))
	}
	if n != "" {
		parts = append(parts, equals("n", n))
	}
	return strings.Join(parts, "  ")
}

// equals writes p=0.01, or p<0.0001.
func equals(name, value string) string {
	return strings.Replace(name+"="+value, "=<", "<", 1)
}

// benchstat is what benchstat says of the row, marked if it is something else.
func (x Row) benchstat() string {
	if x.Benchstat == nil {
		return ""
	}
	text := "~"
	if x.Benchstat.P < significant {
		text = change(1 + x.Benchstat.Delta)
	}
	text += fmt.Sprintf(" (p=%.3f)", x.Benchstat.P)
	if x.Benchstat.Disagrees {
		text += " ≠"
	}
	return text
}

// Disagreements are the rows of which benchstat alone says something else.
func (r *Report) Disagreements() int {
	n := 0
	for _, x := range r.Rows {
		if x.Benchstat != nil && x.Benchstat.Disagrees {
			n++
		}
	}
	return n
}

// command is benchstat's for the same samples, or "".
func (r *Report) command() string {
	if r.Table == nil {
		return ""
	}
	return r.Table.Command()
}

// ofProject is what collect writes for the profile of a repository that has none.
const ofProject = "project"

// Reproduce is the command that measures the same again.
func (r *Report) Reproduce() string {
	head := ""
	if !strings.Contains(r.Head, "-") && r.Head != "none" {
		head = " -head " + short(r.Head)
	}
	profile := ""
	if r.Profile != ofProject {
		profile = " -profile " + r.Profile
	}
	base := " -base " + short(r.Base)
	if len(r.Upgrades) > 0 {
		base = r.reproduce()
	}
	return fmt.Sprintf("cobench bench%s%s%s", profile, base, head)
}

func short(commit string) string { return commit[:min(12, len(commit))] }

func seconds(s float64) string {
	scale := benchunit.CommonScale([]float64{s}, benchunit.Decimal)
	return fmt.Sprintf("%.*f %ss", scale.Prec, s/scale.Factor, scale.Prefix)
}

// change is a ratio as a percentage with sign.
func change(ratio float64) string {
	return fmt.Sprintf("%+.1f %%", 100*(ratio-1))
}

func percent(fraction float64) string {
	return fmt.Sprintf("%g %%", math.Round(1000*fraction)/10)
}

// chance is a small one as a percentage: two of its digits, and never 0 %.
func chance(x float64) string {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(100*x, 'g', 2, 64), 64)
	return strconv.FormatFloat(x, 'f', -1, 64) + " %"
}
