package run

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// Finds is what there is to measure in a project.
type Finds struct {
	Candidates []plan.Candidate
	Skips      []plan.Skip // with the reason why each can't be measured
	Notes      []string    // what the user should know of what was found, one line each
}

// Find builds the sides of the options' plan, which names no benchmark yet, in a
// run folder, and lists the benchmarks of both: those that are the same on both
// sides by name alone, the others by running each once. Filter chooses among
// them, in benchstat's syntax; "" is all. What of listing is not done after
// patience is skipped.
//
// The folder is then ready for Plan and, with -resume, for Run.
func Find(ctx context.Context, o Options, filter string, patience time.Duration) (Finds, error) {
	dir, err := filepath.Abs(string(o.Dir))
	if err != nil {
		return Finds{}, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return Finds{}, inputErrorf("%w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return Finds{}, err
	}
	o.Dir = raw.Dir(dir)
	unlock, err := o.Dir.Lock()
	if err != nil {
		return Finds{}, inputErrorf("%w", err)
	}
	defer unlock()
	chosen, err := newChoice(filter)
	if err != nil {
		return Finds{}, inputErrorf("-filter %w", err)
	}
	f := &finder{Options: o, chosen: chosen, runtime: o.Plan.Runtimes[0], files: map[string]closure.Folder{}, once: map[string][]listing{}, jars: map[string]map[string][]listing{}}
	r := raw.Run{Job: cmp.Or(o.Job, plan.All), Started: o.Now().UTC(), Machine: ThisMachine(ctx), Environment: ThisEnvironment(ctx)}
	if r.Builds, err = f.buildInTime(ctx); err != nil {
		return Finds{}, err
	}
	if r.Digests, err = f.digests(r); err != nil {
		return Finds{}, err
	}
	f.run = r
	f.built = o.Now()
	f.until = f.built.Add(patience)
	if err := f.list(ctx); err != nil {
		return Finds{}, err
	}
	r.Tried = map[string]time.Duration{}
	for _, c := range f.finds.Candidates {
		r.Tried[key(c.Benchmark)] = c.Operation + c.Setup
	}
	return f.finds, raw.WriteJSON(o.Dir.Path(raw.RunFile), r)
}

type finder struct {
	Options
	runtime config.Runtime
	run     raw.Run
	chosen  choice
	until   time.Time // listing goes on
	built   time.Time
	files   map[string]closure.Folder       // by side, before anything was built
	once    map[string][]listing            // of a module's workloads that were run once, by artifact
	jars    map[string]map[string][]listing // by side and method
	finds   Finds
}

// side is the build of one, nil where the plan has none such.
func (f *finder) side(name string) *raw.Build {
	i := slices.IndexFunc(f.run.Builds, func(b raw.Build) bool { return b.Side == name })
	if i < 0 {
		return nil
	}
	return &f.run.Builds[i]
}

// list fills in the finds, from the listings of both sides.
func (f *finder) list(ctx context.Context) error {
	head, base := f.side(plan.Head), f.side(plan.Base)
	if base == nil {
		base = &raw.Build{}
	}
	var workloads []string
	for _, b := range []*raw.Build{head, base} {
		for w := range b.Artifacts {
			workloads = append(workloads, w)
		}
		for w := range b.Failed {
			workloads = append(workloads, w)
		}
	}
	slices.Sort(workloads)
	workloads = slices.Compact(workloads)
	if len(workloads) == 0 {
		return inputErrorf("no benchmarks: %s%s", nothingFound[f.runtime.Kind], f.otherModules())
	}
	qualify := namings(f.runtime.Kind, workloads)
	unchanged := func(w string) bool {
		return base.Keys[w] != "" && base.Keys[w] == head.Keys[w] && base.Toolchain == head.Toolchain
	}
	if err := f.compareData(ctx, slices.DeleteFunc(slices.Clone(workloads), func(w string) bool { return !unchanged(w) })); err != nil {
		return err
	}
	if f.runtime.Kind == config.JMHJar {
		if err := f.tryJar(ctx, head, workloads, unchanged, qualify); err != nil {
			return err
		}
	}
	for i, w := range workloads {
		same := unchanged(w)
		advise := func(b *raw.Build, list []listing) {
			for i := range list {
				list[i].problem = f.advised(ctx, list[i].problem, f.Dir.Path(sourceFolder, b.Side), f.abs(b.Folders[w]))
			}
		}
		byName := same || head.Failed[w]+base.Failed[w] != "" // nothing of it will be measured
		begun := f.Now()
		onHead, err := f.listed(ctx, head, w, byName, i, len(workloads))
		if err != nil {
			return err
		}
		advise(head, onHead)
		onBase := onHead
		if base.Side != "" && !same && !f.sameCommit() {
			byName = byName || f.Now().Sub(begun) > f.until.Sub(f.built)/10
			if onBase, err = f.listed(ctx, base, w, byName, i, len(workloads)); err != nil {
				return err
			}
			advise(base, onBase)
			if byName {
				onBase = assumed(onHead, onBase)
			}
			if onBase, err = f.onBaseToo(ctx, base, w, byName, onHead, onBase); err != nil {
				return err
			}
		}
		f.take(w, qualify(w), same, onHead, onBase)
	}
	if len(f.finds.Candidates)+len(f.finds.Skips) == 0 {
		return inputErrorf("-filter %s: no benchmark matches", f.chosen.text)
	}
	return nil
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

// nothingFound tells what would be found in a project.
var nothingFound = map[config.Kind]string{
	config.GoModule: "no function such as func BenchmarkX(b *testing.B) in the _test.go files of the packages; -packages ./... chooses others",
	config.JMHJar:   "META-INF/BenchmarkList in the jar is empty: was JMH's annotation processor run?",
}
