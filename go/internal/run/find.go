package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/qualifier"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/toolchain"
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

// Planned puts the plan of what was found into the run folder.
func Planned(dir raw.Dir, p plan.Plan) error {
	r, err := dir.Run()
	if err != nil {
		return err
	}
	job, err := p.Job(r.Job)
	if err != nil {
		return err
	}
	if p.Judged() && !p.MeasureIdentical {
		r.Identical = identical(p, job, r.Builds)
	}
	if err := os.Remove(dir.Path(raw.FailureFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(writePlan(dir, p), raw.WriteJSON(dir.Path(raw.RunFile), r))
}

func writePlan(dir raw.Dir, p plan.Plan) error {
	f, err := os.Create(dir.Path(raw.PlanFile))
	if err != nil {
		return err
	}
	return errors.Join(p.Write(f), f.Close())
}

// NotPlanned puts a plan of nothing into a run folder, and why it is one; Planned
// takes it back.
func NotPlanned(dir raw.Dir, p plan.Plan, reason error) error {
	if err := os.MkdirAll(string(dir), 0o777); err != nil {
		return err
	}
	return errors.Join(writePlan(dir, p), os.WriteFile(dir.Path(raw.FailureFile), []byte(reason.Error()+"\n"), 0o666))
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

// buildInTime is buildSides within the budget.
func (f *finder) buildInTime(ctx context.Context) ([]raw.Build, error) {
	if f.Budget == 0 {
		return f.buildSides(ctx)
	}
	building, cancel := context.WithTimeoutCause(ctx, f.Budget, errBudget)
	defer cancel()
	return f.buildSides(building)
}

// errBudget ends what takes longer than there is time for.
var errBudget = errors.New("the budget is spent")

// buildSides builds both; a side of which nothing can be built is an error,
// since there is nothing to compare with then.
func (f *finder) buildSides(ctx context.Context) ([]raw.Build, error) {
	jdks, _ := toolchain.JDKs(f.Environ, toolchain.Folders(f.Environ))
	var builds []raw.Build
	for _, side := range f.Plan.Sides {
		source, err := f.export(ctx, side)
		if err != nil {
			return nil, err
		}
		made := raw.Build{Side: side.Name, Runtime: f.runtime.Name, Flags: f.runtime.Flags, Artifacts: map[string]string{}}
		b := &builder{Options: f.Options, side: side, source: source, jdks: jdks, done: map[string]error{}, jars: map[string]*closure.Jar{}}
		judged := len(f.Plan.Sides) == 2 && !f.Plan.MeasureIdentical
		if judged {
			if f.files[side.Name], err = f.readData(ctx, side, source); err != nil {
				return nil, err
			}
			b.data = f.files[side.Name].Key(isData(f.files[side.Name]))
		}
		err = kinds[f.runtime.Kind].build(ctx, b, f.runtime, &made)
		if err != nil && !errors.Is(err, ErrInput) {
			err = f.advisedError(ctx, err, source, b.projectFolder())
		}
		for w, reason := range made.Failed {
			made.Failed[w] = with(reason, f.missingFile(ctx, reason, source, b.projectFolder()))
		}
		switch {
		case errors.Is(context.Cause(ctx), errBudget):
			return nil, fmt.Errorf("%s is not built when the budget of %v is spent: give it a longer -budget; what the build has downloaded or made in its caches is kept", f.sideName(side), f.Plan.Budget)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, ErrInput):
			return nil, err
		case err != nil:
			var logged buildError
			if errors.As(err, &logged) {
				return nil, fmt.Errorf("%s can't be built: %w; the whole log is %s", f.sideName(side), err, logged.log)
			}
			return nil, fmt.Errorf("%s can't be built: %w", f.sideName(side), err)
		case len(made.Artifacts) == 0 && len(made.Failed) > 0:
			for _, reason := range made.Failed {
				return nil, fmt.Errorf("%s can't be built: %s", f.sideName(side), strings.TrimPrefix(reason, notBuilt))
			}
		}
		if judged {
			if err := b.addKeys(f.runtime, &made); err != nil {
				f.Report(Event{Kind: Building, What: side.Name + " has no keys, and so is measured: " + err.Error()})
			}
		}
		made.Size = f.size(made)
		builds = append(builds, made)
	}
	return builds, nil
}

// sideName tells a user which version of the source it is.
func (f *finder) sideName(s plan.Side) string {
	if s.Ref == "" {
		return s.Name + " (the working tree)"
	}
	return fmt.Sprintf("%s (%s)", s.Name, s.Ref)
}

// export writes a side's files into the run folder, where they stay while it is
// measured: benchmarks read files of their package's folder, and write to it.
func (f *finder) export(ctx context.Context, side plan.Side) (string, error) {
	dir := f.Dir.Path(sourceFolder, side.Name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if side.Ref == "" {
		return dir, f.Copy(ctx, dir)
	}
	f.Report(Event{Kind: Building, What: "unpacking " + side.Name + " " + side.Commit})
	return dir, f.Export(ctx, side.Commit, dir)
}

// sourceFolder holds the sides' files, below the run folder.
const sourceFolder = "source"

// RemoveSources removes what a run has exported and built, when nothing of it is
// left to measure.
func RemoveSources(dir raw.Dir) error {
	return errors.Join(os.RemoveAll(dir.Path(sourceFolder)), os.RemoveAll(dir.Path("build")))
}

// Built is how much a run has exported and built, in bytes, and when it was last
// written to.
func Built(dir raw.Dir) (size int64, last time.Time) {
	for _, name := range []string{"", "samples", sourceFolder, "build"} {
		if info, err := os.Stat(dir.Path(name)); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	for _, name := range []string{sourceFolder, "build"} {
		_ = filepath.WalkDir(dir.Path(name), func(_ string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil // it is being removed, or there is none
			}
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
				size += info.Size()
			}
			return nil
		})
	}
	return size, last
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

// compareData takes the keys of those workloads, of the same code, that read what
// is not the same on both sides.
func (f *finder) compareData(ctx context.Context, workloads []string) error {
	if len(workloads) == 0 || len(f.differing()) == 0 {
		return nil
	}
	if f.runtime.Kind == config.JMHJar {
		_, err := f.sameData(workloads, func(b *raw.Build) (bool, error) { return f.tryMethods(ctx, b, workloads) })
		return err
	}
	for i, w := range workloads {
		if _, err := f.sameData([]string{w}, func(b *raw.Build) (bool, error) {
			list, err := f.tried(ctx, b, w, i, len(workloads))
			return !slices.ContainsFunc(list, func(l listing) bool { return l.untried }), err
		}); err != nil {
			return err
		}
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
	config.GoModule: "no function such as func BenchmarkX(b *testing.B) in the _test.go files of the packages; -set packages=./... chooses others",
	config.JMHJar:   "META-INF/BenchmarkList in the jar is empty: was JMH's annotation processor run?",
}

// A listing is one benchmark of a workload, as one side has it.
type listing struct {
	match      string
	parameters []plan.Param
	singleShot bool
	operation  time.Duration
	setup      time.Duration
	problem    string // why it can't be measured
	failed     bool   // when it was run once among others
	broken     bool   // run once, it fails or ends its process
	hung       bool   // run once, it says nothing for too long
	untried    bool   // there was no time to run it once
}

func (l listing) key() string { return l.match + " " + fmt.Sprint(l.parameters) }

// take joins what both sides have of a workload.
func (f *finder) take(workload string, q naming, same bool, onHead, onBase []listing) {
	on := func(list []listing, l listing) (listing, bool) {
		i := slices.IndexFunc(list, func(x listing) bool { return x.key() == l.key() })
		if i < 0 {
			return listing{}, false
		}
		return list[i], true
	}
	all := slices.Clone(onHead)
	for _, l := range onBase {
		if _, known := on(onHead, l); !known {
			all = append(all, l)
		}
	}
	head, base := f.side(plan.Head), f.side(plan.Base)
	for _, l := range all {
		b := q.benchmark(f.runtime, workload, l)
		if !f.chosen.match(b) {
			continue
		}
		h, here := on(onHead, l)
		before, there := on(onBase, l)
		skip := func(side, reason string) {
			f.finds.Skips = append(f.finds.Skips, plan.Skip{Benchmark: b, Reason: reason, Side: side})
		}
		candidate := func(runs listing) {
			f.finds.Candidates = append(f.finds.Candidates, plan.Candidate{Benchmark: b, Operation: runs.operation, Setup: runs.setup, Identical: same})
		}
		switch {
		case l.broken && (runsOthers(all, l.match) || l.match == unlisted && len(onBase) > 0):
			// What it runs has a row each.
		case here && there && h.broken && !before.broken && (before.problem == "" || before.untried):
			candidate(before) // so that the samples show which side fails
		case here && there && h.hung && before.problem == "" && !before.untried:
			reason := fmt.Sprintf("%s; on base, run once, it takes %v", h.problem, (before.operation + before.setup).Round(time.Microsecond))
			f.finds.Skips = append(f.finds.Skips, plan.Skip{Benchmark: b, Reason: reason, Failed: true})
		case !here && head.Failed[workload] == "":
			switch ended, ok := endedIn(onHead, l.match); {
			case ok && ended.broken && before.problem == "":
				candidate(before)
			case ok:
				skip("", ended.problem)
			default:
				skip(plan.Head, "head does not have it")
			}
		case here && h.problem != "":
			skip("", h.problem)
		case there && before.problem != "":
			skip("", "on base: "+before.problem)
		default:
			_, ended := endedIn(onBase, l.match)
			b.Found.New = !there && !ended && base != nil && base.Failed[workload] == ""
			candidate(h)
		}
	}
}

// has tells whether a benchmark of that name, or one that it runs, is in a list.
func has(list []listing, match string) bool {
	return runsOthers(list, match) || slices.ContainsFunc(list, func(l listing) bool { return l.match == match })
}

// runsOthers tells whether a benchmark of that name runs others of a list.
func runsOthers(list []listing, match string) bool {
	return slices.ContainsFunc(list, func(l listing) bool { return strings.HasPrefix(l.match, match+"/") })
}

// endedIn is the benchmark of the same function in which its list ends early: nobody
// knows whether there are more behind it.
func endedIn(list []listing, match string) (listing, bool) {
	function, _, _ := strings.Cut(match, "/")
	for _, l := range list {
		if own, _, _ := strings.Cut(l.match, "/"); (own == function || own == unlisted) && (l.broken || l.untried) {
			return l, true
		}
	}
	return listing{}, false
}

// onBaseToo runs on base what head breaks, where nobody has run it there yet.
func (f *finder) onBaseToo(ctx context.Context, base *raw.Build, workload string, byName bool, onHead, onBase []listing) ([]listing, error) {
	var tops []string
	for _, l := range onHead {
		if top, _, _ := strings.Cut(l.match, "/"); (l.broken || l.hung) && has(onBase, top) && !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
	}
	switch {
	case len(tops) == 0:
		return onBase, nil
	case f.runtime.Kind == config.JMHJar:
		err := f.runJarOnce(ctx, base, []string{workload})
		return f.jars[base.Side][workload], err
	case !byName:
		return onBase, nil
	}
	tried, err := f.runOnce(ctx, f.abs(base.Artifacts[workload]), f.abs(base.Folders[workload]), tops)
	others := slices.DeleteFunc(slices.Clone(onBase), func(l listing) bool {
		top, _, _ := strings.Cut(l.match, "/")
		return slices.Contains(tops, top)
	})
	return append(others, tried...), err
}

// listed are a workload's benchmarks on a side: none where it was not built.
func (f *finder) listed(ctx context.Context, b *raw.Build, workload string, byName bool, i, of int) ([]listing, error) {
	if b.Artifacts[workload] == "" {
		return nil, nil
	}
	if f.runtime.Kind == config.JMHJar {
		return f.listJar(ctx, b, workload)
	}
	binary, folder := f.abs(b.Artifacts[workload]), f.abs(b.Folders[workload])
	if byName {
		tops, err := f.tops(ctx, binary, folder)
		if err != nil {
			return notListed(ctx, err)
		}
		var list []listing
		for _, top := range tops {
			list = append(list, listing{match: top})
		}
		return list, nil
	}
	list, err := f.tried(ctx, b, workload, i, of)
	if err != nil {
		return nil, err
	}
	if touched, err := f.touched(folder); err == nil && len(touched) > 0 {
		f.finds.note("%s writes to its source folder (%s): to a copy, which each side has of its own; yours is as it was", workload, strings.Join(touched, ", "))
	}
	return list, nil
}

// tried are a module's benchmarks on a side, each of which was run once.
func (f *finder) tried(ctx context.Context, b *raw.Build, workload string, i, of int) ([]listing, error) {
	artifact := b.Artifacts[workload]
	if list, known := f.once[artifact]; known {
		return list, nil
	}
	f.Report(Event{Kind: Building, What: fmt.Sprintf("the list of benchmarks: %s, %s (%d of %d)", workload, b.Side, i+1, of)})
	binary, folder := f.abs(artifact), f.abs(b.Folders[workload])
	tops, err := f.tops(ctx, binary, folder)
	if err != nil {
		return notListed(ctx, err)
	}
	list, err := f.runOnce(ctx, binary, folder, tops)
	if err == nil {
		f.once[artifact] = list
	}
	return list, err
}

// unlisted stands for the name of all that a binary does not list.
const unlisted = "*"

// notListed stands for what a binary does not list.
func notListed(ctx context.Context, err error) ([]listing, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return []listing{{match: unlisted, problem: err.Error(), untried: true, broken: true}}, nil
}

func (f *Finds) note(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(f.Notes, line) {
		f.Notes = append(f.Notes, line)
	}
}

// touched names files of a folder that are younger than the test binaries.
func (f *finder) touched(folder string) ([]string, error) {
	const most = 3
	var names []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.ModTime().After(f.built) {
			if name, err := filepath.Rel(folder, path); err == nil && len(names) < most {
				names = append(names, filepath.ToSlash(name))
			}
		}
		return nil
	})
	return names, err
}

// A choice is a filter of benchmarks.
type choice struct {
	text   string
	filter *benchproc.Filter
}

func newChoice(text string) (choice, error) {
	query := text
	if query == "" {
		query = "*"
	}
	filter, err := benchproc.NewFilter(query)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return choice{}, fmt.Errorf("%s: %s: want benchstat's syntax, such as .name:/Encode/ or /size:1k", text, line)
	}
	return choice{text, filter}, nil
}

// match asks the filter about a result as collect would write it.
func (c choice) match(b plan.Benchmark) bool {
	result := benchfmt.Result{
		Config: []benchfmt.Config{
			{Key: "pkg", Value: []byte(b.Found.Package), File: true},
			{Key: "runtime", Value: []byte(b.Runtime), File: true},
		},
		Name: benchfmt.Name(b.Bare()), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "sec/op"}},
	}
	ok, _ := c.filter.Apply(&result)
	return ok
}

// A naming knows how a workload's benchmarks are named.
type naming struct{ pack, short string }

// namings leave out of the packages' names what all have in common.
func namings(kind config.Kind, workloads []string) func(workload string) naming {
	pack, separator := func(w string) string { return w }, "/"
	if kind == config.JMHJar { // a method with class and package
		pack, separator = upToClass, "."
	}
	var packages []string
	for _, w := range workloads {
		packages = append(packages, pack(w))
	}
	short := qualifier.Of(packages, separator)
	return func(w string) naming { return naming{pack(w), short[pack(w)]} }
}

func upToClass(method string) string {
	parts := strings.Split(method, ".")
	return strings.Join(parts[:max(0, len(parts)-2)], ".")
}

func (q naming) benchmark(r config.Runtime, workload string, l listing) plan.Benchmark {
	b := plan.Benchmark{
		Runtime: r.Name, Workload: workload, Name: l.match, Parameters: l.parameters, Operations: 1,
		Found: &plan.Found{Package: q.pack, Qualifier: q.short, Match: l.match, SingleShot: l.singleShot},
	}
	if r.Kind == config.JMHJar {
		b.Name = jmhName(l)
	}
	b.Name = qualifier.Put(q.short, b.Name)
	return b
}

// A lineClock notes when each line was written.
type lineClock struct {
	now   func() time.Time
	wrote func() // called with each piece; nil is nobody
	lines []timedLine
	rest  []byte
	size  int
}

type timedLine struct {
	at   time.Time
	text string
}

func (c *lineClock) Write(p []byte) (int, error) {
	if c.size += len(p); c.size > maxOutput {
		return 0, errTooMuch
	}
	if c.wrote != nil {
		c.wrote()
	}
	at := c.now()
	c.rest = append(c.rest, p...)
	for {
		line, rest, whole := bytes.Cut(c.rest, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		c.lines = append(c.lines, timedLine{at, strings.TrimSuffix(string(line), "\r")})
		c.rest = rest
	}
}
