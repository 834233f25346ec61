package compare

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"
)

// A rowLabel is how a row is named where headings stand above the rows.
type rowLabel struct {
	// heading is what this row and its neighbours of the same workload share;
	// it is empty if the row stands alone.
	heading string
	leaf    string
}

// rowLabels splits the full names of benchmarks: workload and parameters
// common to consecutive rows of a workload become their heading, and a
// GOMAXPROCS common to all rows is returned by itself. Names that are not
// full names stay whole.
func rowLabels(rows []Row, fullnames bool) (labels []rowLabel, procs string) {
	labels = make([]rowLabel, len(rows))
	if !fullnames {
		for i, r := range rows {
			labels[i].leaf = orNone(printable(r.Name))
		}
		return labels, ""
	}
	type name struct {
		workload, procs string
		parts           []string
	}
	names := make([]name, len(rows))
	for i, r := range rows {
		base, parts := benchfmt.Name(r.Name).Parts()
		names[i].workload = printable(string(base))
		for _, p := range parts {
			if p[0] == '-' {
				names[i].procs = string(p[1:])
			} else {
				names[i].parts = append(names[i].parts, printable(string(p[1:])))
			}
		}
		if i == 0 {
			procs = names[i].procs
		} else if procs != names[i].procs {
			procs = ""
		}
	}
	for i := range names {
		if names[i].procs != procs {
			names[i].parts = append(names[i].parts, "gomaxprocs="+names[i].procs)
		}
	}
	for start := 0; start < len(names); {
		end := start + 1
		for end < len(names) && names[end].workload == names[start].workload {
			end++
		}
		common := slices.Clone(names[start].parts)
		for _, n := range names[start+1 : end] {
			common = slices.DeleteFunc(common, func(p string) bool { return !slices.Contains(n.parts, p) })
		}
		for i := start; i < end; i++ {
			words := append([]string{names[i].workload}, names[i].parts...)
			if end-start > 1 {
				labels[i].heading = strings.Join(append([]string{names[i].workload}, common...), " ")
				words = slices.DeleteFunc(slices.Clone(names[i].parts), func(p string) bool { return slices.Contains(common, p) })
			}
			labels[i].leaf = strings.Join(words, " ")
			if labels[i].leaf == "" {
				labels[i].leaf = names[i].workload
			}
		}
		start = end
	}
	return labels, procs
}

// headers returns the lines above the columns: one for each column key that
// tells columns apart, and the first if none does.
func (t *Table) headers() [][]string {
	var lines [][]string
	for k := range t.ColumnKeys {
		line := make([]string, len(t.Columns))
		differ := false
		for i, c := range t.Columns {
			line[i] = orNone(printable(c.Values[k]))
			differ = differ || line[i] != line[0]
		}
		if differ {
			lines = append(lines, line)
		}
	}
	if lines == nil && len(t.ColumnKeys) > 0 {
		line := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			line[i] = orNone(printable(c.Values[0]))
		}
		lines = append(lines, line)
	}
	return lines
}

// label is the values of a column in one line.
func (c Column) label() string {
	var words []string
	for _, v := range c.Values {
		if v != "" {
			words = append(words, printable(v))
		}
	}
	return orNone(strings.Join(words, " "))
}

// orNone names what has no name: the rows or columns without the key.
func orNone(s string) string {
	if strings.TrimSpace(s) == "" {
		return "(none)"
	}
	return s
}

// printable makes a text of a file safe for a terminal: what isn't a graphic
// character or a plain space, like an escape sequence, becomes U+FFFD.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		// Direction marks would reorder what stands beside them; they aren't graphic.
		if !unicode.IsGraphic(r) || r != ' ' && unicode.IsSpace(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// clip shortens a text to about a line.
func clip(s string) string {
	const most = 160
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}
