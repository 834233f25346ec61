package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run"
)

func (c command) plan(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("plan", flag.ContinueOnError)
	var (
		request  planRequest
		settings settings
	)
	flags.StringVar(&request.profile, "profile", "", "`name` of the profile of bench-config/profiles.yaml")
	flags.StringVar(&request.runtimes, "runtimes", "", "`names` with commas, instead of the profile's; all is every one")
	flags.StringVar(&request.base, "base", "", "measure this `ref` too, to compare with")
	flags.StringVar(&request.head, "head", "", "measure this `ref` instead of the working tree")
	flags.Var(&settings, "set", "`key=value`: a parameter, exec, workload or runtime with values between commas, or rounds, fill, iterations, iteration, warmup, limit, budget, confirm")
	flags.BoolVar(&request.measureIdentical, "measure-identical", false, "measure what is the same on both sides too")
	flags.StringVar(&request.runners, "runners", "", "plan for these `names` with commas, instead of this machine; all is every one")
	var e eventPlans
	flags.StringVar(&e.file, "event", "", "`file` with GitHub's event, which says what to plan: then -o is a folder, with a file for each plan")
	flags.StringVar(&e.matrix, "matrix", "", "with -event: `file` to add the line matrix=JSON to, GitHub's outputs of a step")
	flags.StringVar(&e.summary, "summary", "", "with -event: `file` to add the forecast to as Markdown, or why there is none")
	flags.StringVar(&e.remote, "remote", "origin", "with -event: `URL` of the repository that holds the history")
	out := flags.String("o", "-", "`file` to write; - is stdout")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	request.settings = settings
	root, err := root()
	if err != nil && e.file == "" && request.runners == "" {
		return c.planFound(ctx, flags, request, *out)
	} else if err != nil {
		return err
	}
	if e.file != "" {
		if request.profile != "" || request.base != "" || request.head != "" || len(settings) > 0 {
			return errors.New("plan: -event says what to measure: leave out -profile, -base, -head and -set")
		}
		e.out = *out
		return c.planEvent(ctx, root, e)
	}
	p, err := c.makePlan(ctx, root, request)
	if err != nil {
		return err
	}
	for _, j := range p.Jobs {
		fmt.Fprintln(c.stderr, foretell(p, j))
	}
	return c.output(*out, func(w io.Writer) error { return p.Write(w) })
}

// planFound plans what is found in a project. What was built to find it is removed:
// the plan is measured where somebody runs it.
func (c command) planFound(ctx context.Context, flags *flag.FlagSet, request planRequest, out string) error {
	if _, err := isProject(flags, ""); err != nil {
		return err
	}
	dir, p, err := c.planProject(ctx, &projectRequest{base: request.base, head: request.head, measureIdentical: request.measureIdentical})
	if err != nil {
		return err
	}
	return errors.Join(c.output(out, func(w io.Writer) error { return p.Write(w) }), os.RemoveAll(dir))
}

// foretell tells what a job will do and how long it will take.
func foretell(p plan.Plan, j plan.Job) string {
	var runtimes []string
	for _, b := range j.Benchmarks {
		if !slices.Contains(runtimes, b.Runtime) {
			runtimes = append(runtimes, b.Runtime)
		}
	}
	line := fmt.Sprintf("job %s: %d samples of %d benchmarks on %s: building about %v, measuring about %v",
		j.ID, len(p.Schedule(j)), len(j.Benchmarks), strings.Join(runtimes, ", "), j.Estimate.Build, j.Estimate.Measure)
	if over := j.Estimate.Build + j.Estimate.Measure - p.Budget; p.Budget > 0 && over > 0 {
		line += fmt.Sprintf(", %v over the budget of %v", over, p.Budget)
	}
	return line
}

// planRequest is what the flags ask for.
type planRequest struct {
	profile, runtimes, runners, base, head string
	settings                               []plan.Setting
	measureIdentical                       bool
	recording, layout                      int
	slowdown                               float64
	warmup                                 time.Duration
	part                                   plan.Part
	changes                                *plan.Changes
	note                                   string
}

func (c command) makePlan(ctx context.Context, root string, q planRequest) (plan.Plan, error) {
	conf, err := benchConfig(root)
	if err != nil {
		return plan.Plan{}, err
	}
	if q.profile == "" {
		return plan.Plan{}, errors.New("-profile is missing: want the name of one in bench-config/profiles.yaml")
	}
	sides, err := sides(ctx, forge.Repository(root), q)
	if err != nil {
		return plan.Plan{}, err
	}
	cpus := 0
	if run.CanBind {
		cpus = runtime.NumCPU()
	}
	asked := plan.Request{
		Profile: q.profile, Runtimes: list(q.runtimes), Settings: q.settings, Sides: sides, Runners: list(q.runners), Part: q.part, Changes: q.changes, Note: q.note, Recording: q.recording, MeasureIdentical: q.measureIdentical, CPUs: cpus, Missing: c.findRuntimes().missing,
	}
	p, err := plan.Make(conf, asked)
	if err != nil || len(sides) == 1 {
		return p, err
	}
	before, err := configAt(ctx, forge.Repository(root), sides[0].Commit)
	if err != nil {
		fmt.Fprintf(c.stderr, "base's bench-config can't be read, and so nothing is said of what head has removed: %v\n", err)
		return p, nil
	}
	base, err := plan.Make(before, asked)
	if err != nil {
		return p, nil // base knows nothing of what is asked for
	}
	if p.Unchanged && !base.Unchanged { // what head has removed is told by a job
		asked.Changes = nil
		if p, err = plan.Make(conf, asked); err != nil {
			return p, err
		}
	}
	p.Removed(base)
	return p, nil
}

var configFiles = []string{config.WorkloadsFile, config.RuntimesFile, config.ProfilesFile, config.CostsFile}

// configAt is the configuration of a commit.
func configAt(ctx context.Context, repository forge.Repository, commit string) (config.Config, error) {
	files := fstest.MapFS{}
	for _, name := range configFiles {
		content, err := repository.File(ctx, commit, "bench-config/"+name)
		if err != nil {
			return config.Config{}, err
		}
		files[name] = &fstest.MapFile{Data: content}
	}
	return config.Load(files, "bench-config")
}

func sides(ctx context.Context, repository forge.Repository, q planRequest) ([]plan.Side, error) {
	head := plan.Side{Name: plan.Head, Ref: q.head}
	if q.head == "" {
		head.Commit = repository.Head(ctx)
	} else {
		commit, err := repository.Commit(ctx, q.head)
		if err != nil {
			return nil, fmt.Errorf("-head %w", err)
		}
		head.Commit = commit
	}
	if q.base == "" {
		return []plan.Side{head}, nil
	}
	commit, err := repository.Commit(ctx, q.base)
	if err != nil {
		return nil, fmt.Errorf("-base %w", err)
	}
	head.Layout, head.Slowdown, head.Warmup = q.layout, q.slowdown, config.Duration(q.warmup)
	return []plan.Side{{Name: plan.Base, Ref: q.base, Commit: commit}, head}, nil
}
