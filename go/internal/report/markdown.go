package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/markdown"
)

// A comment is read, not searched: it shows so many rows.
const commentRows = 7

// The most characters that are written: GitHub takes 65,536 in a comment, and
// 1 MiB in a job's summary.
const (
	commentSize = 60_000
	summarySize = 900_000
)

// WriteMarkdown writes the report for a comment: the verdict first, then the
// rows that changed, a line on the others, and all else folded.
func WriteMarkdown(w io.Writer, r *Report) error {
	return r.writeMarkdown(w, commentRows, explained, commentSize)
}

// WriteSummary writes the report for the page of a job: all that changed.
func WriteSummary(w io.Writer, r *Report) error {
	return r.writeMarkdown(w, len(r.Rows), len(r.Rows), summarySize)
}

func (r *Report) writeMarkdown(w io.Writer, most, reasons, size int) error {
	var out strings.Builder
	fmt.Fprintf(&out, "**%s**\n", r.Headline())
	if changed := r.changed(); len(changed) > 0 {
		fmt.Fprint(&out, "\n| | runtime | benchmark | base → head | change | p | n |\n|---|---|---|---|---|---|---|\n")
		for _, x := range changed[:min(most, len(changed))] {
			p, n := x.certainty()
			writeCells(&out, x.verdicts(), markdown.Code(r.on(x)), markdown.Code(x.name()), x.values(), joined(x.changeCell(), x.beside()), p, n)
		}
		if more := len(changed) - most; more > 0 {
			fmt.Fprintf(&out, "\nand %d more changes, in the job's summary\n", more)
		}
	}
	r.reasonRows(&out, reasons)
	if rest := r.Rest(); rest != "" {
		fmt.Fprintf(&out, "\n%s.\n", rest)
	}
	if blind := r.Blind(markdown.Code); blind != "" {
		fmt.Fprintf(&out, "\n%s.\n", blind)
	}
	if command, takes := r.Settle(); command != "" {
		fmt.Fprintf(&out, "\nTo decide the rest, in about %s: %s\n", minutes(takes), markdown.Code(command))
	}
	for _, change := range few(r.Toolchains) {
		fmt.Fprintf(&out, "\nToolchain of %s.\n", markdown.Code(change))
	}
	for _, names := range few(r.renamed()) {
		fmt.Fprintf(&out, "\nRenamed: %s.\n", markdown.Code(names))
	}
	for _, note := range few(r.Notes) {
		fmt.Fprintf(&out, "\n`cobench.yaml`: %s.\n", markdown.Code(note))
	}
	if r.Unpaired {
		fmt.Fprintf(&out, "\n<sub>%s → %s; %s</sub>\n", markdown.Code(r.Base), markdown.Code(r.Head), r.unpairedNote())
		_, err := io.WriteString(w, out.String())
		return err
	}
	fmt.Fprintf(&out, "\n<sub>%s → %s on %s; measure it again: %s</sub>\n", markdown.Code(short(r.Base)), markdown.Code(short(r.Head)), markdown.Code(strings.Join(few(r.Machines), "; ")), markdown.Code(r.Reproduce()))
	if r.Table != nil {
		r.writeFold(&out, size-out.Len())
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// verdicts is all that is said of a row, in a few words.
func (x Row) verdicts() string {
	text := string(x.Verdict)
	if x.Allocations != "" {
		text += ", " + string(x.Allocations)
	}
	for _, u := range x.Units {
		if u.moved() {
			text += fmt.Sprintf(", %s %s", u.Verdict, u.Unit)
		}
	}
	return text
}

// mostListed is of machines, and of toolchains that differ: a comment has to fit.
const mostListed = 8

func few(list []string) []string {
	if more := len(list) - mostListed; more > 0 {
		return append(slices.Clone(list[:mostListed]), fmt.Sprintf("and %d more", more))
	}
	return list
}

// writeFold writes what few will look at: every row beside what benchstat says
// of it, and benchstat's own table.
func (r *Report) writeFold(out *strings.Builder, room int) {
	const closing = "\n</details>\n"
	otherwise := ""
	if n := r.Disagreements(); n > 0 {
		otherwise = fmt.Sprintf("; %d rows where it disagrees are marked ≠", n)
	}
	fold := fmt.Sprintf("\n<details><summary>every row, and benchstat's table%s</summary>\n\n", otherwise) +
		fmt.Sprintf("False alarms: %s of reports at most, by Holm over all benchmarks and all looks. Intervals: %s.", chance(r.Alpha), percent(r.Confidence))
	header := []string{"runtime", "benchmark", "base → head", "change", "rounds", "benchstat alone"}
	withCounts := slices.ContainsFunc(r.Rows, func(x Row) bool { return len(x.Counts) > 0 })
	if withCounts {
		fold += " Allocations: ± stands where the samples differ, and then there is no verdict on them."
		header = append(header, "allocations")
	}
	withUnits := slices.ContainsFunc(r.Rows, func(x Row) bool { return len(x.Units) > 0 })
	if withUnits {
		header = append(header, "units that vote")
	}
	fold += "\n\n| | " + strings.Join(header, " | ") + " |\n|---" + strings.Repeat("|---", len(header)) + "|\n"
	left := 0
	for _, x := range r.all() {
		if x.Verdict == Identical || x.Verdict == NotReached {
			continue
		}
		var row strings.Builder
		cells := []string{string(x.Verdict), markdown.Code(r.on(x)), markdown.Code(x.name()), x.values(), x.changeCell(), fmt.Sprint(x.Rounds), x.benchstat()}
		if withCounts {
			cells = append(cells, x.countCell())
		}
		if withUnits {
			cells = append(cells, x.unitCell())
		}
		writeCells(&row, cells...)
		if len(fold)+row.Len() > room/2 {
			left++
			continue
		}
		fold += row.String()
	}
	if left > 0 {
		fold += fmt.Sprintf("\nand %d more, in the files of results\n", left)
	}
	var table strings.Builder
	if err := compare.WriteText(&table, r.Table, 160); err == nil {
		text := strings.ReplaceAll(table.String(), "```", "'''")
		if rest := room - len(fold) - len(closing) - 100; len(text) > rest {
			text = strings.ToValidUTF8(text[:max(0, rest)], "")
			text = text[:strings.LastIndexByte(text, '\n')+1] + "…\n"
		}
		fold += "\n```\n" + text + "```\n"
	}
	out.WriteString(fold + closing)
}

// changeCell is the change; a reason comes from a file, and is shown as code.
func (x Row) changeCell() string {
	if x.Ratio == nil && x.Reason != "" {
		return markdown.Code(x.Reason)
	}
	if x.Reason != "" {
		reason := x.Reason
		x.Reason = ""
		return x.change() + "; " + markdown.Code(reason)
	}
	return x.change()
}

// A number and its unit stay on one line of a narrow cell.
var unit = regexp.MustCompile(`(\d) ([%\pL])`)

func writeCells(out *strings.Builder, cells ...string) {
	for i, cell := range cells {
		if !strings.Contains(cell, "`") {
			cells[i] = unit.ReplaceAllString(cell, "$1\u00a0$2")
		}
	}
	fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
}
