package find

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// A testList lists the benchmarks of a module's test binaries.
type testList struct {
	*finder
	once map[string][]listing // of the workloads that were run once, by artifact
}

func newTestList(f *finder) testList { return testList{f, map[string][]listing{}} }

func (f testList) none() string {
	return noBenchmarks(build.SourceOf(f.Dir, plan.Head), f.Plan.Project.Folder)
}

func (testList) begin(context.Context, func(string) bool) error { return nil }

func (testList) pack(workload string) (name, separator string) { return workload, "/" }

func (testList) name(l listing) string { return l.match }

func (f testList) list(ctx context.Context, b *raw.Build, workload string, byName bool) ([]listing, error) {
	binary, folder := f.Dir.Path(b.Artifacts[workload]), f.Dir.Path(b.Folders[workload])
	if byName {
		tops, err := f.tops(ctx, workload, binary, folder)
		if err != nil {
			return notListed(ctx, err)
		}
		var list []listing
		for _, top := range tops {
			list = append(list, listing{match: f.chosen.within(f.naming(workload), top)})
		}
		return list, nil
	}
	list, err := f.tried(ctx, b, workload)
	if err != nil {
		return nil, err
	}
	if touched, err := f.touched(folder); err == nil && len(touched) > 0 {
		f.finds.note("%s writes to its source folder (%s): to a copy, which each side has of its own; yours is as it was", workload, strings.Join(touched, ", "))
	}
	return list, nil
}

func (f testList) reads(ctx context.Context, workloads []string) error {
	for _, w := range workloads {
		if err := f.finder.reads([]string{w}, func(b *raw.Build) (bool, error) {
			list, err := f.tried(ctx, b, w)
			return !slices.ContainsFunc(list, func(l listing) bool { return l.untried }), err
		}); err != nil {
			return err
		}
	}
	return nil
}

func (f testList) again(ctx context.Context, base *raw.Build, workload string, byName bool, tops []string, onBase []listing) ([]listing, error) {
	if !byName {
		return onBase, nil // all of it has run there
	}
	tried, err := f.runOnce(ctx, f.Dir.Path(base.Artifacts[workload]), f.Dir.Path(base.Folders[workload]), tops)
	others := slices.DeleteFunc(slices.Clone(onBase), func(l listing) bool {
		top, _, _ := strings.Cut(l.match, "/")
		return slices.Contains(tops, top)
	})
	return append(others, tried...), err
}

// tried are a module's benchmarks on a side, each of which was run once.
func (f testList) tried(ctx context.Context, b *raw.Build, workload string) ([]listing, error) {
	artifact := b.Artifacts[workload]
	if list, known := f.once[artifact]; known {
		return list, nil
	}
	f.Report(progress.Event{Kind: progress.Step, What: "listing benchmarks: " + progress.Place(workload, b.Side, slices.Index(f.all, workload), len(f.all))})
	binary, folder := f.Dir.Path(artifact), f.Dir.Path(b.Folders[workload])
	tops, err := f.tops(ctx, workload, binary, folder)
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

// touched names files of a folder that are younger than the test binaries.
func (f testList) touched(folder string) ([]string, error) {
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

// tops lists the benchmarks of a workload that may be wanted, without those that
// they run themselves.
func (f testList) tops(ctx context.Context, workload, binary, folder string) ([]string, error) {
	var stdout, stderr bytes.Buffer
	_, err := f.Start(ctx, process.Command{
		Args: []string{binary, "-test.list=^Benchmark"}, Dir: folder, Environ: commandline.Environ(f.Environ, f.Plan.Project.Env),
		Stdout: &stdout, Stderr: &stderr, Limit: listLimit,
	})
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()+stdout.String()), "\n")
		return nil, fmt.Errorf("its test binary cannot list its benchmarks: %w: %s", err, failure.Shorten(line))
	}
	var names []string
	for line := range strings.Lines(stdout.String()) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "Benchmark"); ok && !strings.ContainsAny(name, " \t") && f.chosen.mayRun(f.naming(workload), name) {
			names = append(names, name)
		}
	}
	return names, nil
}
