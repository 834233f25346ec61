package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/find"
	"github.com/cobench/cobench/go/internal/run/jvmbuild"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// A projectRequest is what the flags ask for in somebody's own repository.
type projectRequest struct {
	base, head, filter, build, jar, packages, history string
	format                                            string // of the report; "" is text
	gradle                                            string // that is asked for its jars, where nobody said how they are built
	jdk                                               int
	budget                                            time.Duration
	measureIdentical                                  bool
	failOn                                            failOnSlower
	why                                               explained
	job                                               projectJob
	recording                                         int
	runtime                                           string // that is wanted; "" is the project's own
	all                                               bool   // measure what the change does not reach too
	name                                              string // of the one benchmark that is wanted, as a report has it; "" is what the filter says
	env                                               []string
	units                                             []config.VotingUnit // of cobench.yaml
	renamed                                           results.Renames     // of it too
	alone                                             bool                // no base, whatever cobench.yaml says
	accept                                            *config.Accept
	upgrades                                          []plan.Upgrade
}

// spend is what one run may take.
func (q projectRequest) spend() time.Duration {
	return cmp.Or(q.budget, time.Duration(config.Found().Budget))
}

// flags declares the flags that bench and calibrate share there.
func (q *projectRequest) flags(flags *flag.FlagSet) {
	flags.StringVar(&q.filter, "filter", "", "your own project: `filter` of benchmarks in benchstat's syntax, such as .name:/Encode/ or pkg:/zapcore/")
}

// A project is somebody's repository, seen from a folder of it.
type project struct {
	top    string // of the repository
	folder string // of the module or build, below it
}

// isProject tells whether a command is about somebody's own repository, and
// refuses flags of the one for the other.
func isProject(flags *flag.FlagSet, resume raw.Dir) (bool, error) {
	is := false
	if _, err := root(); err != nil {
		is = true
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	is = is || builds(flags)
	if resume != "" {
		p, err := resume.Plan()
		if err != nil {
			return false, err
		}
		is = p.Project.Finds()
	}
	for name := range given {
		of := projectFlags[name]
		switch {
		case is && of == suiteOnly:
			return false, fmt.Errorf("%s: -%s: only for a checkout with a bench-config, and there is none here or above", flags.Name(), name)
		case !is && of == projectOnly:
			return false, fmt.Errorf("%s: -%s: only for a project without a bench-config, and there is one here", flags.Name(), name)
		case is && resume != "" && name != "resume" && name != "budget" && name != "history" && name != "format" && name != "fail-on-slower":
			return false, fmt.Errorf("%s: -%s: -resume continues with its own plan, which this cannot change", flags.Name(), name)
		}
	}
	return is, nil
}

// builds tells whether a command that builds a jar is given: then it is a project's, also
// in a checkout with a bench-config.
func builds(flags *flag.FlagSet) bool {
	set := flags.Lookup("set")
	if set == nil {
		return false
	}
	given, ok := set.Value.(*settings)
	return ok && slices.ContainsFunc(*given, func(s plan.Setting) bool { return s.Key == "build" })
}

const (
	suiteOnly = iota + 1
	projectOnly
)

var projectFlags = map[string]int{
	"profile": suiteOnly, "runtimes": suiteOnly, "live": suiteOnly, "warmup": suiteOnly,
	"filter": projectOnly, "history": projectOnly, "format": projectOnly,
}

// findProject looks for the module or build that the command was started in.
func (c command) findProject(ctx context.Context, q *projectRequest) (project, error) {
	here, err := os.Getwd()
	if err != nil {
		return project{}, err
	}
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return project{}, err
	}
	if q.build == "" && q.jar == "" {
		if err := q.fromFile(here); err != nil {
			return project{}, err
		}
	}
	if q.jar != "" && q.build == "" {
		return project{}, errors.New("-set jar needs -set build: want the command that builds the jar")
	}
	if q.build == "" {
		if here, err = projectFolder(here); err != nil {
			return project{}, err
		}
	}
	if err := q.fromFile(here); err != nil {
		return project{}, err
	}
	top, err := forge.Top(ctx, here)
	if err != nil {
		return project{}, err
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return project{}, err
	}
	if _, err := os.Stat(filepath.Join(here, "go.mod")); err != nil && q.build == "" {
		found, err := jvmbuild.Find(c.environ, here, top)
		if err != nil {
			return project{}, err
		}
		q.build, q.gradle = found.Command, found.Gradle
	}
	folder, err := filepath.Rel(top, here)
	if err != nil {
		return project{}, err
	}
	return project{top, filepath.ToSlash(folder)}, nil
}

// projectFolder is the nearest folder with a go.mod or a build of Maven or Gradle,
// here or above.
func projectFolder(here string) (string, error) {
	for dir := here; ; dir = filepath.Dir(dir) {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		switch {
		case err == nil || jvmbuild.Is(dir):
			return dir, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		case dir == filepath.Dir(dir):
			return "", fmt.Errorf("%s: %s", here, notAProject(here))
		}
	}
}

// jvm tells whether what is measured is jars.
func (q projectRequest) jvm() bool { return q.build != "" || q.gradle != "" }

// notAProject says what to do in a folder where nothing can be found.
func notAProject(folder string) string {
	if modules := usedBy(filepath.Join(folder, "go.work")); len(modules) > 0 {
		return fmt.Sprintf("a go.work with several modules; cobench measures one at a time: start it in one of %s", strings.Join(modules, ", "))
	}
	if below := find.Folders(folder); below != "" {
		return "neither a go.mod nor a build of Maven or Gradle here or above: start cobench in one of those below: " + below
	}
	return "neither a go.mod nor a build of Maven or Gradle here or above: start cobench in one, or name the build of a jar with JMH in cobench.yaml, or with -set build=COMMAND"
}

// usedBy are the modules of a workspace, as its file names them.
func usedBy(workspace string) []string {
	text, err := os.ReadFile(workspace)
	if err != nil {
		return nil
	}
	file, err := modfile.ParseWork(workspace, text, nil)
	if err != nil {
		return nil
	}
	var modules []string
	for _, use := range file.Use {
		modules = append(modules, use.Path)
	}
	return modules
}

// data is the folder that keeps a project's runs: beside its own tree, which is
// left as it was.
func (c command) data(p project) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the measurements: %w", err)
	}
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == ':' || r == ' ' {
			return '-'
		}
		return r
	}, strings.TrimLeft(filepath.ToSlash(p.top), "/"))
	return filepath.Join(cache, "cobench", name), nil
}

// kept is the folder that keeps what is known of some code, whoever asks for it.
func (c command) kept() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the measurements: %w", err)
	}
	return filepath.Join(cache, "cobench", "kept"), nil
}

// benchProject finds what there is to measure, plans it within the budget,
// measures and shows it.
func (c command) benchProject(ctx context.Context, q projectRequest, resume string) error {
	if _, err := writer(cmp.Or(q.format, "text")); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if resume != "" {
		p, err := raw.Dir(resume).Plan()
		if err != nil {
			return err
		}
		if err := q.reports(p); err != nil {
			return err
		}
		return c.finishProject(ctx, resume, p, q, c.measure(ctx, resume, p, measuring{dir: resume, resume: true, budget: q.budget, why: q.why}))
	}
	if err := q.job.check(); err != nil {
		return err
	}
	begun := c.now()
	dir, p, err := c.planProject(ctx, &q)
	if err != nil {
		return err
	}
	if err := q.reports(p); err != nil {
		return err
	}
	return c.finishProject(ctx, dir, p, q, c.measure(ctx, dir, p, measuring{dir: dir, resume: true, budget: c.left(q, begun), why: q.why}))
}

// left is what is left of the budget, of all that has begun then.
func (c command) left(q projectRequest, begun time.Time) time.Duration {
	return max(time.Second, q.budget-c.now().Sub(begun))
}

// finishProject shows what a run has measured so far.
func (c command) finishProject(ctx context.Context, dir string, p plan.Plan, q projectRequest, measured error) error {
	if measured != nil && !errors.As(measured, new(errMeasured)) || ctx.Err() != nil {
		return measured
	}
	results, verdicts, err := c.finishAs(q.format, dir, q.history, p)
	if err != nil {
		return err
	}
	if cmp.Or(q.format, "text") != "text" {
		c.stdout = c.stderr
	}
	r, err := raw.Dir(dir).Run()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\nresults  %s\n", results)
	if q.history != "" {
		fmt.Fprintf(c.stdout, "history  %s; cobench publish -history %s -o DIR turns it into a site's data\n", q.history, q.history)
	}
	for _, b := range r.Builds {
		for _, w := range slices.Sorted(maps.Keys(b.Failed)) {
			measured = cmp.Or(measured, error(errMeasured{fmt.Errorf("%s: %s: %s", b.Side, w, b.Failed[w])}))
		}
	}
	return cmp.Or(measured, q.failOn.failure(verdicts))
}

// reports checks that a plan's results have a report in the wanted format.
func (q projectRequest) reports(p plan.Plan) error {
	if cmp.Or(q.format, "text") != "text" && !p.Judged() {
		return fmt.Errorf("bench: -format %s: only two sides have a report: compare with a -base", q.format)
	}
	return nil
}

// finishAs is finish, which prints nothing but the report unless that is text.
func (c command) finishAs(format, dir, history string, p plan.Plan) (string, *report.Report, error) {
	if cmp.Or(format, "text") == "text" {
		return c.finish(dir, history, p)
	}
	write, err := writer(format)
	if err != nil {
		return "", nil, err
	}
	quiet := c
	quiet.stdout = io.Discard
	results, r, err := quiet.finish(dir, history, p)
	if err != nil {
		return results, r, err
	}
	return results, r, write(c.stdout, r)
}

// planProject builds both sides in a new run folder and plans what was found.
func (c command) planProject(ctx context.Context, q *projectRequest) (dir string, p plan.Plan, err error) {
	begun := c.now()
	given := q.base
	found, err := c.findProject(ctx, q)
	if err != nil {
		return "", p, err
	}
	finding, err := c.finding(ctx, q, found, given)
	if err != nil {
		return "", p, err
	}
	if dir, err = c.projectRun(q.job, found); err != nil {
		return "", p, err
	}
	fail := func(err error) error {
		_ = build.RemoveSources(raw.Dir(dir))
		switch {
		case ctx.Err() != nil:
			err = errMeasured{errors.New("interrupted before anything was measured")}
		case !errors.Is(err, failure.ErrInput):
			err = errMeasured{err}
		}
		if q.job.dir != "" {
			err = errors.Join(err, unplanned(raw.Dir(dir), finding, err))
		}
		return err
	}
	if q.job.dir != "" { // so that it is missed, whatever ends it
		if err := unplanned(raw.Dir(dir), finding, errors.New("the job ended before it planned anything")); err != nil {
			return "", p, err
		}
	}
	finds, err := c.find(ctx, *q, forge.Repository(found.top), dir, finding, begun)
	if err != nil {
		return "", p, fail(err)
	}
	finding.Candidates, finding.Skips = finds.Candidates, finds.Skips
	finding.Left = max(q.budget/10, q.budget-c.now().Sub(begun))
	if c.part != nil {
		finding.Part = c.part()
	}
	if p, err = plan.Fit(finding); err != nil {
		return "", p, err
	}
	// A job's reason stands on the page of its run; of two sides the report has a line for each benchmark.
	if err := nothingIn(p.Jobs[0]); err != nil && (q.job.dir != "" || len(p.Sides) == 1) {
		c.tellSkips(p.Jobs[0].Skips)
		return "", p, fail(err)
	}
	if err := find.Planned(raw.Dir(dir), p); err != nil {
		return "", p, err
	}
	c.tellFound(p, c.now().Sub(begun))
	return dir, p, nil
}

// finding is what the user asks to be found, with the sides and the runtime. given is
// the base that a flag has named, before cobench.yaml was read.
func (c command) finding(ctx context.Context, q *projectRequest, found project, given string) (plan.Finding, error) {
	if q.budget = q.spend(); q.budget < time.Second {
		return plan.Finding{}, fmt.Errorf("-budget %v: want a time such as 10m", q.budget)
	}
	if q.recording > 0 {
		q.base = cmp.Or(q.head, "HEAD") // the same on both sides
		q.head = q.base
	}
	if q.alone || len(q.upgrades) > 0 && given == "" { // the same code on both sides
		q.base = ""
	}
	if q.name != "" {
		q.filter = "" // that of cobench.yaml
	}
	repository := forge.Repository(found.top)
	if q.job.event != "" {
		if err := c.sidesOfEvent(ctx, repository, q, found.folder, given); err != nil {
			return plan.Finding{}, err
		}
	}
	var err error
	if q.base, err = c.releaseBase(ctx, repository, *q, found.folder); err != nil {
		return plan.Finding{}, err
	}
	for _, name := range q.env {
		if !slices.ContainsFunc(c.environ, func(v string) bool { return strings.HasPrefix(v, name+"=") }) {
			fmt.Fprintf(c.stderr, "env %s: it is not set here\n", name)
		}
	}
	sides, err := c.projectSides(ctx, repository, *q)
	if err != nil {
		return plan.Finding{}, err
	}
	if sides, err = c.upgraded(ctx, filepath.Join(found.top, filepath.FromSlash(found.folder)), sides, q.upgrades); err != nil {
		return plan.Finding{}, err
	}
	runtime, err := c.runtimeOf(*q)
	if err := cmp.Or(err, plan.Plan{Sides: sides, Runtimes: []config.Runtime{runtime}}.CheckUpgrades()); err != nil {
		return plan.Finding{}, err
	}
	return plan.Finding{
		Project: plan.Project{Folder: found.folder, Packages: list(q.packages), Build: q.build, Jar: q.jar, Gradle: q.gradle, Env: q.env, Accept: q.accept},
		Job:     q.job.id(), Jobs: q.job.jobs, Sides: sides, Runtime: runtime,
		MeasureIdentical: q.measureIdentical, All: q.all, Recording: q.recording, Budget: q.budget, Units: q.units,
	}, err
}

// projectRun is the folder for a project's run: the job's, or a new one.
func (c command) projectRun(job projectJob, found project) (string, error) {
	if job.dir != "" {
		return job.dir, nil
	}
	data, err := c.data(found)
	if err != nil {
		return "", err
	}
	c.prune(filepath.Join(filepath.Dir(data), "*", "runs", "*"))
	return c.newRun(filepath.Join(data, "runs"))
}

// find builds both sides, and lists what there is to measure.
func (c command) find(ctx context.Context, q projectRequest, repository forge.Repository, dir string, f plan.Finding, begun time.Time) (find.Finds, error) {
	cache, err := c.kept()
	if err != nil {
		return find.Finds{}, err
	}
	progress := newDisplay(c.stderr)
	finds, err := find.Benchmarks(ctx, find.Options{Job: f.Job, Budget: c.left(q, begun), Options: build.Options{
		Plan: plan.Plan{Sides: f.Sides, Runtimes: []config.Runtime{f.Runtime}, Project: f.Project, Budget: config.Duration(q.budget), MeasureIdentical: q.measureIdentical || q.recording > 0},
		Dir:  raw.Dir(dir), Cache: cache, Environ: c.environ, Source: repository,
		Report: progress.report, Now: c.now, Start: c.start,
	}}, find.Choice{Filter: q.filter, Name: q.name, Renamed: q.renamed}, q.budget/5)
	progress.end()
	for _, note := range finds.Notes {
		fmt.Fprintln(c.stderr, note)
	}
	return finds, err
}

// nothingIn tells why nothing of what was found can be measured, nil if something
// can, or head has nothing of it.
func nothingIn(j plan.Job) error {
	i := slices.IndexFunc(j.Skips, func(s plan.Skip) bool { return s.Side == "" })
	if i < 0 || len(j.Benchmarks) > 0 {
		return nil
	}
	more := ""
	if n := len(j.Skips); n > 1 {
		more = fmt.Sprintf(" and %d more", n-1)
	}
	return fmt.Errorf("nothing can be measured: %s%s: %s", j.Skips[i].Name, more, j.Skips[i].Reason)
}

// tellFound says what will be measured, and what not and why.
func (c command) tellFound(p plan.Plan, took time.Duration) {
	j := p.Jobs[0]
	fmt.Fprintf(c.stderr, "%d benchmarks found and built in %v\n", len(j.Benchmarks)+len(j.Skips), took.Round(time.Second))
	c.tellSkips(j.Skips)
}

// tellSkips says what will not be measured, a line for each reason.
func (c command) tellSkips(skips []plan.Skip) {
	reasons := map[string]int{}
	var order []string
	for _, s := range skips {
		if reasons[s.Reason]++; reasons[s.Reason] == 1 {
			order = append(order, s.Reason)
		}
	}
	for _, reason := range order {
		name := ""
		for _, s := range skips {
			if s.Reason == reason {
				name = s.Name
				break
			}
		}
		if n := reasons[reason]; n > 1 {
			name += fmt.Sprintf(" and %d more", n-1)
		}
		fmt.Fprintf(c.stderr, "not measured: %s: %s\n", name, reason)
	}
}

// runtimeOf is what a project's benchmarks run on.
func (c command) runtimeOf(q projectRequest) (config.Runtime, error) {
	r := config.Runtime{Name: "go", Kind: config.GoModule, Flags: []string{}}
	if q.jvm() {
		if feature, ok := strings.CutPrefix(q.runtime, "jvm-"); ok && q.jdk == 0 {
			q.jdk, _ = strconv.Atoi(feature) // what is no number is unknown
		}
		var err error
		if r, err = c.jvm(q.jdk); err != nil {
			return r, err
		}
	}
	if q.runtime != "" && q.runtime != r.Name {
		return r, fmt.Errorf("unknown runtime %q, want %s", q.runtime, r.Name)
	}
	return r, nil
}

// jvm is the runtime that a project's jar is measured on.
func (c command) jvm(feature int) (config.Runtime, error) {
	if feature == 0 {
		jdk, err := toolchain.Newest(c.environ)
		if err != nil {
			return config.Runtime{}, err
		}
		feature = jdk.Feature
	}
	return config.Runtime{Name: fmt.Sprintf("jvm-%d", feature), Kind: config.JMHJar, JDK: feature, Flags: []string{}}, nil
}

func (c command) projectSides(ctx context.Context, repository forge.Repository, q projectRequest) ([]plan.Side, error) {
	head := plan.Side{Name: plan.Head, Ref: q.head, Commit: repository.Head(ctx)}
	var err error
	if q.head != "" {
		if head.Commit, err = repository.Resolve(ctx, q.head); err != nil {
			return nil, fmt.Errorf("-head %w", err)
		}
	} else if strings.HasSuffix(head.Commit, forge.Dirty) {
		fmt.Fprintln(c.stderr, "head is the working tree, with uncommitted changes")
	}
	if q.base == "" {
		return []plan.Side{head}, nil
	}
	commit, err := repository.Resolve(ctx, q.base)
	if err != nil {
		return nil, fmt.Errorf("-base %w", err)
	}
	if commit == head.Commit && q.recording == 0 && !q.measureIdentical && len(q.upgrades) == 0 {
		fmt.Fprintf(c.stderr, "base %s is the commit of head: there is nothing to compare\n", q.base)
	}
	return []plan.Side{{Name: plan.Base, Ref: q.base, Commit: commit}, head}, nil
}
