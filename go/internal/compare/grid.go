package compare

import (
	"strings"

	"github.com/cobench/cobench/go/internal/columns"
)

// A grid aligns the cells of a table in fixed-width text.
type grid struct {
	headers [][]string // lines above the columns
	columns int
	lines   []gridLine

	// Widths of the labels, of the cells of each column, and of each column
	// with its gaps and at least its header.
	label  int
	cells  [][gridCells]int
	totals []int
}

type gridLine struct {
	label string
	// cells has one element for each column, or none under a heading.
	cells [][gridCells]string
}

func (g *grid) add(label string, cells [][gridCells]string) {
	g.lines = append(g.lines, gridLine{label, cells})
}

// gaps stand before each cell: a value further off than what belongs to it.
var gaps = [gridCells]int{gridValue: 0, gridSpread: 1, gridDelta: 2, gridEvidence: 1, gridNotes: 1}

const (
	columnGap  = 3
	headingGap = 2
)

// width is that of s on a terminal.
func width(s string) int { return columns.Width(s) }

// measure sets the widths once all lines are there.
func (g *grid) measure() {
	g.cells = make([][gridCells]int, g.columns)
	g.totals = make([]int, g.columns)
	for _, l := range g.lines {
		if l.cells == nil {
			// A heading may stand over the columns.
			continue
		}
		g.label = max(g.label, width(l.label))
		for i, cells := range l.cells {
			for k, text := range cells {
				g.cells[i][k] = max(g.cells[i][k], width(text))
			}
		}
	}
	for i, cells := range g.cells {
		for k, w := range cells {
			if w > 0 {
				g.totals[i] += gaps[k] + w
			}
		}
		for _, h := range g.headers {
			g.totals[i] = max(g.totals[i], width(h[i]))
		}
	}
}

// fold splits the columns into sets no wider than maxWidth, each with the
// base first; a set has one column besides the base at least.
func (g *grid) fold(base, maxWidth int) [][]int {
	sum := func(columns []int) int {
		w := g.label
		for i, c := range columns {
			if i == 0 {
				w += headingGap
			} else {
				w += columnGap
			}
			w += g.totals[c]
		}
		return w
	}
	all := make([]int, g.columns)
	for i := range all {
		all[i] = i
	}
	if sum(all) <= maxWidth {
		return [][]int{all}
	}
	var sets [][]int
	set := []int{base}
	for _, c := range all {
		if c == base {
			continue
		}
		if len(set) > 1 && sum(append(set[:len(set):len(set)], c)) > maxWidth {
			sets = append(sets, set)
			set = []int{base}
		}
		set = append(set, c)
	}
	return append(sets, set)
}

// write writes the columns given, and no space at the end of a line.
func (g *grid) write(out *strings.Builder, columns []int) {
	put := func(label string, texts []string) {
		line := pad(label, g.label)
		for nth, i := range columns {
			gap := columnGap
			if nth == 0 {
				gap = headingGap
			}
			line += strings.Repeat(" ", gap) + pad(texts[i], g.totals[i])
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for k, h := range g.headers {
		texts := append([]string(nil), h...)
		if k < len(g.headers)-1 {
			// What several columns share stands over the first of them.
			for nth := 1; nth < len(columns); nth++ {
				if h[columns[nth]] == h[columns[nth-1]] {
					texts[columns[nth]] = ""
				}
			}
		}
		put("", texts)
	}
	for _, l := range g.lines {
		if l.cells == nil {
			out.WriteString(l.label + "\n")
			continue
		}
		texts := make([]string, g.columns)
		for _, i := range columns {
			texts[i] = g.align(l.cells[i], i)
		}
		put(l.label, texts)
	}
}

// align joins the cells of a column, numbers to the right.
func (g *grid) align(cells [gridCells]string, column int) string {
	var out strings.Builder
	for k, s := range cells {
		w := g.cells[column][k]
		if w == 0 {
			continue
		}
		out.WriteString(strings.Repeat(" ", gaps[k]))
		if k == gridEvidence || k == gridNotes {
			out.WriteString(pad(s, w))
		} else {
			out.WriteString(strings.Repeat(" ", w-width(s)) + s)
		}
	}
	return out.String()
}

func pad(s string, to int) string {
	return s + strings.Repeat(" ", max(0, to-width(s)))
}
