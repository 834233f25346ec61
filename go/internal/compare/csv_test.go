package compare

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"testing"
)

// csvOf is the report as benchstat -format csv prints it, byte for byte: for each
// table the keys that changed, the column keys, the units, a line for each row,
// and the geometric means. What failed or was skipped is a table like any other
// there. Warnings, which benchstat writes to stderr, are left out.
func csvOf(t testing.TB, r *Report) []byte {
	t.Helper()
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	write := func(line []string) {
		if err := out.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	var before *Table
	for _, t := range r.Tables {
		if t.Base < 0 {
			continue
		}
		if before != nil {
			write([]string{""})
		}
		for i, s := range t.Key {
			if before == nil || before.Key[i].Value != s.Value {
				write([]string{s.Key + ": " + s.Value})
			}
		}
		t.writeCSV(write)
		before = t
	}
	out.Flush()
	return text.Bytes()
}

// geomeanOfAll is benchstat's, which knows of no unsteady sample.
func (t *Table) geomeanOfAll(column int) Geomean {
	all := *t
	all.Rows = nil
	for _, row := range t.Rows {
		row.Cells = slices.Clone(row.Cells)
		for i := range row.Cells {
			row.Cells[i].Unsteady = Mark{}
		}
		all.Rows = append(all.Rows, row)
	}
	return all.geomean(column)
}

func (t *Table) writeCSV(write func([]string)) {
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
		write(line)
		line = line[:0]
	}
	for k := range t.ColumnKeys {
		for nth, i := range columns {
			pad(start(nth))
			line = append(line, t.Columns[i].Values[k])
		}
		pad(start(len(columns)))
		flush()
	}
	for nth := range columns {
		pad(start(nth))
		line = append(line, t.Unit, "CI")
		if nth > 0 {
			line = append(line, "vs base", "P")
		}
	}
	flush()
	for r := range t.Rows {
		row := &t.Rows[r]
		measured := false
		line = append(line, row.Name)
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
		g := t.geomeanOfAll(i)
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
