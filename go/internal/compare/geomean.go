package compare

import (
	"fmt"
	"math"

	"github.com/aclements/go-moremath/stats"
)

const (
	warnSet      = "benchmark set differs from baseline; geomeans may not be comparable"
	warnUnsteady = "unsteady benchmarks are left out"
	warnCenters  = "summaries must be >0 to compute geomean"
	warnRatios   = "ratios must be >0 to compute geomean"
)

// geomean sums up a column. The ratio is the mean of the rows' ratios, not
// the ratio of the means: those agree only if both columns have the same rows.
//
// Unsteady benchmarks are left out, which benchstat knows nothing of.
func (t *Table) geomean(column int) Geomean {
	g := Geomean{Center: math.NaN(), Ratio: math.NaN()}
	if t.Base < 0 {
		return g
	}
	var centers, ratios []float64
	bases, pairs, zeroBase, unsteady := 0, 0, false, false
	for i := range t.Rows {
		cell, base := &t.Rows[i].Cells[column], &t.Rows[i].Cells[t.Base]
		if !t.Exact && cell.Measured() && (cell.unsteady() || base.unsteady()) {
			unsteady = true
			continue
		}
		if base.Measured() {
			bases++
		}
		if !cell.Measured() {
			continue
		}
		centers = append(centers, cell.Summary.Center)
		if !cell.Compared {
			continue
		}
		pairs++
		switch a, b := cell.Summary.Center, base.Summary.Center; {
		case a == b:
			// 0/0 is no change.
			ratios = append(ratios, 1)
		case b == 0:
			zeroBase = true
		default:
			ratios = append(ratios, a/b)
		}
	}
	if unsteady {
		g.Warnings = append(g.Warnings, warnUnsteady)
	}
	if len(centers) == 0 {
		return g
	}
	if column != t.Base && bases != pairs {
		g.Warnings = append(g.Warnings, warnSet)
	}
	if g.Center = stats.GeoMean(centers); math.IsNaN(g.Center) {
		g.Warnings = append(g.Warnings, warnCenters)
	}
	if column != t.Base && !zeroBase {
		if g.Ratio = stats.GeoMean(ratios); math.IsNaN(g.Ratio) {
			g.Warnings = append(g.Warnings, warnRatios)
		}
	}
	return g
}

// HasCenter reports whether the centres have a geometric mean.
func (g Geomean) HasCenter() bool { return !math.IsNaN(g.Center) }

// HasRatio reports whether the ratios have a geometric mean.
func (g Geomean) HasRatio() bool { return !math.IsNaN(g.Ratio) }

// Delta is the mean change as benchstat prints it, "?" if there is none.
func (g Geomean) Delta() string {
	if !g.HasRatio() {
		return "?"
	}
	return fmt.Sprintf("%+.2f%%", (g.Ratio-1)*100)
}
