package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// ofReason are the rows without a value for which there is the same reason.
func (r *Report) ofReason(x Row) []Row {
	return slices.DeleteFunc(slices.Clone(r.Rows), func(y Row) bool {
		return y.Verdict != x.Verdict || y.Runtime != x.Runtime || y.Reason != x.Reason || y.Base != nil || y.Head != nil
	})
}

// WriteText writes the report for a terminal: the headline, a row for each
// benchmark that is neither unchanged nor identical or allocates otherwise, and a line
// on the others.
func WriteText(w io.Writer, r *Report) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", r.Headline())
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, x := range r.all() {
		if x.Allocations == "" && (x.Verdict == Unchanged || x.Verdict == Identical) {
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
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", x.Verdict, r.on(x), x.name(), x.values(), joined(x.change(), x.allocated()), p, n)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	r.writeReasons(&out)
	if rest := r.Rest(); rest != "" {
		fmt.Fprintf(&out, "%s\n", rest)
	}
	for _, change := range r.Toolchains {
		fmt.Fprintf(&out, "toolchain of %s\n", change)
	}
	if r.Table != nil {
		fmt.Fprintf(&out, "false alarms: %s of reports at most; benchstat alone disagrees in %d rows: %s\n", percent(r.Alpha), r.Disagreements(), r.command())
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
