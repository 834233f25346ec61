package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/reach"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
)

// A covered is what a process of an instrumented test binary executed and opened.
type covered struct {
	profile, start reach.Profile
	opening
}

// An opening is what a process opened of its side's files.
type opening struct {
	Opened    []string `json:"opened,omitempty"`
	Unwatched bool     `json:"unwatched,omitempty"` // it could not be seen
}

// coverTime is how long each benchmark runs instrumented. The testing package runs one
// operation, and then more and more for that time: a path that a first operation does
// not take, since a buffer is empty or a table small, is taken then.
const coverTime = "-test.benchtime=20ms"

// workload notes of a workload's candidates what they execute. First each function is
// run with all the benchmarks that it runs itself; where those together execute
// nothing of the change, none does. Then the others are run one by one, while there is
// time.
func (g *goReach) workload(ctx context.Context, workload string) error {
	c, err := g.coverage(workload)
	if err != nil {
		return err
	}
	wanted := map[string][]string{} // by function
	for _, x := range g.Candidates {
		if x.Benchmark.Workload == workload && !x.Identical {
			top, _, _ := strings.Cut(x.Benchmark.Found.Match, "/")
			wanted[top] = append(wanted[top], x.Benchmark.Found.Match)
		}
	}
	var apart []string // functions whose benchmarks may differ
	together := map[string]*covered{}
	for _, top := range slices.Sorted(maps.Keys(wanted)) {
		list := wanted[top]
		seen, err := c.of(ctx, g, top, patience)
		if err != nil {
			return err
		}
		function := plan.Benchmark{Workload: workload, Found: plan.Found{Match: top}}
		if together[top] = seen; seen != nil && !g.reaches(function, seen).Not && len(list) > 1 && top != list[0] {
			apart = append(apart, top)
		}
		for _, match := range list {
			g.noteReach(workload, match, seen)
		}
	}
	for _, top := range apart {
		for _, match := range wanted[top] {
			one, err := c.of(ctx, g, match, patience)
			if err != nil {
				return err
			}
			g.noteReach(workload, match, cmp.Or(one, together[top])) // it executes no more than all
		}
	}
	for _, top := range slices.Sorted(maps.Keys(wanted)) {
		if together[top] != nil {
			continue
		}
		seen, err := c.of(ctx, g, top, 1) // with all the time that the others left
		if err != nil {
			return err
		}
		for _, match := range wanted[top] {
			g.noteReach(workload, match, seen)
		}
	}
	return c.keep()
}

// patience is the part of the time left, as a divisor, that one run may take at first: one
// that is slow, or has much to set up, must not leave the others unknown.
const patience = 8

// A coverage is what the benchmarks of a workload execute: what was kept of an earlier
// run of the same code, and what its instrumented test binary says.
type coverage struct {
	workload string
	binary   string // "" until it is needed
	broken   bool   // it can't be built or started
	start    reach.Profile
	known    map[string]*covered // by match
	file     string              // that keeps it, "" for none
	fresh    bool                // something is known that is not kept
}

// coverage begins with what was kept.
func (g *goReach) coverage(workload string) (*coverage, error) {
	c := &coverage{workload: workload, known: map[string]*covered{}, file: g.coverageFile(workload)}
	return c, c.load()
}

// of is what a benchmark executes, nil where nobody knows. The error is ctx's.
func (c *coverage) of(ctx context.Context, g *goReach, match string, patience int) (*covered, error) {
	if seen := c.known[match]; seen != nil || c.broken {
		return seen, nil
	}
	if c.binary == "" || c.start == nil {
		if err := c.build(ctx, g); err != nil || c.broken {
			return nil, err
		}
	}
	profile, opened, err := c.run(ctx, g, commandline.Exactly(match), patience)
	if err != nil || profile == nil {
		return nil, err
	}
	c.fresh = true
	c.known[match] = &covered{profile, c.start, opened}
	return c.known[match], nil
}

// build links the instrumented test binary, beside the one that is measured, and runs
// it without a benchmark.
func (c *coverage) build(ctx context.Context, g *goReach) error {
	head := g.Of(plan.Head)
	i := slices.IndexFunc(g.Plan.Sides, func(s plan.Side) bool { return s.Name == plan.Head })
	b := build.New(g.Options, g.Plan.Sides[i], build.SourceOf(g.Dir, reachFolder))
	c.binary = g.Dir.Path(filepath.Join(head.Folder(), "cover", filepath.Base(head.Artifacts[c.workload])))
	c.broken = true
	left := g.Until.Sub(g.Now())
	if left < time.Second || len(g.deps[c.workload]) == 0 {
		return nil
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(c.binary), 0o777), g.copySource()); err != nil {
		return err
	}
	building, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	_, err := b.LinkTest(building, b.Module(), c.workload, c.binary, build.Unvetted, "-buildvcs=false", "-cover", "-covermode=atomic", "-coverpkg="+strings.Join(g.deps[c.workload], ","))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		g.Note("%s counts as reached by the change: it can't be built to tell what it executes: %s", c.workload, failure.Shorten(err.Error()))
		return nil
	}
	c.start, _, err = c.run(ctx, g, "^$", 1)
	c.broken = c.start == nil
	return err
}

// copySource makes the copy, once.
func (g *goReach) copySource() error {
	to := build.SourceOf(g.Dir, reachFolder)
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	return os.CopyFS(to, os.DirFS(build.SourceOf(g.Dir, plan.Head)))
}

// run runs a benchmark for a moment and reads what was executed, nil where that is not
// to be had: it failed, or took longer than a part of the time left.
func (c *coverage) run(ctx context.Context, g *goReach, pattern string, patience int) (reach.Profile, opening, error) {
	left := g.Until.Sub(g.Now())
	if left < time.Second {
		return nil, opening{}, nil
	}
	left = max(time.Second, left/time.Duration(patience))
	file := c.binary + ".profile"
	if err := os.RemoveAll(file); err != nil {
		return nil, opening{}, err
	}
	command := append(commandline.Test(c.binary, pattern), coverTime, "-test.count=1", "-test.coverprofile="+file)
	opened, seen, _, failed, err := g.look(ctx, c.workload, slices.Collect(maps.Keys(g.Files[plan.Head])), left, command)
	if err != nil || failed != nil {
		return nil, opening{}, cmp.Or(ctx.Err(), err)
	}
	profile, err := os.Open(file)
	if err != nil {
		return nil, opening{}, nil // its TestMain has ended it
	}
	defer profile.Close()
	p, err := reach.ReadProfile(profile)
	if err != nil {
		return nil, opening{}, nil
	}
	return p, opening{opened, !seen}, nil
}

// coverageFile keeps what a workload's benchmarks execute: by all files of its side,
// what it is built from besides, and what builds and runs it. It is "" where
// something of that is in no key.
func (g *goReach) coverageFile(workload string) string {
	if g.Cache == "" {
		return ""
	}
	head := g.Of(plan.Head)
	for _, dir := range g.beside {
		if !strings.Contains(dir, "@") { // only the module cache's folders never change
			return ""
		}
	}
	key := closure.Folder{
		"files":       g.Files[plan.Head].Key(func(string) bool { return true }),
		"beside":      strings.Join(g.beside, "\n"),
		"packages":    strings.Join(g.deps[workload], "\n"),
		"toolchain":   head.Toolchain,
		"settings":    strings.Join(build.Settings(g.Environ), "\n"),
		"environment": strings.Join(commandline.Environ(g.Environ, g.Plan.Project.Env), "\n"),
		"how":         fmt.Sprintln(coverVersion, coverTime, runtime.NumCPU()),
		"workload":    workload,
	}.Key(func(string) bool { return true })
	return filepath.Join(g.Cache, "coverage", key+".json.gz")
}
