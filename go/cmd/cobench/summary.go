package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
)

// summary brings together what the jobs of a pipeline's run have measured: the
// page of the run, and the artifact that a comment and the history are made of.
func (c command) summary(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("summary", flag.ContinueOnError)
	runs := flags.String("runs", "", "`folder` with a run folder for each job: PLAN-JOB, or any of a project")
	out := flags.String("o", "", "`folder` of the artifact: it holds the plans, or gets those of a project, and gets the results")
	page := flags.String("summary", "-", "`file` to add the page to, as Markdown; - is stdout")
	var wanted failOn
	wanted.flag(flags)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if err := wanted.check(flags); err != nil {
		return err
	}
	if *runs == "" || *out == "" {
		return errors.New("summary: want -runs and -o")
	}
	show := func(write func(io.Writer) error) error {
		if *page == "-" {
			return write(c.stdout)
		}
		return c.summarise(*page, write)
	}
	folder, err := runFolders(*runs, *out)
	if errors.As(err, new(errMeasured)) {
		return errors.Join(err, show(func(w io.Writer) error {
			_, err := fmt.Fprintln(w, "**Nothing was measured**: the logs of the jobs that measure say why.")
			return err
		}))
	} else if err != nil {
		return err
	}
	reasons, err := c.collectJobs(folder, *out)
	if err != nil {
		return err
	}
	a, err := artifact.Open(*out)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	reports, failed := c.writePage(&text, a, reasons)
	err = show(func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err })
	if wanted == "" {
		return errors.Join(err, failed)
	}
	var gate error
	for _, r := range reports {
		gate = errors.Join(gate, wanted.failure(r))
	}
	return errors.Join(err, cmp.Or(failed, gate))
}

// runFolders tells where the run folder of each job is to be looked for. Where
// the artifact has no plans yet, each folder is of somebody's project and brings
// its own, which gets the name of its job.
func runFolders(runs, out string) (func(artifact.Missing) raw.Dir, error) {
	if _, err := os.Stat(filepath.Join(out, artifact.Plans)); !errors.Is(err, fs.ErrNotExist) {
		return func(j artifact.Missing) raw.Dir { return raw.Dir(filepath.Join(runs, j.Plan+"-"+j.Job)) }, err
	}
	found, err := os.ReadDir(runs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	folders := map[string]raw.Dir{}
	for _, entry := range found {
		dir := raw.Dir(filepath.Join(runs, entry.Name()))
		p, err := dir.Plan()
		if err != nil {
			return nil, err
		}
		name := p.Jobs[0].ID
		switch before, twice := folders[name]; {
		case !p.Project.Finds() || len(p.Jobs) != 1 || !artifact.IsName(name):
			return nil, fmt.Errorf("%s: job %.60q: want a run of cobench bench -event, of one job", dir, name)
		case twice:
			return nil, fmt.Errorf("%s: job %s is in %s already: give each its own -job", dir, name, before)
		}
		folders[name] = dir
	}
	if len(folders) == 0 {
		return nil, errMeasured{fmt.Errorf("%s: no run folder in it: want what cobench bench -event left", runs)}
	}
	if err := os.MkdirAll(filepath.Join(out, artifact.Plans), 0o777); err != nil {
		return nil, err
	}
	for name, dir := range folders {
		text, err := os.ReadFile(dir.Path(raw.PlanFile))
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(out, artifact.Plans, name+".json"), text, 0o666); err != nil {
			return nil, err
		}
	}
	return func(j artifact.Missing) raw.Dir { return folders[j.Plan] }, nil
}

// collectJobs writes the results of each job that has a run folder, and tells
// of the others why they have none.
func (c command) collectJobs(folder func(artifact.Missing) raw.Dir, out string) (map[artifact.Missing]string, error) {
	a, err := artifact.Open(out)
	if err != nil {
		return nil, err
	}
	reasons := map[artifact.Missing]string{}
	for _, p := range a.Plans {
		for _, j := range p.Jobs {
			this := artifact.Missing{Plan: p.Name, Job: j.ID}
			dir := folder(this)
			file := filepath.Join(out, artifact.Results, p.Name, j.ID+".txt")
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				return nil, err
			}
			if _, err := os.Stat(string(dir)); errors.Is(err, fs.ErrNotExist) {
				reasons[this] = "the job ended before it had measured anything"
			} else if why, err := os.ReadFile(dir.Path(raw.FailureFile)); err == nil {
				reasons[this] = strings.TrimSpace(string(why))
			} else if err := c.collectInto(file, []raw.Dir{dir}); err != nil {
				reasons[this] = err.Error()
			}
		}
	}
	return reasons, nil
}

// sources are the results of a plan, to be read one after the other.
func sources(a artifact.Artifact, p plan.Named) []compare.Source {
	var all []compare.Source
	for _, job := range a.Jobs(p) {
		text, name := a.Results[p.Name][job], p.Name+"/"+job+".txt"
		all = append(all, compare.Source{Name: name, Label: name, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(text)), nil
		}})
	}
	return all
}

// writePage writes a section for each plan, and returns the verdicts that it has
// written. It returns an error if the run has to fail: nothing was measured, or the
// verdicts have missed what they must find.
func (c command) writePage(w *bytes.Buffer, a artifact.Artifact, reasons map[artifact.Missing]string) (reports []*report.Report, err error) {
	var failed []error
	measured := 0
	for _, p := range a.Plans {
		if len(a.Plans) > 1 {
			fmt.Fprintf(w, "## %s\n\n", p.Name)
		}
		if p.Note != "" {
			fmt.Fprintf(w, "Note: %s\n\n", markdown.Code(p.Note))
		}
		if from := sources(a, p); len(from) > 0 {
			measured++
			r, err := c.writeSection(w, p, from)
			if r != nil {
				reports = append(reports, r)
			}
			if err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", p.Name, err))
				fmt.Fprintf(w, "\n**%s**\n", markdown.Code(err.Error()))
			}
		}
		if p.Unchanged {
			fmt.Fprintln(w, "**nothing that is measured has changed**")
		}
		writeMissing(w, a, p.Name, reasons)
		fmt.Fprintln(w)
	}
	if measured == 0 && !unchanged(a) {
		failed = append(failed, errors.New("no job has measured anything"))
	}
	if len(failed) > 0 {
		return reports, errMeasured{errors.Join(failed...)}
	}
	return reports, nil
}

// unchanged tells whether there was nothing to measure.
func unchanged(a artifact.Artifact) bool {
	return !slices.ContainsFunc(a.Plans, func(p plan.Named) bool { return !p.Unchanged })
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

func (c command) writeSection(w io.Writer, p plan.Named, from []compare.Source) (*report.Report, error) {
	switch {
	case p.Recording > 0:
		return nil, c.writeCalibration(w, p, from)
	case p.Judged():
		r, err := report.Read(from)
		if err != nil {
			return nil, err
		}
		if slowed := p.Sides[1].Slowdown; slowed > 0 {
			return nil, writeCanary(w, r, slowed)
		}
		if p.MeasureIdentical {
			writeAlike(w, r)
		}
		return r, report.WriteSummary(w, r)
	}
	r, err := compare.Read(comparison(p.Plan), from)
	if err != nil {
		return nil, err
	}
	return nil, compare.WriteMarkdown(w, r)
}

// writeAlike tells what measuring says of benchmarks whose code is the same on
// both sides, of which a pull request's report says that nothing changed.
func writeAlike(w io.Writer, r *report.Report) {
	alike, moved := 0, 0
	for _, x := range r.Rows {
		if x.Alike {
			alike++
			if x.Verdict == report.Slower || x.Verdict == report.Faster {
				moved++
			}
		}
	}
	fmt.Fprintf(w, "Of %d benchmarks with the same code on both sides, measured all the same, a change was found in %v\n\n", alike, calibrate.NewRate(moved, alike))
}

// mustFind is the slowdown that no night may miss.
const mustFind = 0.25

// writeCanary tells how much of a known slowdown was found.
func writeCanary(w io.Writer, r *report.Report, slowed float64) error {
	found := calibrate.NewRate(r.Count(report.Slower), len(r.Rows))
	fmt.Fprintf(w, "Head was made slower by %g %%: found in %v of %d rows\n\n", 100*slowed, found, len(r.Rows))
	if err := report.WriteSummary(w, r); err != nil {
		return err
	}
	if missed := len(r.Rows) - found.Count; slowed >= mustFind && missed > 0 {
		return fmt.Errorf("a slowdown of %g %% was missed in %d of %d rows", 100*slowed, missed, len(r.Rows))
	}
	return nil
}

// writeCalibration tells how far the verdicts can be trusted, by the rounds that
// were recorded of a commit held against itself.
func (c command) writeCalibration(w io.Writer, p plan.Named, from []compare.Source) error {
	result, err := calibration(p.Plan, from)
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

// calibration judges reports that are drawn from recorded rounds.
func calibration(p plan.Plan, from []compare.Source) (*calibrate.Result, error) {
	recordings, _, err := recordings(from)
	if err != nil {
		return nil, err
	}
	rules, err := p.Judging.Rules(p.Alpha, p.MinimumEffect, p.Rounds)
	if err != nil {
		return nil, err
	}
	return calibrate.Run(recordings, drawing(rules))
}

// drawing is how reports are drawn from the rounds of a night.
func drawing(rules judge.Rules) calibrate.Options {
	return calibrate.Options{Rules: rules, Effects: effects, Reports: 1000, Repeats: 300, Benchmarks: 20, Block: 4, Seed: 1}
}
