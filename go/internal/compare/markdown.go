package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/results"
)

// WriteMarkdown writes the report as tables of GitHub-flavoured Markdown.
//
// What comes from a file stands in code spans, where it can be neither markup
// nor a link nor a mention of somebody.
func WriteMarkdown(w io.Writer, r *Report) error {
	var out strings.Builder
	for i, t := range r.Tables {
		if results.IsMark(t.Unit) {
			continue
		}
		if i == 0 || !slices.Equal(t.Key, r.Tables[i-1].Key) {
			fmt.Fprintf(&out, "machine %s\n", code(t.Machine))
			for _, s := range t.Key {
				if s.Value != "" && !slices.Contains(results.MachineKeys[:], s.Key) {
					fmt.Fprintf(&out, "- %s %s\n", code(s.Key), code(s.Value))
				}
			}
			end := i + 1
			for end < len(r.Tables) && slices.Equal(r.Tables[end].Key, t.Key) {
				end++
			}
			for _, e := range environments(r.Tables[i:end]) {
				fmt.Fprintf(&out, "- %s: %s\n", code(e[0]), code(e[1]))
			}
			out.WriteByte('\n')
		}
		t.writeMarkdown(&out, r.Options)
	}
	fmt.Fprintf(&out, "The same by benchstat: %s\n", code(printable(r.Command())))
	_, err := io.WriteString(w, out.String())
	return err
}

func (t *Table) writeMarkdown(out *strings.Builder, opt Options) {
	labels, procs := rowLabels(t.Rows, opt.Row == ".fullname")
	caption := t.caption(opt.Confidence)
	if procs != "" {
		caption += ", GOMAXPROCS " + procs
	}
	fmt.Fprintf(out, "%s\n\n", code(caption))

	head, rule := "| benchmark |", "| --- |"
	for i, c := range t.Columns {
		head += " " + cellCode(c.label()) + " |"
		rule += " ---: |"
		if i != t.Base && t.Base >= 0 {
			head += " vs base |"
			rule += " ---: |"
		}
	}
	fmt.Fprintf(out, "%s\n%s\n", head, rule)
	var footnotes notes
	for i := range t.Rows {
		label := labels[i].leaf
		if labels[i].heading != "" {
			label = labels[i].heading + " " + label
		}
		out.WriteString("| " + cellCode(label) + " |" + t.markdownCells(&t.Rows[i], &footnotes) + "\n")
	}
	if t.measuredRows() > 1 {
		out.WriteString("| geomean |" + t.markdownGeomeans(&footnotes) + "\n")
	}
	out.WriteByte('\n')
	for i, n := range footnotes.list {
		text := strings.ReplaceAll(n.text, ">", "&gt;")
		if n.detail != "" {
			text += ": " + code(n.detail)
		}
		// A backslash ends the line within a paragraph.
		fmt.Fprintf(out, "%s %s\\\n", superscript(i+1), text)
	}
	if footnotes.list != nil {
		out.WriteByte('\n')
	}
}

// markdownCells are the cells of a row, with the change beside all but the base.
func (t *Table) markdownCells(row *Row, footnotes *notes) string {
	line := ""
	for k, cells := range t.gridRow(row, footnotes) {
		words := []string{cells[gridValue], cells[gridSpread]}
		if k == t.Base || t.Base < 0 {
			words = append(words, cells[gridEvidence], cells[gridNotes])
			line += " " + joinWords(words) + " |"
			continue
		}
		if cells[gridDelta] == "" {
			words = append(words, cells[gridEvidence], cells[gridNotes])
			line += " " + joinWords(words) + " | |"
			continue
		}
		delta := []string{cells[gridDelta], "(" + cells[gridEvidence] + ")", cells[gridNotes]}
		line += " " + joinWords(words) + " | " + joinWords(delta) + " |"
	}
	return line
}

// markdownGeomeans are those of the columns, likewise.
func (t *Table) markdownGeomeans(footnotes *notes) string {
	line := ""
	for i, c := range t.Columns {
		value, numbers := "", ""
		if c.Geomean.HasCenter() {
			value = newScale(t.Unit, c.Geomean.Center).format(c.Geomean.Center)
		}
		for _, w := range c.Geomean.Warnings {
			numbers += " " + superscript(footnotes.add(note{text: w}))
		}
		if i == t.Base || t.Base < 0 {
			line += " " + value + numbers + " |"
			continue
		}
		delta := ""
		if c.Geomean.HasRatio() {
			delta = c.Geomean.Delta()
		}
		line += " " + value + " | " + delta + numbers + " |"
	}
	return line
}

// joinWords joins what isn't empty; "~" is escaped, two of which strike out.
func joinWords(words []string) string {
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return strings.ReplaceAll(strings.Join(words, " "), "~", `\~`)
}

// code makes a code span of one line, with a fence longer than any in it.
func code(s string) string {
	s = printable(s)
	if strings.TrimSpace(s) == "" {
		return ""
	}
	longest, run := 0, 0
	for _, r := range s {
		if r == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 {
		s = " " + s + " "
	}
	return fence + s + fence
}

// cellCode is code in a table, where a pipe ends a cell even in a code span.
func cellCode(s string) string {
	return strings.ReplaceAll(code(s), "|", `\|`)
}
