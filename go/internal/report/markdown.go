package report

import (
	"fmt"
	"io"
	"strings"
)

// mostRows is how many rows a comment shows: it is read, not searched.
const mostRows = 15

// WriteMarkdown writes the report for a comment: the verdict first, then the
// rows that moved, and the rest folded.
func WriteMarkdown(w io.Writer, r *Report) error {
	var out strings.Builder
	r.writeMarkdown(&out, mostRows)
	_, err := io.WriteString(w, out.String())
	return err
}

// WriteSummary writes the report for the page of a job: all rows.
func WriteSummary(w io.Writer, r *Report) error {
	var out strings.Builder
	r.writeMarkdown(&out, len(r.Rows))
	_, err := io.WriteString(w, out.String())
	return err
}

func (r *Report) writeMarkdown(out *strings.Builder, most int) {
	fmt.Fprintf(out, "**%s**\n\n", r.Headline())
	var moved, rest []Row
	for _, x := range r.Rows {
		if x.Verdict == Unchanged || x.Verdict == Undecided {
			rest = append(rest, x)
		} else {
			moved = append(moved, x)
		}
	}
	if len(moved) > 0 {
		writeRows(out, moved[:min(most, len(moved))])
		if more := len(moved) - most; more > 0 {
			fmt.Fprintf(out, "\nand %d more, in the job's summary\n", more)
		}
	}
	if len(rest) > 0 {
		fmt.Fprintf(out, "\n<details><summary>%d unchanged or undecided</summary>\n\n", len(rest))
		writeRows(out, rest[:min(10*most, len(rest))])
		fmt.Fprint(out, "\n</details>\n")
	}
	fmt.Fprintf(out, "\n<sub>%s; alpha %v over the whole report by Holm; the same by benchstat: %s</sub>\n",
		code(strings.Join(r.Machines, "; ")), r.Alpha, code(r.Command))
}

func writeRows(out *strings.Builder, rows []Row) {
	fmt.Fprint(out, "| | runtime | benchmark | base → head | change | p | n |\n|---|---|---|---|---|---|---|\n")
	for _, x := range rows {
		cells := x.evidence()
		if len(cells) < 4 {
			cells = []string{code(cells[0]), "", "", strings.Join(cells[1:], "")}
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", x.Verdict, code(x.Runtime), code(x.Benchmark), strings.Join(cells, " | "))
	}
}

// code shows text that comes from a file: in a code span it can't be a link,
// a mention or a piece of a table.
func code(s string) string {
	s = strings.NewReplacer("`", "'", "|", "¦", "\n", " ").Replace(s)
	return "`" + s + "`"
}
