// Package compare reads benchmark results in the Go benchmark format and
// compares them: centre, interval, change, p and n of every benchmark, one
// table for each unit, and a geometric mean below.
//
// It takes files and four projections (table, row, column, filter) in the syntax
// of golang.org/x/perf/benchproc/syntax. It returns a Report, which can be
// written as text or Markdown. The numbers equal benchstat's to the
// last digit, and a report ends with the benchstat command that prints them.
//
// It refuses files that are empty, truncated or not in the format, keys that no
// result has, and tables with results of different machines. It gives no
// verdict: a report says how far something moved, not whether that is
// acceptable.
package compare

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/stat"
)

// A Report is what comparing some files came to.
type Report struct {
	// Options has every default and shorthand written out.
	Options Options
	// Inputs are the files as benchstat takes them: a path or label=path.
	Inputs []string
	// Tables are in benchstat's order: by the values of Options.Table, then
	// by unit, each in order of first appearance.
	Tables []*Table
}

// A Table compares the columns of each row in one unit, on one machine.
type Table struct {
	// Key has the values of Options.Table, which all results here share.
	Key     []Setting
	Machine string // in words; it must not differ within a table
	// Unit is tidied, as benchstat does: sec/op for ns/op. It is empty in a
	// table that only says what failed or was skipped.
	Unit string
	// Better is 1 if more is better, -1 if less is, 0 if nobody said so.
	Better int
	// Exact says that the unit is declared assume=exact: the centre is the
	// mode, and any change counts. Otherwise the centre is the median.
	Exact bool
	// ColumnKeys are the fields of Options.Col.
	ColumnKeys []string
	Columns    []Column
	// Base is the index of the column that the others are compared with: the
	// first with a value in this unit, as in benchstat. It is -1 if none has.
	Base int
	Rows []Row
}

// A Setting is one key of the configuration and its value.
type Setting struct {
	Key, Value string
}

// A Column is one side of the comparison.
type Column struct {
	// Values has one value for each of Table.ColumnKeys.
	Values []string
	// Toolchains and Commits are the distinct ones seen in this column, over
	// all units, in order of first appearance.
	Toolchains, Commits []string
	Geomean             Geomean
}

// A Geomean sums up a column.
type Geomean struct {
	// Center is the geometric mean of the centres in the unit of the table, NaN
	// if there is none (a centre of zero or below).
	Center float64
	// Ratio is the geometric mean of the ratios to the base, over the rows
	// which both have; NaN if there is none, and in the base itself.
	Ratio    float64
	Warnings []string
}

// A Row holds one benchmark.
type Row struct {
	// Name is what benchstat prints: the values of Options.Row.
	Name string
	// Cells has one cell for each column.
	Cells []Cell
}

// A Cell is one benchmark in one column.
type Cell struct {
	// Values are the samples in the order read, in the unit of the table; none
	// if nothing was measured.
	Values []float64
	// Summary has the centre and its interval; infinite bounds if the
	// samples are too few for one.
	Summary benchmath.Summary
	// Compared says that the base has values too, and Comparison is set. Its
	// P is benchmath's: of samples of unequal size with two distinct values
	// it can be above 1, which is printed as 1.
	Compared   bool
	Comparison benchmath.Comparison
	// Warnings of benchstat's: of the sample, its interval, the comparison.
	Warnings []string
	// Failed and Skipped are set in the first unit's table only.
	Failed, Skipped Mark
	Unsteady        Mark
	// Noted is what a workload said of its own results, Unranked why they
	// compare with no other's: a delta of them is not shown.
	Noted, Unranked Mark
}

// A Mark says of how many samples of a cell something holds besides numbers.
type Mark struct {
	Count int
	// Reasons are the distinct ones in order of first appearance.
	Reasons []string
}

// Read compares the results of sources. Its errors are one line each and name
// the file, or the option and what would be right.
func Read(opt Options, sources []Source) (*Report, error) {
	if _, err := opt.expand(1); err != nil {
		return nil, err // before any file is read
	}
	inputs, err := load(sources)
	if err != nil {
		return nil, err
	}
	opt, err = opt.expand(packages(inputs))
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(opt)
	if err != nil {
		return nil, err
	}
	if err := b.addAll(inputs); err != nil {
		return nil, err
	}
	if err := b.checkKeys(inputs); err != nil {
		return nil, err
	}
	report := &Report{Options: opt, Tables: b.tables()}
	for _, s := range sources {
		report.Inputs = append(report.Inputs, s.argument())
	}
	report.compare()
	return report, nil
}

// compare fills in the statistics of all cells, then those of the columns.
func (r *Report) compare() {
	thresholds := &benchmath.Thresholds{CompareAlpha: r.Options.Alpha}
	type job struct {
		table *Table
		row   *Row
	}
	jobs := make(chan []job)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for batch := range jobs {
				for _, j := range batch {
					j.table.compareRow(j.row, r.Options.Confidence, thresholds)
				}
			}
		})
	}
	// A row is too little work to hand over by itself.
	const batchSize = 32
	var batch []job
	for _, t := range r.Tables {
		for i := range t.Rows {
			batch = append(batch, job{t, &t.Rows[i]})
			if len(batch) == batchSize {
				jobs <- batch
				batch = nil
			}
		}
	}
	jobs <- batch
	close(jobs)
	wg.Wait()
	for _, t := range r.Tables {
		for i := range t.Columns {
			t.Columns[i].Geomean = t.geomean(i)
		}
	}
}

func (t *Table) compareRow(row *Row, confidence float64, th *benchmath.Thresholds) {
	samples := make([]*benchmath.Sample, len(row.Cells))
	for i := range row.Cells {
		cell := &row.Cells[i]
		if len(cell.Values) == 0 {
			continue
		}
		// NewSample sorts in place; the order read is kept for the reader.
		samples[i] = benchmath.NewSample(append([]float64(nil), cell.Values...), th)
		if t.Exact {
			cell.Summary = benchmath.AssumeExact.Summary(samples[i], confidence)
		} else {
			cell.Summary = benchmath.AssumeNothing.Summary(samples[i], confidence)
		}
		for _, w := range cell.Summary.Warnings {
			cell.Warnings = append(cell.Warnings, w.Error())
		}
		if i == t.Base || samples[t.Base] == nil {
			continue
		}
		cell.Compared = true
		if t.Exact {
			cell.Comparison = benchmath.AssumeExact.Compare(samples[t.Base], samples[i])
		} else {
			cell.Comparison = rankTest(samples[t.Base], samples[i])
		}
		for _, w := range cell.Comparison.Warnings {
			cell.Warnings = append(cell.Warnings, w.Error())
		}
	}
}

// rankTest is benchmath.AssumeNothing.Compare, in less time.
func rankTest(base, sample *benchmath.Sample) benchmath.Comparison {
	p, exact := stat.MannWhitney(base.Values, sample.Values)
	if !exact {
		return benchmath.AssumeNothing.Compare(base, sample)
	}
	c := benchmath.Comparison{P: p, N1: len(base.Values), N2: len(sample.Values), Alpha: base.Thresholds.CompareAlpha}
	if op, need := samplesToDetect(c.Alpha); p > c.Alpha && c.N1 < need && c.N2 < need {
		c.Warnings = []error{fmt.Errorf("need %s %d samples to detect a difference at alpha level %v", op, need, c.Alpha)}
	}
	return c
}

// samplesToDetect returns the smallest size at which two samples that don't
// overlap at all differ at level alpha. The search ends at 9, as benchmath's
// table does.
func samplesToDetect(alpha float64) (op string, n int) {
	for n = 1; n < 10; n++ {
		if 2/stat.Choose(2*n, n) <= alpha {
			return ">=", n
		}
	}
	return ">", n
}

// unranked tells whether the row's values stand for themselves.
func (r *Row) unranked() bool {
	return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Unranked.Count > 0 })
}

// unsteady tells whether as many of the samples are unsteady that the median may
// be one of those: it is then of a process on its way, and has no ratio.
func (c *Cell) unsteady() bool { return c.Unsteady.Count > 0 && 2*c.Unsteady.Count >= len(c.Values) }

// ranked tells whether the row's cell in a column has a ratio to the base.
func (t *Table) ranked(row *Row, column int) bool {
	if row.unranked() {
		return false
	}
	return t.Exact || t.Base < 0 || !row.Cells[column].unsteady() && !row.Cells[t.Base].unsteady()
}

// Measured reports whether the cell has any value.
func (c *Cell) Measured() bool { return len(c.Values) > 0 }

// Delta is the change against the base as benchstat prints it: a percentage
// with sign, "~" if it is not significant, "?" against a base of zero, and ""
// if there is nothing to compare with.
func (t *Table) Delta(row *Row, column int) string {
	cell := &row.Cells[column]
	if !cell.Compared {
		return ""
	}
	return cell.Comparison.FormatDelta(row.Cells[t.Base].Summary.Center, cell.Summary.Center)
}
