package cover

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/reach"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/identity"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// A goReach is what differs between the sides of a module, and which of it each
// benchmark executes.
type goReach struct {
	Request
	change reach.Change
	own    map[string]bool     // the module's packages
	deps   map[string][]string // of each workload, the packages that are instrumented
	spawns map[string][]string // of each package, its files that may start processes
	beside []string            // folders of the packages outside the side's own
	data   []string            // files that no Go is compiled from, and that differ: whoever opens one is reached
	ran    []bool              // of the changed functions: whether a benchmark executes it
	unseen int                 // benchmarks of which nobody knows what they execute
}

// Go finds by Go's own coverage which benchmarks execute a function that differs between
// the sides of a module, and which of those functions none does: nil where nobody knows.
func Go(ctx context.Context, q Request) (*raw.Reach, error) {
	g := &goReach{Request: q, own: map[string]bool{}, deps: map[string][]string{}, spawns: map[string][]string{}}
	if err := g.compare(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		g.Note("all benchmarks count as reached by the change: %s", failure.Shorten(err.Error()))
		return nil, nil
	}
	if g.change.All != "" && len(g.change.Functions) == 0 {
		return g.tell(), nil // nothing is to be found by running them
	}
	g.ran = make([]bool, len(g.change.Functions))
	for i, w := range g.Workloads {
		if !g.waits(w) {
			continue
		}
		g.Report(progress.Event{Kind: progress.Step, What: "recording what the benchmarks execute: " + progress.Place(w, plan.Head, i, len(g.Workloads))})
		if err := g.workload(ctx, w); err != nil {
			return nil, err
		}
	}
	for _, c := range g.Candidates {
		if !c.Identical && c.Reach.Order == int(reach.Unknown) && !c.Reach.Not {
			g.unseen++
		}
	}
	return g.tell(), os.RemoveAll(build.SourceOf(g.Dir, reachFolder))
}

// compare finds what differs between the sides.
func (g *goReach) compare(ctx context.Context) error {
	before, err := g.packagesOf(ctx, plan.Base)
	if err != nil {
		return err
	}
	after, err := g.packagesOf(ctx, plan.Head)
	if err != nil {
		return err
	}
	compiled := map[string]bool{}
	for _, l := range []listed{before, after} {
		for _, p := range l.packages {
			for _, name := range slices.Concat(p.Go, p.Tests, p.Other) {
				if below, err := filepath.Rel(l.source, filepath.Join(p.Dir, filepath.FromSlash(name))); err == nil && filepath.IsLocal(below) {
					compiled[filepath.ToSlash(below)] = true
				}
			}
		}
	}
	g.change = reach.Compare(before.packages, after.packages)
	g.own, g.spawns = after.own, after.spawns
	changed := map[string]bool{}
	for at := range g.change.Packages {
		changed[at] = true
	}
	for _, x := range g.change.Functions {
		changed[x.Package] = true
	}
	for w, deps := range after.deps {
		for _, at := range deps {
			if g.own[at] || changed[at] {
				g.deps[w] = append(g.deps[w], at)
			}
		}
	}
	for _, p := range after.packages {
		if below, err := filepath.Rel(after.source, p.Dir); err != nil || !filepath.IsLocal(below) {
			g.beside = append(g.beside, p.Dir)
		}
	}
	slices.Sort(g.beside)
	g.compareRest(before, after, compiled)
	return nil
}

// compareRest finds what differs besides the packages: what nobody can attribute
// reaches all.
func (g *goReach) compareRest(before, after listed, compiled map[string]bool) {
	all := func(format string, args ...any) { g.change.All = cmp.Or(g.change.All, fmt.Sprintf(format, args...)) }
	if was, is := g.Of(plan.Base).Toolchain, g.Of(plan.Head).Toolchain; was != is {
		all("the toolchain is %s in place of %s", is, was)
	}
	if before.language != after.language || before.settings != after.settings {
		all("go.mod names another language or other settings of the runtime")
	}
	base, head := g.Files[plan.Base], g.Files[plan.Head]
	data := identity.IsData(base, head)
	for _, name := range base.Differing(head) {
		switch _, here := head[name]; {
		case strings.HasSuffix(name, ".pgo"):
			all("%s differs", name)
		case compiled[name]:
		case here:
			g.data = append(g.data, name)
		case data(name):
			all("%s is gone", name)
		}
	}
}

// reaches tells how the change reaches a benchmark, by what it executed and opened.
func (g *goReach) reaches(b plan.Benchmark, seen *covered) plan.Reach {
	unknown := plan.Reach{Order: int(reach.Unknown)}
	function, _, _ := strings.Cut(b.Found.Match, "/")
	if seen == nil || g.change.Starts(b.Workload, function) || seen.Unwatched && g.dataNear(b.Workload) {
		return unknown
	}
	for at, files := range g.spawns {
		for _, file := range files {
			if seen.profile.Ran(at + "/" + file) {
				return unknown // of its children nobody knows what they execute
			}
		}
	}
	for _, file := range seen.Opened {
		if slices.Contains(g.data, file) {
			return plan.Reach{Order: int(reach.Touches)}
		}
	}
	how, share := g.change.Of(b.Workload, function, seen.profile, seen.start)
	return plan.Reach{Order: int(how), Share: share, Not: how == reach.Not}
}

// dataNear tells whether a benchmark may read a file that differs: where opens can't
// be seen, all data counts, and prose in its own folder.
func (g *goReach) dataNear(workload string) bool {
	data := identity.IsData(g.Files[plan.Base], g.Files[plan.Head])
	return slices.ContainsFunc(g.data, data) || len(build.Near(g.Dir, g.Of(plan.Head), []string{workload}, g.data)) > 0
}

// note fills in what is known of a candidate.
func (g *goReach) noteReach(workload, match string, seen *covered) {
	for i, c := range g.Candidates {
		if c.Benchmark.Workload != workload || c.Benchmark.Found.Match != match || c.Identical {
			continue
		}
		how := g.reaches(c.Benchmark, seen)
		g.Candidates[i].Reach, g.Candidates[i].Benchmark.Found.Unreached = how, how.Not
	}
	if seen == nil {
		return
	}
	for i, ran := range g.change.Executed(seen.profile) {
		g.ran[i] = g.ran[i] || ran
	}
}

// mostBlind is how many functions are named.
const mostBlind = 20

// tell notes which changed functions no benchmark executes: those of the module that
// people have written, where all its benchmarks were looked at.
func (g *goReach) tell() *raw.Reach {
	r := &raw.Reach{}
	for i, x := range g.change.Functions {
		if !g.own[x.Package] || x.Generated {
			continue
		}
		r.Changed++
		if !g.ran[i] {
			r.Unexecuted++
			if len(r.Blind) < mostBlind {
				r.Blind = append(r.Blind, x.String())
			}
		}
	}
	wanted := g.Whole && len(g.Plan.Project.Packages) == 0
	if g.unseen > 0 || !wanted || len(g.Builds[len(g.Builds)-1].Failed) > 0 {
		r.Unexecuted, r.Blind = 0, nil
	}
	if g.unseen > 0 {
		g.Note("%d benchmarks count as reached by the change: nobody knows what they execute (they start processes, fail when instrumented, or a sixth of the budget is too short)", g.unseen)
	}
	if g.change.All != "" {
		g.Note("all benchmarks count as reached by the change: %s", g.change.All)
	}
	if r.Changed == 0 {
		return nil
	}
	return r
}

// settingsOf are the lines of a go.mod that change how its programs run.
func settingsOf(module string) string {
	text, err := os.ReadFile(filepath.Join(module, "go.mod"))
	if err != nil {
		return err.Error()
	}
	file, err := modfile.ParseLax("go.mod", text, nil)
	if err != nil {
		return string(text)
	}
	settings := ""
	for _, g := range file.Godebug {
		settings += g.Key + "=" + g.Value + "\n"
	}
	return settings
}
