package summary

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/accept"
	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/calibrate/recorded"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/report"
)

// A Page is what the jobs of a run have to show.
type Page struct {
	Text    []byte           // Markdown
	Reports []*report.Report // of the plans with two sides
	// Failed says why the run fails whatever the verdicts are: nothing was
	// measured, or a verdict has missed what it must find. nil is no reason.
	Failed error
}

// Make writes the artifact and makes the page of a run.
func (j Jobs) Make() (Page, error) {
	a, reasons, err := j.collect()
	if failure := new(pipeline.Failure); errors.As(err, failure) {
		return Page{Text: []byte("**Nothing was measured**: see the logs of the measuring jobs.\n"), Failed: err}, nil
	} else if err != nil {
		return Page{}, err
	}
	return pageOf(a, reasons, j.Today), nil
}

// pageOf has a section for each plan.
func pageOf(a artifact.Artifact, reasons map[artifact.Missing]string, today time.Time) Page {
	var page Page
	var out bytes.Buffer
	var failed []error
	measured := 0
	for _, p := range a.Plans {
		if len(a.Plans) > 1 {
			fmt.Fprintf(&out, "## %s\n\n", p.Name)
		}
		if p.Note != "" {
			fmt.Fprintf(&out, "Note: %s\n\n", markdown.Code(p.Note))
		}
		if from := pipeline.Sources(a, p); len(from) > 0 {
			measured++
			r, err := writeSection(&out, a, p, from, today)
			if r != nil {
				page.Reports = append(page.Reports, r)
			}
			if err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", p.Name, err))
				fmt.Fprintf(&out, "\n**%s**\n", markdown.Code(err.Error()))
			}
		}
		if p.Unchanged {
			fmt.Fprintln(&out, "**no benchmark has changed**")
		}
		writeMissing(&out, a, p.Name, reasons)
		fmt.Fprintln(&out)
	}
	if measured == 0 && !pipeline.Unchanged(a) {
		failed = append(failed, errors.New("no job measured anything"))
	}
	if len(failed) > 0 {
		page.Failed = pipeline.Failure{Err: errors.Join(failed...)}
	}
	page.Text = out.Bytes()
	return page
}

func writeMissing(w io.Writer, a artifact.Artifact, name string, reasons map[artifact.Missing]string) {
	for _, m := range a.Missing() {
		if m.Plan != name {
			continue
		}
		fmt.Fprintf(w, "\nMissing: job %s", markdown.Code(m.Job))
		if reason := reasons[m]; reason != "" {
			fmt.Fprintf(w, ": %s", markdown.Code(reason))
		}
		fmt.Fprintln(w)
	}
}

func writeSection(w io.Writer, a artifact.Artifact, p plan.Named, from []compare.Source, today time.Time) (*report.Report, error) {
	switch {
	case p.Recording > 0:
		return nil, writeCalibration(w, p, from)
	case p.Judged():
		r, err := report.Read(from)
		if err != nil {
			return nil, err
		}
		if p.Project.Accept != nil {
			if err := accept.Apply(r, *p.Project.Accept, today); err != nil {
				return nil, err
			}
		}
		pipeline.Explain(r, a, p)
		if slowed := p.Sides[1].Slowdown; slowed > 0 {
			return nil, writeCanary(w, r, slowed)
		}
		if p.MeasureIdentical {
			writeAlike(w, r)
		}
		if err := report.WriteSummary(w, r); err != nil {
			return r, err
		}
		pipeline.WriteFlames(w, r.Flames(), "the artifacts below", p.Project.Finds(), func(job string) string { return "that of " + markdown.Code(job) })
		return r, nil
	}
	r, err := compare.Read(Comparison(p.Plan), from)
	if err != nil {
		return nil, err
	}
	return nil, compare.WriteMarkdown(w, r)
}

// headline are the units that a first look is at; the site has them all.
const headline = ".unit:(sec/op OR B/op OR warmup-sec OR start-sec OR first-sec/op OR tenth-sec/op)"

// Comparison is how the results of one side are looked at first.
func Comparison(p plan.Plan) compare.Options {
	options := compare.Options{Col: "runtime", Alpha: p.Alpha, Filter: headline}
	if p.Project.Finds() {
		options.Table = "goos,goarch,cpu,cores,pkg"
	}
	return options
}

// writeAlike tells what measuring says of benchmarks whose code is the same on
// both sides, of which a pull request's report says that nothing changed.
func writeAlike(w io.Writer, r *report.Report) {
	alike, moved := r.Alike()
	fmt.Fprintf(w, "%d benchmarks with the same code on both sides were measured to test the verdicts: a change was found in %v\n\n", alike, calibrate.NewRate(moved, alike))
}

// mustFind is the slowdown that no night may miss.
const mustFind = 0.25

// writeCanary tells how much of a known slowdown was found.
func writeCanary(w io.Writer, r *report.Report, slowed float64) error {
	found := calibrate.NewRate(r.Found(), len(r.Rows))
	fmt.Fprintf(w, "Head was slowed down by %g %%: found in %v of %d rows\n\n", 100*slowed, found, len(r.Rows))
	if err := report.WriteSummary(w, r); err != nil {
		return err
	}
	if missed := len(r.Rows) - found.Count; slowed >= mustFind && missed > 0 {
		return fmt.Errorf("a slowdown of %g %% was not found in %d of %d rows", 100*slowed, missed, len(r.Rows))
	}
	return nil
}

// writeCalibration tells how far the verdicts can be trusted, by the recorded
// rounds of a commit held against itself.
func writeCalibration(w io.Writer, p plan.Named, from []compare.Source) error {
	recordings, _, err := recorded.Read(from)
	if err != nil {
		return err
	}
	rules, err := p.Judging.Rules(p.Alpha, p.MinimumEffect, p.Rounds)
	if err != nil {
		return err
	}
	result, err := calibrate.Run(recordings, recorded.Drawing(rules))
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := result.WriteText(&text); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "```\n%s```\n", strings.ReplaceAll(text.String(), "```", "'''"))
	return err
}
