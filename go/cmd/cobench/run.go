package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/collect"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/failure"
)

func (c command) run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci run", flag.ContinueOnError)
	file := flags.String("plan", "", "`file` that cobench ci plan wrote; with -resume the folder's own")
	job := flags.String("job", "", "`ID` of the plan's job; none is the only one")
	dir := flags.String("o", "", "run `folder` to write; new or empty")
	resume := flags.Bool("resume", false, "continue the run in the folder")
	build := flags.Bool("build", false, "only build; -resume continues with the measurement")
	budget := flags.Duration("budget", 0, "begin no sample after this `time`, such as 30m, instead of the plan's; -resume goes on")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *dir == "" {
		return errors.New("ci run: -o is missing: want the folder to write")
	}
	p, err := readPlan(*file, raw.Dir(*dir), *resume)
	if err != nil {
		return err
	}
	top := *dir // a project's run has all that it needs in its folder
	switch {
	case !p.Project.Finds():
		top, err = root()
	case !*resume:
		top, err = forge.Top(ctx, ".")
	}
	if err != nil {
		return err
	}
	return c.measure(ctx, top, p, measuring{ci: true, job: *job, dir: *dir, resume: *resume, build: *build, budget: *budget})
}

// measuring says how to run a plan.
type measuring struct {
	ci       bool // by a job of a plan, and not all at once
	job, dir string
	resume   bool
	build    bool          // and no more
	budget   time.Duration // 0 is the plan's
	why      explained     // "" is what the plan says
}

func readPlan(file string, dir raw.Dir, resume bool) (plan.Plan, error) {
	switch {
	case file == "" && resume:
		return dir.Plan()
	case file == "":
		return plan.Plan{}, errors.New("ci run: -plan is missing: want the file that cobench ci plan wrote")
	}
	f, err := os.Open(file)
	if err != nil {
		return plan.Plan{}, err
	}
	defer f.Close()
	return plan.Read(f, file)
}

// measure runs a plan and tells how it went.
func (c command) measure(ctx context.Context, root string, p plan.Plan, m measuring) error {
	if m.budget < 0 {
		return fmt.Errorf("-budget %v: want a time such as 30m", m.budget)
	}
	confirm := time.Duration(p.Confirm)
	if m.budget > 0 {
		confirm = 0 // who says what it may take means all of it
	}
	progress := newDisplay(c.stderr)
	summary, err := run.Run(ctx, run.Options{
		Options: build.Options{
			Plan: p, Dir: raw.Dir(m.dir), Root: root, Environ: withoutToken(c.environ), Source: c.sourceOf(p, root),
			Cache: filepath.Join(root, ".cobench", "builds"), Report: progress.report, Now: c.now, Start: c.start,
		},
		Job: m.job, Resume: m.resume, BuildOnly: m.build, Budget: cmp.Or(m.budget, time.Duration(p.Budget)), Confirm: confirm, Ruler: c.rulerCommand(),
		Read: func(r raw.Run, p plan.Plan, record raw.Record, folder string) (run.Reading, error) {
			s, err := collect.Read(r, p, record, folder)
			if err != nil {
				return run.Reading{}, err
			}
			return run.Reading{Time: s.Values[0].Value, Timed: s.Timed, Unsteady: s.Unsteady, Values: s.Values}, nil
		},
	})
	progress.end()
	switch {
	case errors.Is(err, failure.ErrInput):
		return err
	case ctx.Err() != nil:
		return errMeasured{fmt.Errorf("interrupted: %d samples are kept; to continue: %s", summary.Samples, m.goOn(p))}
	case err != nil:
		return errMeasured{err}
	case m.build:
		fmt.Fprintf(c.stderr, "built; to continue: %s\n", m.goOn(p))
		return nil
	}
	fmt.Fprintf(c.stderr, "measured %d samples in %v, %.0f %% of it timed\n",
		summary.Samples, summary.Machine.Round(time.Second), 100*summary.TimedShare())
	c.explain(ctx, root, p, m)
	if summary.Left > 0 {
		fmt.Fprintf(c.stderr, "the budget is used up, %d samples are left; to continue: %s\n", summary.Left, m.goOn(p))
	} else if p.Project.Finds() {
		if err := build.RemoveSources(raw.Dir(m.dir)); err != nil {
			return err
		}
	}
	if summary.Failed > 0 {
		for _, f := range summary.Failures {
			fmt.Fprintf(c.stderr, "failed: %v\n", f)
		}
		return errMeasured{fmt.Errorf("%d of %d samples failed; their output is in %s", summary.Failed, summary.Samples, m.dir)}
	}
	return nil
}

// goOn is the command that goes on with a run.
func (m measuring) goOn(p plan.Plan) string {
	switch {
	case p.Project.Finds():
		return fmt.Sprintf("cobench bench -resume %s -budget %s", m.dir, plan.Minutes(time.Duration(p.Budget)))
	case m.ci:
		return "cobench ci run -resume -o " + m.dir
	}
	return "cobench bench -resume " + m.dir
}

// sourceOf is the repository of what a plan measures.
func (c command) sourceOf(p plan.Plan, root string) build.Source {
	if p.Project.Finds() {
		return forge.Repository(root)
	}
	return source{c, forge.Repository(root)}
}

// A source is the repository of a suite. A commit that a checkout of the pipeline
// lacks, which has head alone, is fetched.
type source struct {
	command
	forge.Repository
}

func (s source) fetch(ctx context.Context, commit string) error {
	if s.Whole(ctx, commit) {
		return nil
	}
	from, err := s.server().Source(ctx, s.Repository)
	if err != nil {
		return fmt.Errorf("commit %s is not in this clone, and there is no remote to fetch it from: %w", commit, err)
	}
	return from.Commit(ctx, s.Repository, commit)
}

// Export unpacks a commit, which it fetches if it has to.
func (s source) Export(ctx context.Context, commit, dir string) error {
	if err := s.fetch(ctx, commit); err != nil {
		return err
	}
	return s.Repository.Export(ctx, commit, dir)
}

// Trees names folders of a commit, which it fetches if it has to.
func (s source) Trees(ctx context.Context, commit string, folders ...string) (string, error) {
	if strings.HasSuffix(commit, forge.Dirty) {
		return "", fmt.Errorf("%s: the working tree has other changes", commit)
	}
	if err := s.fetch(ctx, commit); err != nil {
		return "", err
	}
	return s.Repository.Trees(ctx, commit, folders...)
}

// withoutToken keeps the right to fetch from what is built and measured.
func withoutToken(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool { return strings.HasPrefix(v, "GITHUB_TOKEN=") })
}
