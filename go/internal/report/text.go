package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/columns"
)

// ofReason are the rows without a value for which there is the same reason.
func (r *Report) ofReason(x Row) []Row {
	return slices.DeleteFunc(slices.Clone(r.Rows), func(y Row) bool {
		return y.Verdict != x.Verdict || y.Runtime != x.Runtime || y.Reason != x.Reason || y.Base != nil || y.Head != nil
	})
}

// WriteText writes the report for a terminal: the headline, a row for each
// benchmark that is neither unchanged nor identical or changed in something else, and a line
// on the others.
func WriteText(w io.Writer, r *Report) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", r.Headline())
	var lines [][]string
	for _, x := range r.all() {
		if x.Allocations == "" && !x.unitsMoved() && (x.Verdict == Unchanged || x.Verdict == NotReached || x.Verdict == Identical) {
			continue
		}
		if x.Base == nil && x.Head == nil && x.Reason != "" {
			if others := r.ofReason(x); others[0].Benchmark != x.Benchmark {
				continue // told with the first
			} else if len(others) > 1 {
				x.Benchmark += fmt.Sprintf(" and %d more", len(others)-1)
			}
		}
		p, n := x.certainty()
		if p != "" {
			p = equals("p", p)
		}
		if n != "" {
			n = equals("n", n)
		}
		lines = append(lines, []string{string(x.Verdict), r.on(x), x.name(), x.values(), joined(x.change(), x.beside()), p, n})
	}
	out.WriteString(columns.Align(lines))
	r.writeReasons(&out)
	if rest := r.Rest(); rest != "" {
		fmt.Fprintf(&out, "%s\n", rest)
	}
	if blind := r.Blind(func(name string) string { return name }); blind != "" {
		fmt.Fprintf(&out, "%s\n", blind)
	}
	if command, takes := r.Settle(); command != "" {
		fmt.Fprintf(&out, "to decide the rest, in about %s: %s\n", minutes(takes), command)
	}
	for _, change := range r.Toolchains {
		fmt.Fprintf(&out, "toolchain of %s\n", change)
	}
	for _, names := range few(r.renamed()) {
		fmt.Fprintf(&out, "renamed: %s\n", names)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&out, "cobench.yaml: %s\n", note)
	}
	if r.Unpaired {
		fmt.Fprintf(&out, "%s\n", r.unpairedNote())
	}
	if r.Table != nil {
		fmt.Fprintf(&out, "false alarms: %s of reports at most; benchstat alone disagrees in %d rows: %s\n", chance(r.Alpha), r.Disagreements(), r.command())
	}
	var trimmed strings.Builder
	for line := range strings.Lines(out.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(w, trimmed.String())
	return err
}

// joined are the parts that there are, in one line.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "; ")
}
