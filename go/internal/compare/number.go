package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
)

// A scale prints the values of one row alike, with a unit for people: 38.4 ms
// for 0.0384 sec/op. The denominator of the unit stands in the table's heading.
type scale struct {
	benchunit.Scaler
	symbol string
}

func newScale(unit string, values ...float64) scale {
	class := benchunit.ClassOf(unit)
	s := scale{Scaler: benchunit.CommonScale(values, class)}
	whole := s.Factor == 1
	for _, v := range values {
		whole = whole && v == math.Trunc(v)
	}
	if whole {
		s.Prec = 0
	}
	numerator, _, _ := strings.Cut(unit, "/")
	switch {
	case numerator == "sec" || strings.HasSuffix(numerator, "-sec"):
		s.symbol = "s"
	case class == benchunit.Binary:
		s.symbol = "B"
	}
	return s
}

func (s scale) format(v float64) string {
	out := strconv.FormatFloat(v/s.Factor, 'f', s.Prec, 64)
	if suffix := s.Prefix + s.symbol; suffix != "" {
		out += " " + suffix
	}
	return out
}

// rowScale is that of the centres of a row.
func (t *Table) rowScale(row *Row) scale {
	var centers []float64
	for i := range row.Cells {
		if row.Cells[i].Measured() {
			centers = append(centers, row.Cells[i].Summary.Center)
		}
	}
	s := newScale(t.Unit, centers...)
	if t.Exact {
		// Rounded, a change of a few bytes couldn't be seen.
		s.Scaler = benchunit.NoOpScaler
	}
	return s
}

// spread is the interval as "± 2%"; nothing if the value is exact.
func (t *Table) spread(c *Cell) string {
	if t.Exact && c.Summary.Lo == c.Summary.Hi {
		return ""
	}
	return "± " + c.Summary.PctRangeString()
}

// evidence is "p=0.002 n=10"; p is left out where there is none, and in a row
// that isn't ranked.
func evidence(c *Cell, ranked bool) string {
	if !c.Compared || !ranked {
		return fmt.Sprintf("n=%d", len(c.Values))
	}
	size := benchmath.Comparison{N1: c.Comparison.N1, N2: c.Comparison.N2}.String()
	switch p := math.Min(c.Comparison.P, 1); {
	case p == 0:
		return size
	case p < 0.0005:
		return "p<0.001 " + size
	default:
		return fmt.Sprintf("p=%.3f %s", p, size)
	}
}

// caption names the unit and which way is better.
func (t *Table) caption(confidence float64) string {
	if t.Unit == "" {
		return "nothing measured"
	}
	center := "median"
	if t.Exact {
		center = "exact value"
	}
	s := fmt.Sprintf("%s, %s", printable(t.Unit), center)
	if !t.Exact {
		s += fmt.Sprintf(" ± %v%% interval", 100*confidence)
	}
	switch t.Better {
	case 1:
		s += ", more is better"
	case -1:
		s += ", less is better"
	}
	if t.Base > 0 {
		// A reader takes the first column for the base.
		s += ", compared with " + t.Columns[t.Base].label()
	}
	return s
}
