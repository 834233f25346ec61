package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/pipeline/planning"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/upgrade"
)

func (c command) plan(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci plan", flag.ContinueOnError)
	var (
		request  planRequest
		settings settings
	)
	flags.StringVar(&request.profile, "profile", "", "`name` of the profile of bench-config/profiles.yaml")
	flags.StringVar(&request.runtimes, "runtimes", "", "comma-separated `names` instead of the profile's, or all")
	flags.StringVar(&request.base, "base", "", "measure this `ref` too, to compare with")
	flags.StringVar(&request.head, "head", "", "measure this `ref` instead of the working tree")
	flags.Var(&settings, "set", "`key=value`: a parameter, exec, workload or runtime with comma-separated values, or rounds, fill, iterations, iteration, warmup, limit, budget, confirm")
	flags.BoolVar(&request.measureIdentical, "measure-identical", false, "also measure benchmarks with the same code on both sides")
	flags.StringVar(&request.runners, "runners", "", "plan for these comma-separated runner `names` instead of this machine, or all")
	var step pipeline.Step
	file := flags.String("event", "", "`file` with GitHub's event, which says what to plan")
	out := flags.String("o", "", "with -event: `folder` to write, a file for each plan; without it the one plan is printed")
	flags.StringVar(&step.Output, "output", "", "with -event: `file` to add the jobs to, GitHub's outputs of a step")
	flags.StringVar(&step.Summary, "summary", "", "with -event: `file` to add the forecast to as Markdown, or why there is none")
	remote := flags.String("remote", "origin", "with -event: `URL` of the repository that holds the history")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	request.settings = settings
	root, err := root()
	if err != nil && *file == "" && request.runners == "" {
		return c.planFound(ctx, flags, request)
	} else if err != nil {
		return err
	}
	if *file != "" {
		if request.profile != "" || request.base != "" || request.head != "" || len(settings) > 0 {
			return errors.New("ci plan: -event says what to measure: leave out -profile, -base, -head and -set")
		}
		if *out == "" {
			return errors.New("ci plan: -o is missing: want the folder for the plans of -event")
		}
		return c.planEvent(ctx, root, *file, *out, *remote, step)
	}
	if *out != "" {
		return errors.New("ci plan: -o is of -event: without it the plan is printed")
	}
	p, err := c.makePlan(ctx, root, request)
	if err != nil {
		return err
	}
	for _, j := range p.Jobs {
		fmt.Fprintln(c.stderr, planning.Foretell(p, j))
	}
	return p.Write(c.stdout)
}

// planFound plans what is found in a project. What was built to find it is removed:
// the plan is measured where somebody runs it.
func (c command) planFound(ctx context.Context, flags *flag.FlagSet, request planRequest) error {
	if _, err := isProject(flags, ""); err != nil {
		return err
	}
	dir, p, err := c.planProject(ctx, &projectRequest{base: request.base, head: request.head, measureIdentical: request.measureIdentical})
	if err != nil {
		return err
	}
	return errors.Join(p.Write(c.stdout), os.RemoveAll(dir))
}

// planEvent makes the plans that an event asks for in a folder.
func (c command) planEvent(ctx context.Context, root, file, out, remote string, step pipeline.Step) error {
	conf, err := benchConfig(root)
	if err != nil {
		return err
	}
	repository := forge.Repository(root)
	exactly := func(ctx context.Context, u plan.Upgrade) (plan.Upgrade, error) {
		return upgrade.Exactly(ctx, c.environ, c.start, filepath.Join(root, "go"), u)
	}
	a := planning.Asker{Planner: c.planner(root, conf), Now: c.now, Exactly: exactly}
	if a.Data, err = c.server().Data(ctx, repository, remote); err != nil {
		return err
	}
	if a.Source, err = c.server().Source(ctx, repository); err != nil {
		a.Source = a.Data // a repository without one is whole
	}
	e, err := event.Read(file)
	if err != nil {
		return err
	}
	return a.Write(ctx, e, out, step)
}

// planRequest is what the flags ask for.
type planRequest struct {
	profile, runtimes, runners, base, head string
	settings                               []plan.Setting
	measureIdentical                       bool
	recording, layout                      int
	slowdown                               float64
	warmup                                 time.Duration
	upgrades                               []plan.Upgrade
}

// makePlan plans what the flags ask for.
func (c command) makePlan(ctx context.Context, root string, q planRequest) (plan.Plan, error) {
	conf, err := benchConfig(root)
	if err != nil {
		return plan.Plan{}, err
	}
	sides := planning.Sides(q.base, q.head)
	if q.base != "" {
		head := &sides[1]
		head.Layout, head.Slowdown, head.Warmup = q.layout, q.slowdown, config.Duration(q.warmup)
	}
	if sides, err = c.upgraded(ctx, filepath.Join(root, "go"), sides, q.upgrades); err != nil {
		return plan.Plan{}, err
	}
	return c.planner(root, conf).Plan(ctx, plan.Request{
		Profile: q.profile, Runtimes: list(q.runtimes), Settings: q.settings, Sides: sides, Runners: list(q.runners),
		Recording: q.recording, MeasureIdentical: q.measureIdentical,
	})
}
