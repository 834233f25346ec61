package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/calibrate/recorded"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/pipeline/planning"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
)

func (c command) calibrate(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	var (
		settings settings
		project  projectRequest
		q        = calibration{Options: recorded.Drawing(judge.Rules{})}
	)
	flags.StringVar(&q.profile, "profile", "pr", "`name` of the profile whose rules are tried, and whose benchmarks are recorded")
	flags.StringVar(&q.runtimes, "runtimes", "", "comma-separated `names` instead of the profile's, or all")
	flags.StringVar(&q.base, "base", "HEAD", "record this `ref`, on both sides")
	rounds := flags.Int("rounds", 0, "`number` of rounds to record of each benchmark (default 200, or 3 with -warmup)")
	flags.DurationVar(&q.warmup, "warmup", 0, "instead of judging, check the profile's warm-ups against fixed ones of this `time`, such as 60s")
	flags.IntVar(&q.live, "live", 0, "measure and judge this `count` of reports as for a pull request, instead of drawing reports from recorded rounds")
	flags.Var(&settings, "set", settingsHelp+". Of calibrate: "+strings.Join(calibrateSettings, ", "))
	flags.DurationVar(&q.budget, "budget", 0, "begin no sample after this `time`, such as 30m")
	project.flags(flags)
	flags.StringVar(&project.history, "history", "", "your own project: keep the recorded rounds in this `folder`, for the rate of false alarms that cobench publish shows")
	if err := c.parse(flags, args, 0, "[FILE... | DIR...]"); err != nil {
		return err
	}
	is, err := isProject(flags, "")
	if err != nil {
		return err
	}
	if settings, err = q.set(settings); err != nil {
		return err
	}
	if q.recording = cmp.Or(*rounds, recordedRounds); *rounds == 0 && q.warmup > 0 {
		q.recording = 3
	}
	if err := q.check(); err != nil {
		return err
	}
	if is {
		if err := project.set(settings); err != nil {
			return err
		}
		if q.slowdown != 0 || q.layout != 0 {
			return errors.New("calibrate: -set slowdown and layout: choose from a bench-config, and there is none here or above")
		}
		project.head, project.recording, project.budget = q.base, q.recording, q.budget
		return c.calibrateProject(ctx, project, flags.Args(), q.Options)
	}
	q.settings, q.measureIdentical = settings, true
	return c.calibrateSuite(ctx, q, flags.Args())
}

// recordedRounds are taken of each benchmark unless somebody says otherwise.
const recordedRounds = 200

// A calibration is what the flags of calibrate ask for.
type calibration struct {
	planRequest
	calibrate.Options
	live   int
	budget time.Duration
}

// calibrateSettings are the keys of -set that calibrate takes for itself.
var calibrateSettings = []string{"slowdown", "layout", "clock", "reports", "repeats", "benchmarks", "block", "seed"}

// set takes the settings that are calibrate's, and returns the others.
func (q *calibration) set(settings settings) (others settings, err error) {
	numbers := map[string]*int{"layout": &q.layout, "reports": &q.Reports, "repeats": &q.Repeats, "benchmarks": &q.Benchmarks, "block": &q.Block}
	for _, s := range settings {
		to, ok := numbers[s.Key]
		switch {
		case ok:
			*to, err = strconv.Atoi(s.Value)
		case s.Key == "seed":
			q.Seed, err = strconv.ParseUint(s.Value, 10, 64)
		case s.Key == "clock":
			q.Clock, err = strconv.ParseFloat(s.Value, 64)
		case s.Key == "slowdown":
			q.slowdown, err = strconv.ParseFloat(s.Value, 64)
		default:
			others = append(others, s)
		}
		if err != nil {
			return nil, fmt.Errorf("calibrate: -set %s=%s: want a number", s.Key, s.Value)
		}
	}
	return others, nil
}

// check refuses what would take no end.
func (q *calibration) check() error {
	for _, n := range []struct {
		name        string
		given, most int
	}{
		{"-rounds ", q.recording, 10_000}, {"-live ", q.live, 1000}, {"-set reports=", q.Reports, 100_000}, {"-set repeats=", q.Repeats, 100_000},
		{"-set benchmarks=", q.Benchmarks, 1000}, {"-set block=", q.Block, 10_000},
	} {
		if n.given > n.most {
			return fmt.Errorf("calibrate: %s%d: want %d at most", n.name, n.given, n.most)
		}
	}
	return nil
}

// calibrateSuite tries the rules of a profile.
func (c command) calibrateSuite(ctx context.Context, q calibration, files []string) error {
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	profile, err := conf.Profile(q.profile)
	if err != nil {
		return err
	}
	if q.Rules, err = conf.Judging.Rules(profile.Alpha, profile.MinimumEffect, profile.Rounds); err != nil {
		return fmt.Errorf("profile %s: its rules cannot judge a report: %w", profile.Name, err)
	}
	switch {
	case q.warmup > 0:
		return c.calibrateWarmup(ctx, root, q.planRequest, q.budget)
	case q.live > 0 || q.slowdown != 0:
		q.recording = 0
		return c.live(ctx, root, q.planRequest, max(1, q.live))
	case len(files) > 0 && isFolder(files[0]):
		return c.summaries(files, q.Options)
	case len(files) == 0:
		file, err := c.record(ctx, root, q.planRequest, q.budget)
		if err != nil {
			return err
		}
		files = []string{file}
	}
	return c.tryRules(files, q.Options, 0, (*calibrate.Result).WriteText)
}

// tryRules judges recordings again and again, and shows how often that is wrong: those
// that have so many complete rounds, each of them once in a report; 0 is all, as often
// as it takes.
func (c command) tryRules(files []string, o calibrate.Options, least int, write func(*calibrate.Result, io.Writer) error) error {
	recordings, _, err := recorded.Read(compare.Files(files, c.stdin))
	if err != nil {
		return err
	}
	if least > 0 {
		recordings = recorded.Enough(recordings, least)
		if len(recordings) == 0 {
			return errMeasured{errors.New("nothing was recorded: use a longer -budget")}
		}
		o.Benchmarks = len(recordings)
	}
	result, err := calibrate.Run(recordings, o)
	if err != nil {
		return err
	}
	return write(result, c.stdout)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
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
		results := filepath.Join(dir, raw.ResultsFile)
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
		found, rows = found+r.Found(), rows+len(r.Rows)
		fmt.Fprintf(c.stdout, "report %d, %v, %s: %s; %s\n", i+1, c.now().Sub(begun).Round(time.Second), dir, r.Headline(), r.Rest())
	}
	if request.slowdown > 0 {
		fmt.Fprintf(c.stdout, "slower by %g %%: found in %v of %d rows\n", 100*request.slowdown, calibrate.NewRate(found, rows), rows)
	} else {
		fmt.Fprintf(c.stdout, "without a change: false alarms in %v of %d reports\n", calibrate.NewRate(alarmed, reports), reports)
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
	file, err := c.recordTrial(ctx, trial{root, p, measuring{dir: dir, budget: budget}}, filepath.Join(root, ".cobench", history.Folder))
	if err == nil {
		fmt.Fprintf(c.stderr, "recorded in %s; to evaluate it again: cobench calibrate %s\n", dir, file)
	}
	return file, err
}

// recordTrial measures one commit on both sides, keeps the rounds in a history if there
// is one, and returns the file of results.
func (c command) recordTrial(ctx context.Context, t trial, tree string) (string, error) {
	if err := c.measure(ctx, t.root, t.plan, t.measuring); err != nil && !errors.As(err, new(errMeasured)) || ctx.Err() != nil {
		return "", err
	}
	return c.collectAndKeep(t.dir, tree, history.Calibrate, history.Recording, t.plan)
}
