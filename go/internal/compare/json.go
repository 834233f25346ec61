package compare

import (
	"encoding/json"
	"io"
	"math"
)

// DocumentVersion is that of the format that WriteJSON writes. It grows when
// a field changes its meaning or goes; new fields may come without.
const DocumentVersion = 1

// A Document is the report as JSON. Numbers have full precision; null
// stands for one that doesn't exist or isn't finite.
type Document struct {
	Version int `json:"version"`
	// Command is the benchstat command line with the same numbers.
	Command string         `json:"command"`
	Options DocumentOption `json:"options"`
	Inputs  []string       `json:"inputs"`
	// Tables has none of the units failures and skips: those are marks of
	// the cells of each group's main table.
	Tables []DocumentTable `json:"tables"`
}

// A DocumentOption has the options with every default written out.
type DocumentOption struct {
	Table      string  `json:"table"`
	Row        string  `json:"row"`
	Col        string  `json:"col"`
	Filter     string  `json:"filter"`
	Ignore     string  `json:"ignore"`
	Alpha      float64 `json:"alpha"`
	Confidence float64 `json:"confidence"`
}

// A DocumentTable is one unit on one machine.
type DocumentTable struct {
	Key     []Setting `json:"key"`
	Machine Machine   `json:"machine"`
	// Unit is tidied (sec/op); "" where nothing was measured.
	Unit string `json:"unit"`
	// Better is "higher", "lower" or "".
	Better string `json:"better"`
	// Center is "median", or "exact" for a unit declared assume=exact.
	Center     string   `json:"center"`
	ColumnKeys []string `json:"columnKeys"`
	// Base is the index of the column compared with, -1 if there is none.
	Base    int              `json:"base"`
	Columns []DocumentColumn `json:"columns"`
	Rows    []DocumentRow    `json:"rows"`
}

// A DocumentColumn names a column and sums it up.
type DocumentColumn struct {
	// Values are those of columnKeys.
	Values     []string `json:"values"`
	Toolchains []string `json:"toolchains"`
	Commits    []string `json:"commits"`
	// Geomean of the centres, and of the ratios to the base.
	Geomean      *float64 `json:"geomean"`
	GeomeanRatio *float64 `json:"geomeanRatio"`
	Warnings     []string `json:"warnings"`
}

// A DocumentRow is one benchmark; its cells are in the order of the columns.
type DocumentRow struct {
	Name  string         `json:"name"`
	Cells []DocumentCell `json:"cells"`
}

// A DocumentCell is one benchmark in one column.
type DocumentCell struct {
	// Samples are in the unit of the table and in the order read.
	Samples []float64 `json:"samples"`
	// Center lies in the interval from low to high, null if infinite. Confidence is
	// that of the interval, at least what was asked for.
	Center     *float64 `json:"center"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	Confidence *float64 `json:"confidence"`
	// Comparison with the base, null if one of the two has no samples or is unsteady.
	Comparison *DocumentComparison `json:"comparison"`
	Warnings   []string            `json:"warnings"`
	Failed     DocumentMark        `json:"failed"`
	Skipped    DocumentMark        `json:"skipped"`
	Unsteady   DocumentMark        `json:"unsteady"`
	// Noted is what the workload said of its results, Unranked why they compare with no other's.
	Noted    DocumentMark `json:"noted"`
	Unranked DocumentMark `json:"unranked"`
}

// A DocumentComparison is a cell against the base of its row.
type DocumentComparison struct {
	// Ratio is center / base center, null for a base of zero.
	Ratio *float64 `json:"ratio"`
	// P is of the two-sided Mann-Whitney U test; 0 for exact units.
	P float64 `json:"p"`
	// Significant says that p is at most alpha or, in an exact unit, that
	// the values differ.
	Significant bool `json:"significant"`
	NBase       int  `json:"nBase"`
	N           int  `json:"n"`
	// Delta is the change as benchstat prints it.
	Delta string `json:"delta"`
}

// A DocumentMark counts samples of which something holds, and says why.
type DocumentMark struct {
	Count   int      `json:"count"`
	Reasons []string `json:"reasons"`
}

// Document returns the report in the form that WriteJSON writes.
func (r *Report) Document() Document {
	o := r.Options
	d := Document{
		Version: DocumentVersion,
		Command: r.Command(),
		Options: DocumentOption(o),
		Inputs:  some(r.Inputs),
		Tables:  []DocumentTable{},
	}
	for _, t := range r.Tables {
		if !isMark(t.Unit) {
			d.Tables = append(d.Tables, t.document())
		}
	}
	return d
}

func (t *Table) document() DocumentTable {
	d := DocumentTable{
		Key: some(t.Key), Machine: t.Machine, Unit: t.Unit, Center: "median",
		ColumnKeys: some(t.ColumnKeys), Base: t.Base, Columns: []DocumentColumn{}, Rows: []DocumentRow{},
	}
	switch t.Better {
	case 1:
		d.Better = "higher"
	case -1:
		d.Better = "lower"
	}
	if t.Exact {
		d.Center = "exact"
	}
	for _, c := range t.Columns {
		d.Columns = append(d.Columns, DocumentColumn{
			Values: some(c.Values), Toolchains: some(c.Toolchains), Commits: some(c.Commits),
			Geomean: finite(c.Geomean.Center), GeomeanRatio: finite(c.Geomean.Ratio), Warnings: some(c.Geomean.Warnings),
		})
	}
	for i := range t.Rows {
		row := DocumentRow{Name: t.Rows[i].Name, Cells: []DocumentCell{}}
		for k := range t.Rows[i].Cells {
			row.Cells = append(row.Cells, t.documentCell(&t.Rows[i], k))
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

func (t *Table) documentCell(row *Row, column int) DocumentCell {
	c := &row.Cells[column]
	d := DocumentCell{
		Samples: some(c.Values), Warnings: some(c.Warnings),
		Failed: c.Failed.document(), Skipped: c.Skipped.document(), Unsteady: c.Unsteady.document(),
		Noted: c.Noted.document(), Unranked: c.Unranked.document(),
	}
	if c.Measured() {
		s := c.Summary
		d.Center, d.Low, d.High, d.Confidence = finite(s.Center), finite(s.Lo), finite(s.Hi), finite(s.Confidence)
	}
	if c.Compared && (t.ranked(row, column) || row.unranked()) {
		base := row.Cells[t.Base].Summary.Center
		d.Comparison = &DocumentComparison{
			Ratio: finite(c.Summary.Center / base), P: math.Min(c.Comparison.P, 1),
			Significant: c.Comparison.P <= c.Comparison.Alpha && !(t.Exact && base == c.Summary.Center),
			NBase:       c.Comparison.N1, N: c.Comparison.N2, Delta: t.Delta(row, column),
		}
	}
	return d
}

func (m Mark) document() DocumentMark { return DocumentMark{m.Count, some(m.Reasons)} }

// some returns an empty list for none, so that JSON says [] and not null.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// WriteJSON writes the report's Document.
func WriteJSON(w io.Writer, r *Report) error {
	text, err := json.MarshalIndent(r.Document(), "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
