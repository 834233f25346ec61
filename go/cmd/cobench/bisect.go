package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
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
		return errors.New("bisect: -good is missing: want a commit at which the benchmark was fast")
	}
	var err error
	if request.settings, err = settingsOf(flags.Arg(0), flags.Arg(1)); err != nil {
		return fmt.Errorf("bisect: %w", err)
	}
	root, err := root()
	if err != nil {
		return err
	}
	repository := forge.Repository(root)
	commits, err := repository.Between(ctx, request.base, *bad)
	if err != nil {
		return err
	}
	b := bisection{command: c, root: root, request: request, dir: filepath.Join(root, ".cobench", "runs", c.now().UTC().Format(moment)+"-bisect")}
	return b.search(ctx, commits)
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

// A bisection is a search in a folder of its own, with a run for each commit
// that was looked at.
type bisection struct {
	command
	root    string
	request planRequest
	dir     string
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
			return errMeasured{fmt.Errorf("%s is not slower than %s: %s", commits[at], b.request.base, row.Verdict)}
		case row.Verdict == report.Undecided || row.Verdict == report.Failed:
			return errMeasured{fmt.Errorf("%s can't be told: it is one of the %d commits up to %s", commits[at], bad-good, commits[bad])}
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
	request := b.request
	request.head = commit.Hash
	p, err := b.makePlan(ctx, b.root, request)
	if err != nil {
		return report.Row{}, err
	}
	p.Confirm = 0 // a step is worth what it takes
	if n := len(p.Jobs[0].Benchmarks); n != 1 {
		return report.Row{}, fmt.Errorf("bisect: %d benchmarks of that name, want one: name every parameter", n)
	}
	dir := filepath.Join(b.dir, commit.Hash)
	if err := b.measure(ctx, b.root, p, measuring{dir: dir}); err != nil && (!errors.As(err, new(errMeasured)) || ctx.Err() != nil) {
		return report.Row{}, err
	}
	results := filepath.Join(dir, "results.txt")
	if err := b.collectInto(results, []raw.Dir{raw.Dir(dir)}); err != nil {
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
