// Package build builds the sides of a plan for every kind of runtime: from a plan and a
// repository, programs in the run folder and what they were made with. What was built of
// a commit is kept for the next run.
package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/identity"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// Options are what there is to build, and to build with.
type Options struct {
	Plan    plan.Plan
	Dir     raw.Dir // a whole path
	Root    string  // of the checkout, with the counterpart's source
	Environ []string
	Source  Source
	// Cache is the folder that keeps what was built of a commit, "" for none.
	Cache string
	// Report is told how the run goes on.
	Report func(progress.Event)
	Now    func() time.Time
	Start  process.Starter
}

// Sides are what was built of all sides.
type Sides struct {
	Builds []raw.Build
	// Files are those of a project's sides by their names, before anything was built
	// beside them; none where it does not matter what is the same.
	Files map[string]closure.Folder
}

// Of is the build of a side, nil where the plan has none such.
func (s Sides) Of(side string) *raw.Build {
	i := slices.IndexFunc(s.Builds, func(b raw.Build) bool { return b.Side == side })
	if i < 0 {
		return nil
	}
	return &s.Builds[i]
}

// All builds every side for every runtime of the job. Of a suite, what can't be
// built is recorded: its samples fail, and the others are measured. If nothing can
// be, that is an error.
func All(ctx context.Context, o Options, job plan.Job) (Sides, error) {
	jdks, _ := toolchain.JDKs(o.Environ, toolchain.Folders(o.Environ))
	all := Sides{Files: map[string]closure.Folder{}}
	for _, side := range o.Plan.Sides {
		made, err := o.buildSide(ctx, side, job, jdks, all.Files)
		if err != nil {
			return Sides{}, err
		}
		all.Builds = append(all.Builds, made...)
	}
	if o.Plan.Project.Finds() || slices.ContainsFunc(all.Builds, func(b raw.Build) bool { return b.Error == "" && len(b.Artifacts) > 0 }) {
		return all, nil
	}
	var reasons []string
	for _, b := range all.Builds {
		if b.Error != "" {
			reasons = append(reasons, b.Runtime+": "+strings.TrimPrefix(b.Error, NotBuilt))
		}
		for _, reason := range b.Failed {
			reasons = append(reasons, b.Runtime+": "+strings.TrimPrefix(reason, NotBuilt))
		}
	}
	return Sides{}, errors.New("nothing could be built: " + strings.Join(reasons, "; "))
}

// buildSide builds one side, or takes it out of the cache, and notes its files.
func (o Options) buildSide(ctx context.Context, side plan.Side, job plan.Job, jdks []toolchain.JDK, files map[string]closure.Folder) ([]raw.Build, error) {
	key := o.cacheKey(ctx, side, job, jdks)
	if known, ok, err := o.cached(key, side); err != nil {
		return nil, err
	} else if ok {
		o.Report(progress.Event{Kind: progress.Step, What: side.Name + ": built before"})
		return known, nil
	}
	source, err := o.Checkout(ctx, side)
	if err != nil {
		return nil, err
	}
	if err := o.upgrade(ctx, side, source); err != nil {
		return nil, err
	}
	if err := lay(source, side.Layout); err != nil {
		return nil, err
	}
	code := identity.Code{Source: source, Cold: o.Plan.ColdRounds > 0, Jars: map[string]*closure.Jar{}}
	if o.Plan.Project.Finds() && identity.Matters(o.Plan) {
		if files[side.Name], err = o.files(ctx, side, source); err != nil {
			return nil, err
		}
		code.Data = files[side.Name].Key(identity.IsData(files[side.Name]))
	}
	var builds []raw.Build
	shared := map[string]error{}
	for _, v := range variants(o.Plan, job) {
		b := &Builder{Options: o, side: side, coroutines: v.coroutines, source: source, jdks: jdks, job: job, done: shared, code: code}
		made, err := b.build(ctx, side.On(v.runtime))
		if err != nil {
			return nil, err
		}
		builds = append(builds, made)
	}
	if o.Plan.Project.Finds() {
		return builds, nil // measured where its files are: benchmarks read those of their folder, and write to it
	}
	return builds, errors.Join(os.RemoveAll(o.Dir.Path(sourceFolder)), o.store(key, builds))
}

// files are those of a project's side that its benchmarks may read.
func (o Options) files(ctx context.Context, side plan.Side, folder string) (closure.Folder, error) {
	commit := side.Commit
	if side.Ref == "" {
		commit = ""
	}
	submodules, err := o.Source.Submodules(ctx, commit)
	if err != nil {
		return nil, err
	}
	return identity.Files(folder, submodules)
}

// build builds the side for a runtime.
func (b *Builder) build(ctx context.Context, r config.Runtime) (raw.Build, error) {
	made := raw.Build{Side: b.side.Name, Runtime: r.Name, Coroutines: b.coroutines, Flags: r.Flags, Artifacts: map[string]string{}}
	for _, w := range workloadsOf(b.job, r.Name) {
		if b.has(r.Kind, w) {
			b.workloads = append(b.workloads, w)
		} else {
			made.Absent = append(made.Absent, w)
		}
	}
	if len(b.workloads) == 0 && len(made.Absent) > 0 {
		return made, nil
	}
	err := kinds[r.Kind](ctx, b, r, &made)
	if b.Plan.Project.Finds() {
		if err := b.unbuilt(ctx, &made, err); err != nil {
			return made, err
		}
	}
	if ctx.Err() != nil {
		return made, ctx.Err()
	}
	if b.coroutines != "" {
		made.BuildFlags = append(made.BuildFlags, b.libraryFlag())
	}
	if err == nil && (identity.Matters(b.Plan) || identity.Traced(b.Plan)) {
		keys, wrong := b.code.Keys(b.Dir, r.Kind, made)
		if made.Keys = keys; wrong != nil {
			b.report(progress.Step, r.Name+", "+b.name()+" has no key, and so is measured: "+wrong.Error())
		}
	}
	if err != nil {
		made.Error = NotBuilt + err.Error()
		b.tellFailure(r.Name, err)
	}
	made.Size = b.size(made)
	return made, nil
}

// unbuilt is why a project's side can't be measured, nil where a part of it can. A
// side of which nothing can be built ends the run: there is nothing to compare with.
func (b *Builder) unbuilt(ctx context.Context, made *raw.Build, err error) error {
	name := fmt.Sprintf("%s (%s)", b.side.Name, cmp.Or(b.side.Ref, "the working tree"))
	if err != nil && !errors.Is(err, failure.ErrInput) {
		err = b.Advisor().BuildError(ctx, err, b.source, b.Module())
	}
	for w, reason := range made.Failed {
		made.Failed[w] = failure.With(reason, b.Advisor().Build(ctx, reason, b.source, b.Module()))
	}
	var logged buildError
	switch {
	case errors.Is(context.Cause(ctx), ErrBudget):
		return fmt.Errorf("%s was not built within the budget of %v: use a longer -budget; the build's downloads and caches are kept", name, b.Plan.Budget)
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && len(made.Artifacts) == 0:
		for _, reason := range made.Failed {
			return fmt.Errorf("%s can't be built: %s", name, strings.TrimPrefix(reason, NotBuilt))
		}
		return nil
	case err == nil || errors.Is(err, failure.ErrInput):
		return err
	case errors.As(err, &logged):
		return fmt.Errorf("%s can't be built: %w; the whole log is %s", name, err, logged.log)
	}
	return fmt.Errorf("%s can't be built: %w", name, err)
}

// ErrBudget ends what takes longer than there is time for.
var ErrBudget = errors.New("the budget is spent")

// NotBuilt begins the reason why something was not built.
const NotBuilt = "not built: "

// has tells whether the side's source has a workload for a kind of runtime:
// head's bench-config may name one that base does not have yet. What was found is
// there, or new.
func (b *Builder) has(kind config.Kind, workload string) bool {
	if b.Plan.Project.Finds() {
		return true
	}
	name := strings.ToLower(workload)
	folders := []string{"go/workload"}
	if kind != config.Go {
		folders = []string{"kotlin/workloads/src/main/kotlin/cobench/workloads", "kotlin/workloads-jvm/src/main/kotlin/cobench/workloads"}
	}
	return slices.ContainsFunc(folders, func(folder string) bool {
		info, err := os.Stat(filepath.Join(b.source, folder, name))
		return err == nil && info.IsDir()
	})
}

// failed records that one workload could not be built, and the others may have been.
func (b *Builder) failed(made *raw.Build, workload string, err error) {
	if made.Failed == nil {
		made.Failed = map[string]string{}
	}
	made.Failed[workload] = NotBuilt + err.Error()
	b.tellFailure(made.Runtime+" "+workload, err)
}

// tellFailure tells that something could not be built, and where its log is.
func (b *Builder) tellFailure(what string, err error) {
	reason := err.Error()
	var logged buildError
	if errors.As(err, &logged) {
		reason += "; the whole log is " + logged.log
	}
	b.Report(progress.Event{Kind: progress.BuildFailed, What: what + ", " + b.name(), Failure: reason})
}

// A variant is what a side is built for, once.
type variant struct {
	runtime    config.Runtime
	coroutines string
}

// variants are those that the job's benchmarks need: the runtimes in the order
// of the plan, each with the versions of coroutines in that of the benchmarks. A
// project is built for all before anybody knows what is in it.
func variants(p plan.Plan, job plan.Job) []variant {
	var all []variant
	for _, r := range p.Runtimes {
		if p.Project.Finds() {
			all = append(all, variant{runtime: r})
			continue
		}
		for _, b := range job.Benchmarks {
			if v := (variant{r, b.Coroutines}); b.Runtime == r.Name && !slices.ContainsFunc(all, v.equal) {
				all = append(all, v)
			}
		}
	}
	return all
}

func (v variant) equal(other variant) bool {
	return v.runtime.Name == other.runtime.Name && v.coroutines == other.coroutines
}

// size is that of the one program that a build made, in bytes; 0 for a jar.
func (o Options) size(b raw.Build) int64 {
	for _, artifact := range b.Artifacts {
		if info, err := os.Stat(o.Dir.Path(artifact)); err == nil && filepath.Ext(artifact) != ".jar" {
			return info.Size()
		}
	}
	return 0
}

func workloadsOf(job plan.Job, runtime string) []string {
	var names []string
	for _, b := range job.Benchmarks {
		if b.Runtime == runtime && !slices.Contains(names, b.Workload) {
			names = append(names, b.Workload)
		}
	}
	return names
}
