package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
)

// bisect finds the commit that made one benchmark slower: by halves, each
// commit judged against the good one as any two sides are.
func (c command) bisect(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bisect", flag.ContinueOnError)
	request := planRequest{}
	flags.StringVar(&request.base, "good", "", "`ref` at which the benchmark was fast")
	bad := flags.String("bad", "HEAD", "`ref` at which it is slow")
	flags.StringVar(&request.profile, "profile", "pr", "`name` of the profile whose rules and times are used")
	const arguments = "RUNTIME BENCHMARK, as a report names them"
	if err := c.parse(flags, args, 2, arguments); err != nil {
		return err
	}
	if request.base == "" {
		return errors.New("bisect: -good is missing: want a commit where the benchmark was fast")
	}
	is, err := isProject(flags, "")
	if err != nil {
		return err
	}
	b := bisection{command: c, good: request.base}
	if is {
		b.repository, b.plan, err = c.trialsOfProject(ctx, projectRequest{base: request.base, runtime: flags.Arg(0), name: processors.ReplaceAllString(flags.Arg(1), "")})
	} else {
		b.repository, b.plan, err = c.trialsOfSuite(request, flags.Arg(0), flags.Arg(1))
	}
	if err != nil {
		return fmt.Errorf("bisect: %w", err)
	}
	commits, err := b.repository.Between(ctx, request.base, *bad)
	if err != nil {
		return err
	}
	return b.search(ctx, commits)
}

// A trial is one benchmark of two commits, ready to be measured.
type trial struct {
	root string
	plan plan.Plan
	measuring
}

// trialsOfSuite are those of a benchmark that bench-config declares.
func (c command) trialsOfSuite(request planRequest, runtime, name string) (forge.Repository, func(context.Context, string) (trial, error), error) {
	root, err := root()
	if err != nil {
		return "", nil, err
	}
	if request.settings, err = settingsOf(runtime, name); err != nil {
		return "", nil, err
	}
	runs := filepath.Join(runsOf(root), c.now().UTC().Format(moment)+"-bisect")
	return forge.Repository(root), func(ctx context.Context, commit string) (trial, error) {
		request.head = commit
		p, err := c.makePlan(ctx, root, request)
		if err != nil {
			return trial{}, err
		}
		p.Confirm = 0 // a step is worth what it takes
		if n := len(p.Jobs[0].Benchmarks); n != 1 {
			return trial{}, fmt.Errorf("bisect: %d benchmarks match, want one: give every parameter", n)
		}
		return trial{root, p, measuring{dir: filepath.Join(runs, commit)}}, nil
	}, nil
}

// trialsOfProject are those of a benchmark that is found in a module or a jar, each
// of which is built and looked through anew.
func (c command) trialsOfProject(ctx context.Context, q projectRequest) (forge.Repository, func(context.Context, string) (trial, error), error) {
	looked := q
	found, err := c.findProject(ctx, &looked)
	if err != nil {
		return "", nil, err
	}
	if _, err := c.runtimeOf(looked); err != nil {
		return "", nil, err
	}
	return forge.Repository(found.top), func(ctx context.Context, commit string) (trial, error) {
		q := q
		q.head = commit
		begun := c.now()
		dir, p, err := c.planProject(ctx, &q)
		if err != nil {
			return trial{}, err
		}
		if j := p.Jobs[0]; len(j.Benchmarks)+len(j.Skips) > 1 {
			return trial{}, fmt.Errorf("bisect: several benchmarks are called %s, want one of %s", q.name, strings.Join(namesIn(j), ", "))
		}
		return trial{dir, p, measuring{dir: dir, resume: true, budget: c.left(q, begun)}}, nil
	}, nil
}

func namesIn(j plan.Job) []string {
	var names []string
	for _, b := range j.Benchmarks {
		names = append(names, b.Name)
	}
	for _, s := range j.Skips {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return names
}

// settingsOf are what makes a plan of one benchmark.
func settingsOf(runtime, name string) ([]plan.Setting, error) {
	parts := strings.Split(name, "/")
	settings := []plan.Setting{{Key: "runtime", Value: runtime}, {Key: "workload", Value: parts[0]}}
	for i, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q: want a benchmark such as PingPong/hops=10000/exec=goroutine", name)
		}
		if i == len(parts)-2 {
			value = processors.ReplaceAllString(value, "")
		}
		settings = append(settings, plan.Setting{Key: key, Value: value})
	}
	return settings, nil
}

// processors end a benchmark's name in a report.
var processors = regexp.MustCompile(`-[0-9]+$`)

// A bisection is a search with a run for each commit that was looked at.
type bisection struct {
	command
	repository forge.Repository
	good       string
	plan       func(ctx context.Context, commit string) (trial, error) // of the good one and another
}

// search prints each step and its certainty. The commits follow the good one,
// the oldest first; the last is the bad one.
func (b bisection) search(ctx context.Context, commits []forge.Commit) error {
	good, bad := -1, len(commits)-1
	for at := bad; ; at = (good + bad) / 2 {
		row, err := b.judge(ctx, commits[at])
		if err != nil {
			return err
		}
		fmt.Fprintf(b.stdout, "%s  %-9s  %s\n", commits[at], row.Verdict, row.Evidence())
		switch {
		case row.Verdict == report.Slower:
			bad = at
		case at == len(commits)-1:
			return errMeasured{fmt.Errorf("%s is not slower than %s: %s", commits[at], b.good, row.Verdict)}
		case row.Verdict == report.Undecided || row.Verdict == report.Failed:
			return errMeasured{fmt.Errorf("%s cannot be judged: the regression is in one of the %d commits up to %s", commits[at], bad-good, commits[bad])}
		default:
			good = at
		}
		if bad-good == 1 {
			fmt.Fprintf(b.stdout, "slower since %s\n", commits[bad])
			return nil
		}
	}
}

// judge holds a commit against the good one.
func (b bisection) judge(ctx context.Context, commit forge.Commit) (report.Row, error) {
	t, err := b.plan(ctx, commit.Hash)
	if err != nil {
		return report.Row{}, err
	}
	if err := b.measure(ctx, t.root, t.plan, t.measuring); err != nil && (!errors.As(err, new(errMeasured)) || ctx.Err() != nil) {
		return report.Row{}, err
	}
	results := filepath.Join(t.dir, raw.ResultsFile)
	if err := b.collectInto(results, []raw.Dir{raw.Dir(t.dir)}); err != nil {
		return report.Row{}, err
	}
	r, err := report.Read(compare.Files([]string{results}, b.stdin))
	if err != nil {
		return report.Row{}, err
	}
	if len(r.Rows) != 1 {
		return report.Row{}, fmt.Errorf("%s: %d rows, want one", results, len(r.Rows))
	}
	return r.Rows[0], nil
}
