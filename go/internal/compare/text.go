package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/results"
)

// DefaultWidth is that of WriteText if none is asked for.
const DefaultWidth = 120

// WriteText writes the report for a terminal of width columns, 0 meaning
// DefaultWidth: machine and toolchains, then a table for each unit with its
// footnotes, then the benchstat command for the same numbers. A table too wide
// is folded: its base is repeated beside the columns that follow.
func WriteText(w io.Writer, r *Report, width int) error {
	if width == 0 {
		width = DefaultWidth
	}
	var out strings.Builder
	for i := 0; i < len(r.Tables); {
		// The tables of one group stand together: they share their key.
		end := i + 1
		for end < len(r.Tables) && slices.Equal(r.Tables[end].Key, r.Tables[i].Key) {
			end++
		}
		group := r.Tables[i:end]
		writeEnvironment(&out, group)
		for _, t := range group {
			if results.IsMark(t.Unit) {
				continue
			}
			out.WriteByte('\n')
			t.writeText(&out, r.Options, width)
		}
		out.WriteByte('\n')
		i = end
	}
	fmt.Fprintf(&out, "the same by benchstat: %s\n", r.Command())
	_, err := io.WriteString(w, out.String())
	return err
}

// writeEnvironment tells what the tables of a group have in common, then the
// toolchain and commit of each column.
func writeEnvironment(out *strings.Builder, group []*Table) {
	var lines [][2]string
	lines = append(lines, [2]string{"machine", printable(group[0].Machine)})
	for _, s := range group[0].Key {
		if s.Value != "" && !slices.Contains(results.MachineKeys[:], s.Key) {
			lines = append(lines, [2]string{s.Key, printable(s.Value)})
		}
	}
	lines = append(lines, environments(group)...)
	widest := 0
	for _, l := range lines {
		widest = max(widest, width(l[0]))
	}
	for _, l := range lines {
		fmt.Fprintf(out, "%s%s  %s\n", l[0], strings.Repeat(" ", widest-width(l[0])), l[1])
	}
}

// environments returns label and environment of each column of a group; what
// all columns share stands in lines of its own before them.
func environments(group []*Table) [][2]string {
	var columns []Column
	for _, t := range group {
		for _, c := range t.Columns {
			if !slices.ContainsFunc(columns, func(have Column) bool { return slices.Equal(have.Values, c.Values) }) {
				columns = append(columns, c)
			}
		}
	}
	toolchains := func(c Column) []string { return c.Toolchains }
	commits := func(c Column) []string { return c.Commits }
	var lines [][2]string
	shared := func(name string, of func(Column) []string) bool {
		if slices.ContainsFunc(group[0].Key, func(s Setting) bool { return s.Key == name }) {
			return true
		}
		first := of(columns[0])
		if len(first) == 0 || slices.ContainsFunc(columns, func(c Column) bool { return !slices.Equal(of(c), first) }) {
			return false
		}
		lines = append(lines, [2]string{name, clip(printable(strings.Join(first, ", ")))})
		return true
	}
	sameToolchain, sameCommit := shared("toolchain", toolchains), shared("commit", commits)
	for _, c := range columns {
		var words []string
		if !sameToolchain {
			words = append(words, c.Toolchains...)
		}
		if !sameCommit {
			for _, commit := range c.Commits {
				words = append(words, "commit "+shortCommit(commit))
			}
		}
		if words != nil {
			lines = append(lines, [2]string{c.label(), clip(printable(strings.Join(words, ", ")))})
		}
	}
	return lines
}

// shortCommit keeps 12 digits of a hash, and what says that it isn't all.
func shortCommit(commit string) string {
	hash, rest, _ := strings.Cut(commit, "-")
	if len(hash) == 40 {
		hash = hash[:12]
	}
	if rest != "" {
		hash += "-" + rest
	}
	return hash
}

// The cells of a grid that a column of the table takes.
const (
	gridValue = iota
	gridSpread
	gridDelta
	gridEvidence
	gridNotes
	gridCells
)

func (t *Table) writeText(out *strings.Builder, opt Options, maxWidth int) {
	labels, procs := rowLabels(t.Rows, opt.Row == ".fullname")
	caption := t.caption(opt.Confidence)
	if procs != "" {
		caption += ", GOMAXPROCS " + procs
	}
	fmt.Fprintln(out, caption)
	var footnotes notes
	g := t.grid(labels, &footnotes)
	for i, columns := range g.fold(max(t.Base, 0), maxWidth) {
		if i > 0 {
			out.WriteByte('\n')
		}
		g.write(out, columns)
	}
	for i, n := range footnotes.list {
		fmt.Fprintf(out, "%s %s\n", superscript(i+1), n)
	}
}

// grid lays the table out.
func (t *Table) grid(labels []rowLabel, footnotes *notes) *grid {
	g := &grid{headers: t.headers(), columns: len(t.Columns)}
	heading := ""
	for i := range t.Rows {
		row := &t.Rows[i]
		label := labels[i]
		if label.heading != heading {
			heading = label.heading
			if heading != "" {
				g.add(heading, nil)
			}
		}
		if heading != "" {
			label.leaf = "  " + label.leaf
		}
		g.add(label.leaf, t.gridRow(row, footnotes))
	}
	if t.measuredRows() > 1 {
		cells := make([][gridCells]string, len(t.Columns))
		for i, c := range t.Columns {
			if c.Geomean.HasCenter() {
				cells[i][gridValue] = newScale(t.Unit, c.Geomean.Center).format(c.Geomean.Center)
			}
			if c.Geomean.HasRatio() {
				cells[i][gridDelta] = c.Geomean.Delta()
			}
			for _, w := range c.Geomean.Warnings {
				cells[i][gridNotes] += superscript(footnotes.add(note{text: w})) + " "
			}
			cells[i][gridNotes] = strings.TrimSpace(cells[i][gridNotes])
		}
		g.add("geomean", cells)
	}
	g.measure()
	return g
}

func (t *Table) gridRow(row *Row, footnotes *notes) [][gridCells]string {
	scale := t.rowScale(row)
	compared := !row.unranked() && slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.Compared })
	cells := make([][gridCells]string, len(row.Cells))
	for i := range row.Cells {
		cell, out := &row.Cells[i], &cells[i]
		switch {
		case cell.Measured():
			out[gridValue], out[gridSpread] = scale.format(cell.Summary.Center), t.spread(cell)
			if t.ranked(row, i) {
				out[gridDelta] = t.Delta(row, i)
			}
			// The n of a base stands beside what is compared with it.
			if i != t.Base || !compared {
				out[gridEvidence] = evidence(cell, t.ranked(row, i))
			}
		case cell.Failed.Count > 0:
			out[gridValue] = "failed"
		case cell.Skipped.Count > 0:
			out[gridValue] = "skipped"
		default:
			out[gridValue] = "—"
		}
		var numbers []string
		for _, n := range cell.notes() {
			numbers = append(numbers, superscript(footnotes.add(n)))
		}
		out[gridNotes] = strings.Join(numbers, " ")
	}
	return cells
}

func (t *Table) measuredRows() int {
	n := 0
	for i := range t.Rows {
		if slices.ContainsFunc(t.Rows[i].Cells, func(c Cell) bool { return c.Measured() }) {
			n++
		}
	}
	return n
}
