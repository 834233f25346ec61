package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/accept"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline/planning"
	"github.com/cobench/cobench/go/internal/pipeline/summary"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/run/build"
)

func (c command) bench(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	var settings settings
	request := planRequest{}
	flags.StringVar(&request.profile, "profile", "", "`name` of a profile in bench-config/profiles.yaml (default smoke, or pr with -base)")
	flags.StringVar(&request.base, "base", "", "compare with this `ref` (default: base in cobench.yaml; without one, only head is measured)")
	flags.StringVar(&request.head, "head", "", "measure this `ref` instead of the working tree")
	flags.StringVar(&request.runtimes, "runtimes", "", "comma-separated `names` instead of the profile's, or all")
	flags.Var(&settings, "set", settingsHelp)
	budget := flags.Duration("budget", 0, "start no sample after this `time`, such as 30m (default for a project: 10m); -resume continues")
	resume := flags.String("resume", "", "continue the run in this `folder`")
	var project projectRequest
	project.flags(flags)
	var upgrades upgrades
	flags.Var(&upgrades, "upgrade", upgradeHelp)
	flags.StringVar(&project.history, "history", "", "your own project: keep the results in this `folder`, for cobench publish")
	flags.StringVar(&project.format, "format", "text", "your own project: text, md (pull request comment), summary (GitHub job summary) or json; except with text, only the report goes to stdout")
	var wanted failOnSlower
	wanted.flag(flags)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	reason, settings, err := whyOf(settings)
	if err != nil {
		return err
	}
	if is, err := isProject(flags, raw.Dir(*resume)); err != nil {
		return err
	} else if is {
		project.base, project.head, project.budget, project.failOn, project.why = request.base, request.head, *budget, wanted, reason
		project.upgrades = upgrades
		if err := project.set(settings); err != nil {
			return err
		}
		return c.benchProject(ctx, project, *resume)
	}
	request.settings, request.upgrades = settings, upgrades
	if request.profile == "" && (request.base != "" || len(upgrades) > 0) {
		request.profile = "pr"
	}
	request.profile = cmp.Or(request.profile, "smoke")
	return c.benchSuite(ctx, flags, request, measuring{dir: *resume, resume: *resume != "", budget: *budget, why: reason}, wanted)
}

// benchSuite plans what the checkout's bench-config declares, or goes on with a run,
// and shows what was measured.
func (c command) benchSuite(ctx context.Context, flags *flag.FlagSet, request planRequest, m measuring, wanted failOnSlower) error {
	root, err := root()
	if err != nil {
		return err
	}
	// The plan comes first: a name misspelt is told before anything is looked up or built.
	var p plan.Plan
	if m.resume {
		p, err = resumed(flags, raw.Dir(m.dir))
	} else {
		p, err = c.makePlan(ctx, root, request)
	}
	if err != nil {
		return err
	}
	if problems := c.checkTools(ctx, c.stderr, root); problems > 0 {
		return fmt.Errorf("%d required tools are missing or too old", problems)
	}
	if !m.resume {
		c.prune(filepath.Join(runsOf(root), "*"))
		if m.dir, err = c.newRun(runsOf(root)); err != nil {
			return err
		}
		for _, j := range p.Jobs {
			fmt.Fprintln(c.stderr, planning.Foretell(p, j))
		}
	}
	measured := c.measure(ctx, root, p, m)
	if measured != nil && !errors.As(measured, new(errMeasured)) || ctx.Err() != nil {
		return measured
	}
	r, err := c.show(ctx, root, m.dir, p)
	if err != nil {
		return errors.Join(measured, err)
	}
	return cmp.Or(measured, wanted.failure(r))
}

// resumed is the plan of a run that is to go on, to which no flag can add.
func resumed(flags *flag.FlagSet, dir raw.Dir) (plan.Plan, error) {
	var err error
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "resume" && f.Name != "budget" && f.Name != "fail-on-slower" {
			err = fmt.Errorf("bench: -%s: -resume continues with its own plan, which this cannot change", f.Name)
		}
	})
	if err != nil {
		return plan.Plan{}, err
	}
	return dir.Plan()
}

// show prints the comparison of a run and builds the site with it. It returns
// the verdicts on two sides, nil of one.
func (c command) show(ctx context.Context, root, dir string, p plan.Plan) (*report.Report, error) {
	tree := filepath.Join(root, ".cobench", history.Folder)
	results, r, err := c.finish(dir, tree, p)
	if err != nil {
		return r, err
	}
	fmt.Fprintln(c.stderr, "\nbuilding the site")
	log, err := os.Create(filepath.Join(dir, "site.log"))
	if err != nil {
		return r, err
	}
	defer log.Close()
	if err := build.Site(ctx, root, c.environ, c.start, log); err != nil {
		return r, errMeasured{err}
	}
	dist := filepath.Join(root, "site", "dist")
	o := publish.Options{Cache: filepath.Join(root, ".cobench", "publish"), Now: c.now()}
	c.askGit(ctx, root, &o)
	o.Judge, o.Alarms = judged, alarms
	if o.Suite, err = suite(root); err != nil {
		return r, err
	}
	if _, err := publish.Publish(tree, filepath.Join(dist, "data"), o); err != nil {
		return r, err
	}
	fmt.Fprintf(c.stdout, "\nresults  %s\nsite     %s\n         make serve shows it\n", results, filepath.Join(dist, "index.html"))
	return r, nil
}

// finish collects what a run has measured, keeps it in a history if there is
// one, and prints it. It returns the file of results, and the verdicts on two sides.
func (c command) finish(dir, tree string, p plan.Plan) (results string, r *report.Report, err error) {
	results, err = c.collectAndKeep(dir, tree, history.Manual, "local", p)
	if err != nil {
		return results, nil, err
	}
	fmt.Fprintln(c.stdout)
	r, err = c.showResults(results, raw.Dir(dir), p)
	return results, r, err
}

// showResults prints the verdicts on two sides, or the comparison of one's runtimes.
func (c command) showResults(results string, dir raw.Dir, p plan.Plan) (*report.Report, error) {
	sources := compare.Files([]string{results}, c.stdin)
	if p.Judged() {
		r, err := report.Read(sources)
		if err != nil {
			return nil, err
		}
		if p.Project.Accept != nil {
			if err := accept.Apply(r, *p.Project.Accept, c.now()); err != nil {
				return nil, err
			}
		}
		file, err := reasonsIn(dir)
		if err != nil {
			return nil, err
		}
		r.Explain("", file)
		return r, report.WriteText(c.stdout, r)
	}
	r, err := compare.Read(summary.Comparison(p), sources)
	if err != nil {
		return nil, err
	}
	return nil, compare.WriteText(c.stdout, r, width(c.stdout))
}

// collectAndKeep collects what a run has measured, and keeps it in a history if
// there is one. It returns the file of results.
func (c command) collectAndKeep(dir, tree string, kind history.Kind, job string, p plan.Plan) (string, error) {
	results := filepath.Join(dir, raw.ResultsFile)
	if err := c.collectInto(results, []raw.Dir{raw.Dir(dir)}); err != nil || tree == "" {
		return results, err
	}
	r, err := raw.Dir(dir).Run()
	if err != nil {
		return results, err
	}
	return results, keep(tree, results, kind, job, r.Started, p)
}

// keep puts results into the history of this checkout, which has the shape
// of the published one.
//
// A run is known by when it began: what a resumed one adds takes the place of
// what was there of it.
func keep(tree, results string, kind history.Kind, job string, began time.Time, p plan.Plan) error {
	commit := p.Sides[len(p.Sides)-1].Commit
	if hash, mark, ok := strings.Cut(commit, "-"); ok || len(hash) > 12 {
		commit = hash[:min(12, len(hash))]
		if ok {
			commit += "-" + mark
		}
	}
	text, err := os.ReadFile(results)
	if err != nil {
		return err
	}
	return history.Replace(tree, history.New(kind, began, commit, began.UTC().Format(moment), job), text)
}
