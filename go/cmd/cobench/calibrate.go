package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"time"

	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/calibrate/recorded"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline/planning"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
)

func (c command) calibrate(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	var settings settings
	request := planRequest{}
	var o calibrate.Options
	flags.StringVar(&request.profile, "profile", "pr", "`name` of the profile whose rules are tried, and whose benchmarks are recorded")
	flags.StringVar(&request.runtimes, "runtimes", "", "`names` with commas, instead of the profile's; all is every one")
	flags.StringVar(&request.base, "base", "HEAD", "record this `ref`, on both sides")
	flags.IntVar(&request.recording, "rounds", 200, "`count` of rounds to record of each benchmark")
	flags.IntVar(&request.layout, "layout", 0, "give the other side another layout, drawn by this `number`: the same code, elsewhere")
	flags.Float64Var(&request.slowdown, "slowdown", 0, "with -live: make the other side slower by this `part`, really")
	flags.DurationVar(&request.warmup, "warmup", 0, "instead, hold the profile's warm-ups against ones of this `time`, such as 60s; -rounds is 3 then if none is given")
	live := flags.Int("live", 0, "measure and judge so many reports `count` as of a pull request, instead of drawing them from recorded rounds")
	summaries := flags.Bool("summaries", false, "compare the summaries of a process's iterations instead, on the run folders that are given")
	flags.Var(&settings, "set", "`key=value`, as of cobench plan")
	budget := flags.Duration("budget", 0, "begin no sample after this `time`, such as 30m")
	flags.IntVar(&o.Reports, "reports", 1000, "`count` of reports to draw without a change")
	flags.IntVar(&o.Repeats, "repeats", 300, "`count` of reports to draw for each slowdown")
	flags.IntVar(&o.Benchmarks, "benchmarks", 20, "`count` of benchmarks in a report; of fewer recordings some are drawn again")
	flags.IntVar(&o.Block, "block", 4, "`count` of rounds that are drawn together")
	flags.Uint64Var(&o.Seed, "seed", 1, "`number` that decides what is drawn")
	format := flags.String("format", "", "text, brief (one table; a project's), bench (the Go benchmark format) or json")
	var project projectRequest
	project.flags(flags)
	flags.StringVar(&project.history, "history", "", "of a project: keep the recorded rounds in this `folder`, by which cobench publish tells how often verdicts are wrong, if they are as many as a verdict may take")
	if err := c.parse(flags, args, 0, "[FILE or, with -summaries, DIR...]"); err != nil {
		return err
	}
	for _, n := range []struct {
		name        string
		given, most int
	}{
		{"rounds", request.recording, 10_000}, {"live", *live, 1000}, {"reports", o.Reports, 100_000}, {"repeats", o.Repeats, 100_000},
		{"benchmarks", o.Benchmarks, 1000}, {"block", o.Block, 10_000},
	} {
		if n.given > n.most {
			return fmt.Errorf("calibrate: -%s %d: want %d at most", n.name, n.given, n.most)
		}
	}
	is, err := isProject(flags, "")
	if err != nil {
		return err
	}
	if *format == "" {
		*format = "text"
		if is {
			*format = "brief"
		}
	}
	write, ok := map[string]func(*calibrate.Result, io.Writer) error{
		"text": (*calibrate.Result).WriteText, "brief": (*calibrate.Result).WriteBrief, "bench": (*calibrate.Result).WriteBenchmarks, "json": (*calibrate.Result).WriteJSON,
	}[*format]
	if !ok {
		return fmt.Errorf("calibrate: unknown format %q, want one of text, brief, bench, json", *format)
	}
	o.Effects = recorded.Effects
	if is {
		project.head, project.recording, project.budget = request.base, request.recording, *budget
		return c.calibrateProject(ctx, project, flags.Args(), o, write)
	}
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	profile, err := conf.Profile(request.profile)
	if err != nil {
		return err
	}
	if o.Rules, err = conf.Judging.Rules(profile.Alpha, profile.MinimumEffect, profile.Rounds); err != nil {
		return fmt.Errorf("profile %s can't be judged: %w", profile.Name, err)
	}
	request.settings, request.measureIdentical = settings, true
	if request.warmup > 0 {
		request.recording = 3
		flags.Visit(func(f *flag.Flag) {
			if f.Name == "rounds" {
				request.recording, _ = strconv.Atoi(f.Value.String()) // it was read from it
			}
		})
		return c.calibrateWarmup(ctx, root, request, *budget)
	}
	if *live > 0 || request.slowdown != 0 {
		request.recording = 0
		return c.live(ctx, root, request, max(1, *live))
	}
	files := flags.Args()
	if *summaries && len(files) > 0 {
		return c.summaries(files, o)
	}
	if len(files) == 0 {
		file, err := c.record(ctx, root, request, *budget)
		if err != nil {
			return err
		}
		files = []string{file}
	}
	recordings, _, err := recorded.Read(compare.Files(files, c.stdin))
	if err != nil {
		return err
	}
	result, err := calibrate.Run(recordings, o)
	if err != nil {
		return err
	}
	return write(result, c.stdout)
}

// live measures and judges reports, and tells what they said of a commit held
// against itself, or against itself made slower.
func (c command) live(ctx context.Context, root string, request planRequest, reports int) error {
	request.head = request.base
	p, err := c.makePlan(ctx, root, request)
	if err != nil {
		return err
	}
	var alarmed, found, rows int
	for i := range reports {
		begun := c.now()
		dir, err := c.newRun(runsOf(root))
		if err != nil {
			return err
		}
		if err := c.measure(ctx, root, p, measuring{dir: dir}); err != nil {
			return err
		}
		results := filepath.Join(dir, "results.txt")
		if err := c.collectInto(results, []raw.Dir{raw.Dir(dir)}); err != nil {
			return err
		}
		r, err := report.Read(compare.Files([]string{results}, c.stdin))
		if err != nil {
			return err
		}
		called := r.Count(report.Slower) + r.Count(report.Faster)
		if called > 0 {
			alarmed++
		}
		found, rows = found+r.Count(report.Slower), rows+len(r.Rows)
		fmt.Fprintf(c.stdout, "report %d, %v, %s: %s; %s\n", i+1, c.now().Sub(begun).Round(time.Second), dir, r.Headline(), r.Rest())
	}
	if request.slowdown > 0 {
		fmt.Fprintf(c.stdout, "slower by %g %%: found in %v of %d rows\n", 100*request.slowdown, calibrate.NewRate(found, rows), rows)
	} else {
		fmt.Fprintf(c.stdout, "nothing changed: a false alarm in %v of %d reports\n", calibrate.NewRate(alarmed, reports), reports)
	}
	return nil
}

// record measures a commit against itself, identical or not, keeps the rounds in
// the history of this checkout, and returns the file of results.
func (c command) record(ctx context.Context, root string, request planRequest, budget time.Duration) (string, error) {
	if request.recording < 1 {
		return "", fmt.Errorf("calibrate: -rounds %d: want 1 or more", request.recording)
	}
	request.head = request.base
	p, err := c.makePlan(ctx, root, request)
	if err != nil {
		return "", err
	}
	for _, j := range p.Jobs {
		fmt.Fprintln(c.stderr, planning.Foretell(p, j))
	}
	dir, err := c.newRun(runsOf(root))
	if err != nil {
		return "", err
	}
	if err := c.measure(ctx, root, p, measuring{dir: dir, budget: budget}); err != nil && !errors.As(err, new(errMeasured)) || ctx.Err() != nil {
		return "", err
	}
	fmt.Fprintf(c.stderr, "recorded in %s; judge it again with: cobench calibrate %s\n", dir, filepath.Join(dir, "results.txt"))
	return c.collectAndKeep(dir, filepath.Join(root, ".cobench", history.Folder), history.Calibrate, history.Recording, p)
}
