package calibrate

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteText writes the result as tables for a person.
func (r *Result) WriteText(w io.Writer) error {
	var out strings.Builder
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "benchmark\trounds\tspread\tpaired\thead/base\tp\n")
	for _, b := range r.Benchmarks {
		if strings.Contains(b.Name, again) {
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t%.1f %%\t%.1f %%\t%.3f\t%.3f\n", b.Name, b.Rounds, 100*b.Spread, 100*b.Paired, b.Ratio, b.P)
	}
	fmt.Fprintf(t, "\nnothing changed\treports with a false alarm\trows\trounds\tof %d\n", everything)
	for _, a := range r.Alarms {
		fmt.Fprintf(t, "%s\t%v\t%v\t%.1f\t%.0f %%\n", a.Rule, a.Reports, a.Rows, a.Rounds, 100*a.Cost)
	}
	fmt.Fprintf(t, "\nslower by\tchanged\trule\tfound\tworst benchmark\tcalled unchanged\tfaster\trounds\tof %d\n", everything)
	for _, d := range r.Detections {
		fmt.Fprintf(t, "%g %%\t%s\t%s\t%v\t%v\t%d of %d\t%d\t%.1f\t%.0f %%\n",
			100*d.Effect, d.Changed, d.Rule, d.Found, d.Worst, d.Unchanged.Count, d.Unchanged.Of, d.Faster.Count, d.Rounds, 100*d.Cost)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s test, alpha %g, minimum effect %g, confidence %g; bounds at 95 %% each\n\n%s\nwrongly unchanged, of what changed by more than %g %%: %v\n",
		r.Test, r.Alpha, r.Effect, r.Confidence, out.String(), 100*r.Effect, r.WronglyUnchanged())
	return err
}
