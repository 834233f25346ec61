package calibrate

import (
	"encoding/json"
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

// WriteBenchmarks writes the rates in the Go benchmark format, the number of
// reports or rows standing for the iterations.
func (r *Result) WriteBenchmarks(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "test: %s\nalpha: %g\nminimum-effect: %g\nconfidence: %g\n", r.Test, r.Alpha, r.Effect, r.Confidence)
	for _, unit := range []string{"alarmed-reports", "alarmed-reports-high", "faster-wrongly", "rounds"} {
		fmt.Fprintf(&out, "Unit %s better=lower\n", unit)
	}
	for _, unit := range []string{"found", "found-low", "found-worst", "found-worst-low"} {
		fmt.Fprintf(&out, "Unit %s better=higher\n", unit)
	}
	for _, a := range r.Alarms {
		fmt.Fprintf(&out, "BenchmarkAlarms/rule=%s %d %.6g alarmed-reports %.6g alarmed-reports-high %.6g rounds\n",
			word(a.Rule), a.Reports.Of, a.Reports.share(), a.Reports.High, a.Rounds)
	}
	for _, d := range r.Detections {
		fmt.Fprintf(&out, "BenchmarkDetection/rule=%s/changed=%s/effect=%g %d %.6g found %.6g found-low %.6g found-worst %.6g found-worst-low %.6g unchanged %.6g faster-wrongly %.6g rounds\n",
			word(d.Rule), d.Changed, d.Effect, d.Found.Of, d.Found.share(), d.Found.Low, d.Worst.share(), d.Worst.Low, d.Unchanged.share(), d.Faster.share(), d.Rounds)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// word is a name as a benchmark's name can hold it.
func word(name string) string {
	return strings.NewReplacer(" %", "%", " ", "-").Replace(name)
}

// WriteJSON writes the result whole. Its version grows when a field changes its
// meaning or goes.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Version int `json:"version"`
		*Result
	}{1, r})
}
