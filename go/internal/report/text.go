package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchunit"
)

// Headline says it all in one line.
func (r *Report) Headline() string {
	var parts []string
	for _, v := range Verdicts {
		if n := r.Count(v); n > 0 && v != Unchanged {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	if n := r.Count(Unchanged); n > 0 {
		parts = append(parts, fmt.Sprintf("%d unchanged within ±%s", n, percent(r.MinimumEffect)))
	}
	return strings.Join(parts, ", ")
}

// WriteText writes the headline and the rows that are not unchanged.
func WriteText(w io.Writer, r *Report) error {
	fmt.Fprintf(w, "%s\n", r.Headline())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, x := range r.Rows {
		if x.Verdict != Unchanged {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", x.Verdict, x.Runtime, x.Benchmark, strings.Join(x.evidence(), "\t"))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "alpha %v over the whole report by Holm; the same by benchstat: %s\n", r.Alpha, r.Command)
	return err
}

// evidence is what a verdict rests on: values, change with interval, p, n.
func (x Row) evidence() []string {
	if x.Reason != "" {
		return []string{x.Reason}
	}
	if x.P == nil {
		if x.Head != nil {
			return []string{seconds(*x.Head), fmt.Sprintf("n=%d", x.NHead)}
		}
		return []string{seconds(*x.Base), fmt.Sprintf("n=%d", x.NBase)}
	}
	interval := "(too few samples for an interval)"
	if x.Low != nil && x.High != nil {
		interval = fmt.Sprintf("(%s … %s)", change(*x.Low), change(*x.High))
	}
	return []string{
		seconds(*x.Base) + " → " + seconds(*x.Head),
		change(*x.Ratio) + " " + interval,
		fmt.Sprintf("p=%.4f", *x.Adjusted),
		fmt.Sprintf("n=%d+%d", x.NBase, x.NHead),
	}
}

// WriteJSON writes the report whole. Its version grows when a field changes
// its meaning or goes.
func WriteJSON(w io.Writer, r *Report) error {
	counts := map[Verdict]int{}
	for _, v := range Verdicts {
		counts[v] = r.Count(v)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Version       int             `json:"version"`
		Alpha         float64         `json:"alpha"`
		MinimumEffect float64         `json:"minimumEffect"`
		Machines      []string        `json:"machines"`
		Counts        map[Verdict]int `json:"counts"`
		Rows          []Row           `json:"rows"`
		Command       string          `json:"command"`
	}{1, r.Alpha, r.MinimumEffect, r.Machines, counts, r.Rows, r.Command})
}

func seconds(s float64) string {
	scale := benchunit.CommonScale([]float64{s}, benchunit.Decimal)
	return fmt.Sprintf("%.*f %ss", scale.Prec, s/scale.Factor, scale.Prefix)
}

// change is a ratio as a percentage with sign.
func change(ratio float64) string {
	return fmt.Sprintf("%+.1f %%", 100*(ratio-1))
}

func percent(fraction float64) string {
	return fmt.Sprintf("%g %%", math.Round(1000*fraction)/10)
}
