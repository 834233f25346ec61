// Package find finds what there is to measure in somebody's project: it takes a plan
// without benchmarks, has its sides built, asks what was built for its benchmarks and has
// each run once, and returns candidates for package plan to choose from.
package find

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/cover"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/identity"
	"github.com/cobench/cobench/go/internal/run/machine"
)

// Finds is what there is to measure in a project.
type Finds struct {
	Candidates []plan.Candidate
	Skips      []plan.Skip // with the reason why each can't be measured
	Notes      []string    // what the user should know of what was found, one line each
	Reach      *raw.Reach  // how the change reaches the benchmarks; nil where nobody knows
}

// Options say what to find, and where.
type Options struct {
	build.Options
	Job string // "" is the only one
	// Budget is what the builds may take; 0 is no bound.
	Budget time.Duration

	unwatched bool // opens are not watched, as where they can't be
}

// Benchmarks builds the sides of the options' plan, which names no benchmark yet, in a
// run folder, and lists the benchmarks of both: those that are the same on both
// sides by name alone, the others by running each once. What of listing is not
// done after patience is skipped.
//
// The folder is then ready for Planned and, with -resume, for run.Run.
func Benchmarks(ctx context.Context, o Options, wanted Choice, patience time.Duration) (Finds, error) {
	dir, err := filepath.Abs(string(o.Dir))
	if err != nil {
		return Finds{}, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return Finds{}, failure.Inputf("%w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return Finds{}, err
	}
	o.Dir = raw.Dir(dir)
	unlock, err := o.Dir.Lock()
	if err != nil {
		return Finds{}, failure.Inputf("%w", err)
	}
	defer unlock()
	chosen, err := newChoice(wanted)
	if err != nil {
		return Finds{}, failure.Inputf("%w", err)
	}
	f := &finder{Options: o, chosen: chosen, runtime: o.Plan.Runtimes[0]}
	if f.runtime.Kind == config.JMHJar {
		f.lister = newJarList(f)
	} else {
		f.lister = newTestList(f)
	}
	r := raw.Run{Job: cmp.Or(o.Job, plan.All), Started: o.Now().UTC(), Machine: machine.This(ctx), Environment: machine.Environment(ctx)}
	if f.sides, err = f.buildInTime(ctx); err != nil {
		return Finds{}, err
	}
	r.Builds = f.sides.Builds
	if r.Digests, err = build.Digests(o.Dir, r); err != nil {
		return Finds{}, err
	}
	f.built = o.Now()
	f.until = f.built.Add(patience)
	if err := f.list(ctx); err != nil {
		return Finds{}, err
	}
	if err := f.reach(ctx); err != nil {
		return Finds{}, err
	}
	r.Reach, r.Tried = f.finds.Reach, map[string]time.Duration{}
	for _, c := range f.finds.Candidates {
		r.Tried[c.Benchmark.Key()] = c.Operation + c.Setup
	}
	return f.finds, raw.WriteJSON(o.Dir.Path(raw.RunFile), r)
}

type finder struct {
	Options
	runtime config.Runtime
	sides   build.Sides
	chosen  choice
	until   time.Time // listing goes on
	built   time.Time
	lister  lister
	naming  func(workload string) naming
	all     []string // workloads of both sides
	finds   Finds
}

// A lister knows what benchmarks a side's workloads have, by asking what was built.
type lister interface {
	// none says what would be found.
	none() string
	// begin is called once, before any workload is listed.
	begin(ctx context.Context, unchanged func(workload string) bool) error
	// list is a workload's benchmarks on a side that has it; by name alone, where
	// nothing of it will be measured.
	list(ctx context.Context, b *raw.Build, workload string, byName bool) ([]listing, error)
	// again runs on base those of its benchmarks that head breaks.
	again(ctx context.Context, base *raw.Build, workload string, byName bool, tops []string, onBase []listing) ([]listing, error)
	// reads takes the keys of those workloads that read what differs between the sides.
	reads(ctx context.Context, workloads []string) error
	// pack is the package of a workload, and what stands between the parts of its name.
	pack(workload string) (name, separator string)
	// name is what results call a benchmark.
	name(l listing) string
}

// list fills in the finds, from the listings of both sides.
func (f *finder) list(ctx context.Context) error {
	head, base := f.sides.Of(plan.Head), f.sides.Of(plan.Base)
	if base == nil {
		base = &raw.Build{}
	}
	for _, b := range []*raw.Build{head, base} {
		f.all = slices.Concat(f.all, slices.Collect(maps.Keys(b.Artifacts)), slices.Collect(maps.Keys(b.Failed)))
	}
	slices.Sort(f.all)
	f.all = slices.Compact(f.all)
	if len(f.all) == 0 {
		return failure.Inputf("no benchmarks: %s", f.lister.none())
	}
	f.naming = f.namings()
	unchanged := func(w string) bool {
		return base.Keys[w] != "" && base.Keys[w] == head.Keys[w] && base.Toolchain == head.Toolchain
	}
	if same := slices.DeleteFunc(slices.Clone(f.all), func(w string) bool { return !unchanged(w) }); len(same) > 0 && len(identity.Differing(f.sides.Files[plan.Base], f.sides.Files[plan.Head])) > 0 {
		if err := f.lister.reads(ctx, same); err != nil {
			return err
		}
	}
	if err := f.lister.begin(ctx, unchanged); err != nil {
		return err
	}
	var all []lists
	for _, w := range f.all {
		l, err := f.listWorkload(ctx, w, unchanged(w), head, base)
		if err != nil {
			return err
		}
		all = append(all, l)
	}
	f.pairRenamed(all)
	for _, l := range all {
		f.take(l.workload, l.same, l.onHead, l.onBase)
	}
	if len(f.finds.Candidates)+len(f.finds.Skips) == 0 {
		return f.chosen.none()
	}
	return nil
}

// lists are the benchmarks of a workload, as both sides have them.
type lists struct {
	workload       string
	same           bool // on both sides
	named          bool // base's are known by name alone
	onHead, onBase []listing
}

// listWorkload lists what both sides have of a workload.
func (f *finder) listWorkload(ctx context.Context, w string, same bool, head, base *raw.Build) (lists, error) {
	byName := same || head.Failed[w]+base.Failed[w] != "" // nothing of it will be measured
	begun := f.Now()
	onHead, err := f.listed(ctx, head, w, byName)
	if err != nil {
		return lists{}, err
	}
	onBase := onHead
	if base.Side != "" && !same && !f.sameCommit() {
		byName = byName || f.Now().Sub(begun) > f.until.Sub(f.built)/10
		if onBase, err = f.listed(ctx, base, w, byName); err != nil {
			return lists{}, err
		}
		if byName {
			onBase = assumed(onHead, onBase)
		}
		if tops := brokenTops(onHead, onBase); len(tops) > 0 {
			if onBase, err = f.lister.again(ctx, base, w, byName, tops, onBase); err != nil {
				return lists{}, err
			}
		}
	}
	return lists{w, same, byName, onHead, onBase}, nil
}

// listed is a workload's benchmarks on a side, none where it was not built; of
// those that can't be measured, with what the user may do about it.
func (f *finder) listed(ctx context.Context, b *raw.Build, w string, byName bool) ([]listing, error) {
	if b.Artifacts[w] == "" {
		return nil, nil
	}
	list, err := f.lister.list(ctx, b, w, byName)
	for i := range list {
		list[i].problem = f.Advisor().Benchmark(ctx, list[i].problem, build.SourceOf(f.Dir, b.Side), f.Dir.Path(b.Folders[w]))
	}
	return list, err
}

func (f *Finds) note(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(f.Notes, line) {
		f.Notes = append(f.Notes, line)
	}
}

// sameCommit tells whether both sides are the same, to see what is said of that.
func (f *finder) sameCommit() bool {
	return f.Plan.MeasureIdentical && len(f.Plan.Sides) == 2 && f.Plan.Sides[0].Commit == f.Plan.Sides[1].Commit
}

// assumed takes the benchmarks that one of base runs to be those of head, since
// running all of them once more would take too long.
func assumed(onHead, onBase []listing) []listing {
	var all []listing
	for _, top := range onBase {
		known := false
		for _, l := range onHead {
			if l.match == top.match || strings.HasPrefix(l.match, top.match+"/") {
				all, known = append(all, l), true
			}
		}
		if !known {
			all = append(all, top)
		}
	}
	return all
}

// buildInTime builds all sides within the budget.
func (f *finder) buildInTime(ctx context.Context) (build.Sides, error) {
	if f.Budget > 0 {
		building, cancel := context.WithTimeoutCause(ctx, f.Budget, build.ErrBudget)
		defer cancel()
		ctx = building
	}
	return build.All(ctx, f.Options.Options, plan.Job{})
}

// reachShare is the part of the budget that may go into finding out which benchmarks
// execute what the change touches. What is not known by then counts as reached.
const reachShare = 1.0 / 6

// reach notes of each candidate whether the change reaches it. Nobody asks where one side
// is measured alone, where both are the same, or where one benchmark is wanted by its name.
func (f *finder) reach(ctx context.Context) (err error) {
	differ := slices.ContainsFunc(f.finds.Candidates, func(c plan.Candidate) bool { return !c.Identical })
	if !differ || f.chosen.Name != "" || !identity.Matters(f.Plan) || f.sides.Of(plan.Base) == nil {
		return nil
	}
	ask := cover.Go
	if f.runtime.Kind == config.JMHJar {
		ask = cover.JMH
	}
	f.finds.Reach, err = ask(ctx, cover.Request{
		Options: f.Options.Options, Sides: f.sides, Workloads: f.all, Candidates: f.finds.Candidates, Whole: f.chosen.Filter == "" && f.chosen.Name == "",
		// A fifth of the budget is for listing, which may be over already.
		Until:  f.Now().Add(time.Duration(reachShare * float64(f.Plan.Budget))),
		Opened: f.opened, Note: f.finds.note,
	})
	return err
}
