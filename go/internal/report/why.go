package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/why"
)

// Slowed tells whether a row got slower, by itself or with its group.
func (r *Report) Slowed(x Row) bool {
	return x.Verdict == Slower || slices.ContainsFunc(r.Groups, func(g Row) bool { return g.Benchmark == x.With && g.Verdict == Slower })
}

// Counted is the median that a unit counted on each side, 0 where it counted nothing.
func (x Row) Counted(unit string) (base, head float64) {
	for _, c := range x.Counts {
		if c.Unit == unit {
			return c.Base, c.Head
		}
	}
	return 0, 0
}

// Explain adds to the rows of a job what its profiles say; "" is the only job.
func (r *Report) Explain(job string, file why.File) {
	for i := range r.Rows {
		x := &r.Rows[i]
		if job != "" && x.job != job {
			continue
		}
		if row := file.Of(x.Runtime, x.Benchmark, why.Time); row != nil {
			x.Functions, x.flames[0] = row.Functions, row.Flame
		}
		if row := file.Of(x.Runtime, x.Benchmark, why.Allocations, why.Bytes); row != nil {
			x.Sites, x.sitesUnit, x.flames[1] = row.Functions, row.Unit, row.Flame
		}
	}
}

// A reason is the functions that moved in one unit of a row.
type reason struct {
	unit      string
	functions []why.Function
	flame     string // file of the flame graph, or ""
}

// reasons are why a row has its verdicts, as far as profiles know.
func (x Row) reasons() []reason {
	var all []reason
	for _, r := range []reason{{why.Time, x.Functions, x.flames[0]}, {x.sitesUnit, x.Sites, x.flames[1]}} {
		if len(r.functions) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// amount is a number of three digits with its unit.
func amount(v float64, unit string) string {
	if unit != why.Time {
		return strconv.FormatFloat(v, 'g', 3, 64) + " " + strings.TrimSuffix(unit, "/op")
	}
	return nanoseconds(v)
}

// nanoseconds writes a time in the unit that fits it, with three digits.
func nanoseconds(v float64) string {
	for _, u := range []struct {
		least float64
		name  string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if v >= u.least {
			return digits(v/u.least) + " " + u.name
		}
	}
	return digits(v) + " ns"
}

func digits(v float64) string {
	switch {
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// shortName is a function's name without the folders of its package: what a reader
// knows it by.
func shortName(name string) string {
	head, rest, generic := strings.Cut(name, "[")
	head = head[strings.LastIndexByte(head, '/')+1:]
	if generic {
		head += "[" + rest
	}
	return head
}

// at is where a function stands, "" where that is not in the repository.
func at(f why.Function) string {
	switch {
	case f.File == "":
		return ""
	case f.Line == 0:
		return f.File
	}
	return f.File + ":" + strconv.Itoa(f.Line)
}

// explained is how many benchmarks a comment gives reasons for: those that stand
// first.
const explained = 3

// counts is what the functions of a reason are compared by.
func (r reason) counts() string {
	if r.unit == why.Time {
		return "time"
	}
	return "allocations"
}

// writeReasons writes the functions that moved, for a terminal.
func (r *Report) writeReasons(out *strings.Builder) {
	for _, x := range r.Rows {
		for _, reason := range x.reasons() {
			fmt.Fprintf(out, "why: %s of an operation by function: %s %s\n", reason.counts(), r.on(x), x.name())
			t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, f := range reason.functions {
				fmt.Fprintf(t, "  %s\t%s → %s\t%s\t%s\n", gained(f, reason.unit), amount(f.Base, reason.unit), amount(f.Head, reason.unit), markdown.Plain(shortName(f.Name), why.MostName), joined(at(f), inDiff(f)))
			}
			_ = t.Flush() // a builder takes everything
			if reason.flame != "" {
				fmt.Fprintf(out, "  flame graph of the difference: %s\n", markdown.Plain(reason.flame, why.MostName))
			}
		}
	}
}

// reasonRows writes the functions that moved as a table of a comment or a page.
func (r *Report) reasonRows(out *strings.Builder, most int) {
	var rows strings.Builder
	n := 0
	for _, x := range r.Rows {
		for _, reason := range x.reasons() {
			if n++; n > most {
				continue
			}
			name := markdown.Code(x.name())
			for _, f := range reason.functions {
				function := markdown.Code(shortName(f.Name))
				if f.InDiff {
					function = "**in the diff** " + function
				}
				writeCells(&rows, name, gained(f, reason.unit), amount(f.Base, reason.unit)+" → "+amount(f.Head, reason.unit), function, markdown.Code(at(f)))
				name = ""
			}
		}
	}
	if n == 0 {
		return
	}
	fmt.Fprintf(out, "\nWhy: the functions whose part of an operation moved most, by a profiler after all samples.\n\n| benchmark | change | base → head | function | |\n|---|---|---|---|---|\n%s", rows.String())
	if n > most {
		fmt.Fprintf(out, "\nand the functions of %d more, in the job's summary\n", n-most)
	}
}

// A Flame is where the flame graph of a benchmark's difference is.
type Flame struct {
	Benchmark string
	Job       string
	File      string // as its profiles name it: below the run folder
}

// Flames are those of the benchmarks that a comment gives reasons for.
func (r *Report) Flames() []Flame {
	var all []Flame
	n := 0
	for _, x := range r.Rows {
		for _, reason := range x.reasons() {
			if n++; n <= explained && reason.flame != "" {
				all = append(all, Flame{x.name(), x.job, reason.flame})
			}
		}
	}
	return all
}

// gained is how much more a function takes of an operation.
func gained(f why.Function, unit string) string {
	if f.Change() < 0 {
		return "-" + amount(-f.Change(), unit)
	}
	return "+" + amount(f.Change(), unit)
}

// inDiff marks a function that base and head differ in.
func inDiff(f why.Function) string {
	if f.InDiff {
		return "in the diff"
	}
	return ""
}

// PerOp is Values in nanoseconds, 0 where there is none.
func (x Row) PerOp() (base, head float64) {
	b, h := x.Values()
	if b == nil || h == nil {
		return 0, 0
	}
	return *b * 1e9, *h * 1e9
}
