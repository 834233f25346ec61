package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/collect"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/profiler"
	"github.com/cobench/cobench/go/internal/why"
)

// An explained is what is profiled after the verdicts.
type explained string

const (
	whySlower explained = "slower" // what got slower or allocates more
	whyAll    explained = "all"    // all that was measured
	whyNone   explained = "false"
)

// whyOf takes the key why out of what -set says: what it is, "" where the profile
// decides, and the other settings.
func whyOf(given settings) (explained, settings, error) {
	var which explained
	var others settings
	for _, s := range given {
		if s.Key != "why" {
			others = append(others, s)
			continue
		}
		which = explained(s.Value)
		if !slices.Contains([]explained{whySlower, whyAll, whyNone}, which) {
			return "", nil, fmt.Errorf("-set why=%s: want slower, all or false", s.Value)
		}
	}
	return which, others, nil
}

// mostExplained is how many benchmarks are profiled, those that moved most.
const mostExplained = 5

// explain profiles the benchmarks of a run whose verdicts want a reason, and writes
// what moved into the run folder. It comes after all samples and in time of its own.
// What goes wrong is told, and leaves the verdicts as they are.
func (c command) explain(ctx context.Context, root string, p plan.Plan, m measuring) {
	if !p.Judged() || p.Recording > 0 || m.why == whyNone || p.Why == 0 && m.why == "" {
		return
	}
	err := c.explainRun(ctx, root, p, m)
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(c.stderr, "no profiles: %v\n", err)
	}
}

// perBenchmark is what the profiles of a benchmark may take where all are wanted.
const perBenchmark = 30 * time.Second

func (c command) explainRun(ctx context.Context, root string, p plan.Plan, m measuring) error {
	dir := raw.Dir(m.dir)
	r, err := dir.Run()
	if err != nil {
		return err
	}
	rows, err := explainable(dir, p, r, m.why)
	if err != nil || len(rows) == 0 {
		return err
	}
	budget := time.Duration(p.Why)
	if m.why == whyAll || budget == 0 {
		budget = time.Duration(len(rows)) * perBenchmark
	}
	fmt.Fprintf(c.stderr, "profiling %s, in %v at most\n", markdown.Count(len(rows), "benchmark"), budget)
	progress := newDisplay(c.stderr)
	taken, err := profiler.Profile(ctx, run.Options{
		Options: build.Options{Plan: p, Dir: dir, Root: root, Environ: withoutToken(c.environ), Report: progress.report, Now: c.now, Start: c.start},
		Budget:  budget,
		Read:    func(raw.Run, plan.Plan, raw.Record, string) (run.Reading, error) { return run.Reading{}, nil },
	}, wantedOf(rows))
	progress.end()
	if err != nil {
		return err
	}
	e := explainer{dir: dir, places: placesOf(p, dir), write: c.output}
	if p.Project.Finds() {
		root, err = forge.Top(ctx, ".") // a run of a project has all but the history in its folder
	}
	if err == nil {
		e.diff, e.read, err = diffOf(ctx, forge.Repository(root), p)
	}
	if err != nil {
		fmt.Fprintf(c.stderr, "functions of the diff are not marked: %v\n", err)
	}
	var file why.File
	for i, profiles := range taken {
		row := e.explain(rows[i], profiles)
		if row.None != "" {
			fmt.Fprintf(c.stderr, "no profile: %s %s: %s\n", row.Runtime, row.Benchmark, row.None)
		}
		file.Rows = append(file.Rows, row)
	}
	return c.output(dir.Path(raw.WhyFile), func(w io.Writer) error { return file.Write(w) })
}

// An unexplained row is one that profiles are to give the reason of.
type unexplained struct {
	report.Row
	profiler.Wanted
}

func wantedOf(rows []unexplained) []profiler.Wanted {
	var wanted []profiler.Wanted
	for _, x := range rows {
		wanted = append(wanted, x.Wanted)
	}
	return wanted
}

// explainable are the rows of a run that have a reason to be profiled, what moved
// most first.
func explainable(dir raw.Dir, p plan.Plan, r raw.Run, which explained) ([]unexplained, error) {
	var text bytes.Buffer
	if counts, err := collect.Folders(&text, []raw.Dir{dir}); err != nil || counts.Measured == 0 {
		return nil, err
	}
	verdicts, err := report.Read([]compare.Source{{Name: string(dir), Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text.Bytes())), nil }}})
	if err != nil {
		return nil, err
	}
	job, err := p.Job(r.Job)
	if err != nil {
		return nil, err
	}
	planned := map[string]plan.Benchmark{}
	for _, b := range job.Benchmarks {
		planned[b.Runtime+" "+results.WithProcs(b.Name, cmp.Or(b.CPUs, r.Machine.Cores))] = b
	}
	var rows []unexplained
	for _, x := range verdicts.Rows {
		b, ok := planned[x.Runtime+" "+x.Benchmark]
		if !ok || x.Base == nil || x.Head == nil {
			continue
		}
		if verdicts.Slowed(x) || which == whyAll {
			rows = append(rows, unexplained{x, profiler.Wanted{Benchmark: b}})
		}
		if x.Allocations == report.MoreAllocations || x.Allocations == report.MoreBytes {
			rows = append(rows, unexplained{x, profiler.Wanted{Benchmark: b, Allocations: true}})
		}
	}
	slices.SortStableFunc(rows, func(a, b unexplained) int { return cmp.Compare(*b.Head / *b.Base, *a.Head / *a.Base) })
	most := mostExplained
	if which == whyAll {
		most = why.MostRows
	}
	return rows[:min(most, len(rows))], nil
}

// suiteFiles is how the programs of a suite, which are built with -trimpath, name its
// Go files.
const suiteFiles = "github.com/cobench/cobench/go/"

// placesOf tells where the files that profiles name stand in the repository.
func placesOf(p plan.Plan, dir raw.Dir) why.Places {
	if !p.Project.Finds() {
		return why.Places{suiteFiles: "go/"}
	}
	places := why.Places{}
	for _, side := range p.Sides {
		folder, err := filepath.Abs(build.SourceOf(dir, side.Name))
		if err != nil {
			continue
		}
		places[filepath.ToSlash(folder)+"/"] = ""
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			places[filepath.ToSlash(real)+"/"] = ""
		}
	}
	return places
}

// diffOf is what the sides of a plan differ in, and their files.
func diffOf(ctx context.Context, repository forge.Repository, p plan.Plan) (why.Diff, why.Reader, error) {
	commits := map[string]string{}
	for _, side := range p.Sides {
		if commits[side.Name] = side.Commit; side.Ref == "" && strings.HasSuffix(side.Commit, forge.Dirty) {
			commits[side.Name] = ""
		}
	}
	patch, untracked, err := repository.Diff(ctx, commits[plan.Base], commits[plan.Head])
	known := map[string][]byte{}
	read := func(side, file string) []byte {
		text, ok := known[side+" "+file]
		if ok {
			return text
		}
		if commit := commits[side]; commit != "" {
			text, _ = repository.File(ctx, commit, file) // what a side lacks has no text
		} else {
			text, _ = os.ReadFile(filepath.Join(string(repository), filepath.FromSlash(file)))
		}
		known[side+" "+file] = text
		return text
	}
	if err != nil {
		return why.Diff{}, nil, err
	}
	return why.ReadDiff(patch, untracked), read, nil
}

// An explainer turns the profiles of a run into what they say.
type explainer struct {
	dir    raw.Dir
	places why.Places
	diff   why.Diff
	read   why.Reader
	write  func(file string, write func(io.Writer) error) error
}

func (e explainer) explain(x unexplained, taken profiler.Profiles) why.Row {
	row := why.Row{Runtime: x.Runtime, Benchmark: x.Row.Benchmark, Unit: why.Time, Functions: []why.Function{}, None: taken.None}
	var base, head why.Side
	base.PerOp, head.PerOp = x.PerOp()
	if taken.Allocations {
		row.Unit = why.Allocations
		if taken.JFR {
			row.Unit = why.Bytes // it samples bytes
		}
		base.PerOp, head.PerOp = x.Counted(row.Unit)
	}
	if row.None != "" {
		return row
	}
	for name, side := range map[string]*why.Side{plan.Base: &base, plan.Head: &head} {
		var err error
		if side.Profile, err = e.profile(taken, row.Unit, name); err != nil {
			row.None = fmt.Sprintf("%s: %v", name, err)
			return row
		}
	}
	row.Functions = append(row.Functions, why.Compare(base, head)...)
	if e.read != nil {
		e.diff.Mark(row.Functions, base.Profile, head.Profile, e.read)
	}
	for name, side := range map[string]why.Side{plan.Base: base, plan.Head: head} {
		if err := e.write(e.dir.Path(taken.Folder, name+".pprof"), func(w io.Writer) error { return side.Profile.Write(w, row.Unit) }); err != nil {
			row.None = err.Error()
			return row
		}
	}
	row.Flame = filepath.ToSlash(filepath.Join(taken.Folder, "flame.html"))
	if err := e.write(e.dir.Path(row.Flame), func(w io.Writer) error { return why.WriteFlame(w, row, base, head) }); err != nil {
		row.None, row.Flame = err.Error(), ""
	}
	return row
}

// profile is that of all processes of a side.
func (e explainer) profile(taken profiler.Profiles, unit, side string) (why.Profile, error) {
	var all []why.Profile
	for _, file := range taken.Files[side] {
		data, err := os.ReadFile(e.dir.Path(file))
		if err != nil {
			return why.Profile{}, err
		}
		var p why.Profile
		if taken.JFR {
			p, err = why.ReadJFR(data, unit, taken.Measured)
		} else {
			p, err = why.ReadGo(data, unit, e.places)
		}
		if err != nil {
			return p, err
		}
		all = append(all, p)
		if err := os.Remove(e.dir.Path(file)); err != nil { // what is kept of it is one file a side, many times smaller
			return p, err
		}
	}
	return why.Merge(all...), nil
}

// reasonsIn is what the profiles of a run folder say, with the whole paths of flame
// graphs; nothing where none were taken.
func reasonsIn(dir raw.Dir) (why.File, error) {
	data, err := os.ReadFile(dir.Path(raw.WhyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return why.File{}, nil
	} else if err != nil {
		return why.File{}, err
	}
	file, err := why.Read(data, dir.Path(raw.WhyFile))
	for i, row := range file.Rows {
		if row.Flame != "" {
			file.Rows[i].Flame = dir.Path(row.Flame) // as whoever reads the report opens it
		}
	}
	return file, err
}
