package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/why"
)

// A Line is a line of the repository at which a function begins that takes more of an
// operation than before, and what there is to say of it.
type Line struct {
	File  string // below the repository's top, with slashes
	Line  int
	Title string
	Text  string // a line for each benchmark that got slower by it
}

// mostSaid is benchmarks that a line names.
const mostSaid = 5

// Lines are the lines of the functions that made a row slower, or allocate more, those
// of the first rows first. Where functions of a row are in the diff, it is those; where
// none is, the one that moved most: what it is given has changed.
func (r *Report) Lines() []Line {
	var all []Line
	var said []int // benchmarks, of each line
	for _, x := range r.Rows {
		for _, reason := range x.reasons() {
			if !r.explains(x, reason) {
				continue
			}
			for _, f := range guilty(reason.functions) {
				i := slices.IndexFunc(all, func(l Line) bool { return l.File == f.File && l.Line == f.Line })
				if i < 0 {
					i, said = len(all), append(said, 0)
					all = append(all, Line{File: f.File, Line: f.Line, Title: fmt.Sprintf("%s: %s", reason.verdict(), markdown.Plain(shortName(f.Name), why.MostName))})
				}
				if said[i]++; said[i] <= mostSaid {
					all[i].Text += r.blame(x, f, reason.unit) + "\n"
				}
			}
		}
	}
	for i := range all {
		if more := said[i] - mostSaid; more > 0 {
			all[i].Text += fmt.Sprintf("and %d more", more)
		}
		all[i].Text = strings.TrimSuffix(all[i].Text, "\n")
	}
	return all
}

// explains tells whether a reason is one of a verdict on the row for the worse.
func (r *Report) explains(x Row, y reason) bool {
	if y.unit == why.Time {
		return r.Slowed(x)
	}
	return x.Allocations == MoreAllocations || x.Allocations == MoreBytes
}

// verdict is what got worse.
func (y reason) verdict() string {
	if y.unit == why.Time {
		return string(Slower)
	}
	return string(MoreAllocations)
}

// guilty are the functions of the repository that take more than before: those in the
// diff, or else the first.
func guilty(functions []why.Function) []why.Function {
	var more []why.Function
	for _, f := range functions {
		if f.File != "" && f.Line > 0 && f.Change() > 0 {
			more = append(more, f)
		}
	}
	if inDiff := slices.DeleteFunc(slices.Clone(more), func(f why.Function) bool { return !f.InDiff }); len(inDiff) > 0 {
		return inDiff
	}
	return more[:min(1, len(more))]
}

// blame says what a function has to do with a row.
func (r *Report) blame(x Row, f why.Function, unit string) string {
	text := markdown.Plain(x.name(), mostBlamed)
	if change := x.change(); unit == why.Time && change != "" {
		text += ": " + change
	}
	text += fmt.Sprintf(". Of an operation this function takes %s → %s (%s)", amount(f.Base, unit), amount(f.Head, unit), gained(f, unit))
	if f.InDiff {
		text += ". It is in the diff"
	}
	return text + "."
}

// mostBlamed is bytes of a benchmark's name.
const mostBlamed = 300
