package calibrate

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// brief are the rules that most people know, and their names among them.
var brief = []struct{ rule, name string }{
	{cobench, "cobench"},
	{"last value 110 %", "github-action-benchmark at 110 %"},
	{"benchstat", "benchstat, p < 0.05"},
}

// briefEffects are the slowdowns in the table, and the one in the sentence.
var (
	briefEffects   = []float64{0.05, 0.1, 0.2}
	sentenceEffect = 0.1
)

// WriteBrief writes one table and one sentence: how often three rules would have
// cried wolf, and what they would have found.
func (r *Result) WriteBrief(w io.Writer) error {
	var out strings.Builder
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "\tnothing changed\tone is slower by")
	fmt.Fprint(t, strings.Repeat("\t", len(briefEffects)), "\n", "rule\tfalse alarms")
	for _, e := range briefEffects {
		fmt.Fprintf(t, "\t%g %%", 100*e)
	}
	fmt.Fprint(t, "\trounds\n")
	var wolves, finds []string
	for _, b := range brief {
		i := slices.IndexFunc(r.Alarms, func(a Alarm) bool { return a.Rule == b.rule })
		if i < 0 {
			return fmt.Errorf("nothing is known of the rule %s", b.rule)
		}
		fmt.Fprintf(t, "%s\t%v of reports", b.name, r.Alarms[i].Reports)
		wolves = append(wolves, fmt.Sprintf("%s in %s", b.name, part(r.Alarms[i].Reports)))
		for _, e := range briefEffects {
			d := slices.IndexFunc(r.Detections, func(d Detection) bool { return d.Rule == b.rule && d.Effect == e && d.Changed == "one" })
			if d < 0 {
				return fmt.Errorf("nothing is known of slowdowns of %g %%", 100*e)
			}
			fmt.Fprintf(t, "\t%s found", part(r.Detections[d].Found))
			if e == sentenceEffect {
				finds = append(finds, part(r.Detections[d].Found))
			}
		}
		fmt.Fprintf(t, "\t%.0f\n", r.Alarms[i].Rounds)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	rounds := 0
	for i, b := range r.Benchmarks {
		if i == 0 || b.Rounds < rounds {
			rounds = b.Rounds
		}
	}
	_, err := fmt.Fprintf(w, "%s\nReports on %d benchmarks on this machine, with a false alarm: %s; slowdowns of %g %% that they find: %s.\n(from %d recorded rounds with the same code on both sides; 95 %% bounds)\n",
		out.String(), len(r.Benchmarks), strings.Join(wolves, ", "), 100*sentenceEffect, strings.Join(finds, ", "), rounds)
	return err
}

// part is a rate without its bounds.
func part(r Rate) string { return fmt.Sprintf("%.0f %%", 100*r.share()) }
