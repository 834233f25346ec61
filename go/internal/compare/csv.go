package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
)

// WriteCSV writes the report as benchstat -format csv does, byte for byte:
// for each table the keys that changed, the column keys, the units, a line
// for each row, and the geometric means. What failed or was skipped is a
// table like any other there. Warnings, which benchstat writes to stderr, are
// left out. In one thing it differs: a name or a value of a key that a spreadsheet
// would take for a formula has a ' before it.
func WriteCSV(w io.Writer, r *Report) error {
	var buf strings.Builder
	out := csv.NewWriter(&buf)
	var before *Table
	for _, t := range r.Tables {
		if t.Base < 0 {
			continue
		}
		if before != nil {
			out.Write([]string{""})
		}
		for i, s := range t.Key {
			if before == nil || before.Key[i].Value != s.Value {
				out.Write([]string{cellText(s.Key + ": " + s.Value)})
			}
		}
		t.writeCSV(out)
		before = t
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	_, err := io.WriteString(w, buf.String())
	return err
}

// cellText is a text of a file as a cell that no spreadsheet calculates or sends
// anywhere.
func cellText(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

func (t *Table) writeCSV(out *csv.Writer) {
	// Columns and rows in which only something failed are not benchstat's.
	var columns []int
	for i := range t.Columns {
		for r := range t.Rows {
			if t.Rows[r].Cells[i].Measured() {
				columns = append(columns, i)
				break
			}
		}
	}
	start := func(nth int) int {
		if nth == 0 {
			return 1
		}
		return 3 + 4*(nth-1)
	}
	var line []string
	pad := func(to int) {
		for len(line) < to {
			line = append(line, "")
		}
	}
	flush := func() {
		out.Write(line)
		line = line[:0]
	}
	for k := range t.ColumnKeys {
		for nth, i := range columns {
			pad(start(nth))
			line = append(line, cellText(t.Columns[i].Values[k]))
		}
		pad(start(len(columns)))
		flush()
	}
	for nth := range columns {
		pad(start(nth))
		line = append(line, cellText(t.Unit), "CI")
		if nth > 0 {
			line = append(line, "vs base", "P")
		}
	}
	flush()
	for r := range t.Rows {
		row := &t.Rows[r]
		measured := false
		line = append(line, cellText(row.Name))
		for nth, i := range columns {
			cell := &row.Cells[i]
			if !cell.Measured() {
				continue
			}
			measured = true
			pad(start(nth))
			line = append(line, fmt.Sprint(cell.Summary.Center), cell.Summary.PctRangeString())
			if cell.Compared {
				line = append(line, t.Delta(row, i), cell.Comparison.String())
			}
		}
		if measured {
			flush()
		}
		line = line[:0]
	}
	line = append(line, "geomean")
	for nth, i := range columns {
		g := t.geomean(i, true)
		pad(start(nth))
		if g.HasCenter() {
			line = append(line, fmt.Sprint(g.Center))
		}
		if nth > 0 {
			pad(start(nth) + 2)
			line = append(line, g.Delta())
		}
	}
	pad(start(len(columns)))
	flush()
}
