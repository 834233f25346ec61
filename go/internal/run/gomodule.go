package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// goModule is the test binaries of somebody's Go module, one a package that has
// benchmarks. A workload is such a package, by its import path.
type goModule struct{}

func (goModule) build(ctx context.Context, b *builder, _ config.Runtime, made *raw.Build) error {
	module := b.projectFolder()
	if _, err := os.Stat(filepath.Join(module, "go.mod")); err != nil {
		return fmt.Errorf("no go.mod in %s", filepath.Join(b.side.Name, b.Plan.Project.Folder))
	}
	if err := b.goOf(ctx, module, made); err != nil {
		return err
	}
	// Not -trimpath: benchmarks that find their data by their own path would lose it.
	made.BuildFlags = []string{"-buildvcs=false"}
	packages, err := b.packages(ctx, module)
	if err != nil {
		return err
	}
	made.Folders = map[string]string{}
	var list []testBinary
	for i, p := range packages {
		switch {
		case p.problem != "":
			b.failed(made, p.path, errors.New(p.problem))
		case len(b.workloads) == 0 || slices.Contains(b.workloads, p.path): // all, until somebody has chosen
			name := strconv.Itoa(i) + "-" + filepath.Base(p.folder) + ".test"
			list = append(list, testBinary{p.path, p.path, filepath.Join(b.folder(), name), p.folder})
		}
	}
	return b.linkTests(ctx, module, made, list, unvetted)
}

// unvetted links what go vet would refuse.
const unvetted = "-vet=off"

// projectFolder is where a side's module or build lies.
func (b *builder) projectFolder() string {
	return filepath.Join(b.source, filepath.FromSlash(b.Plan.Project.Folder))
}

type goPackage struct {
	path, folder string
	problem      string // why it can't be built
}

// benchmarkFunction begins one. Looking for it spares linking the tests of every package.
var benchmarkFunction = regexp.MustCompile(`(?m)^func Benchmark([^a-z]|\()`)

// patterns are those of the packages that are wanted. One of a folder that is not
// there is wrong on head; base may not have it yet.
func (b *builder) patterns(module string) ([]string, error) {
	if len(b.Plan.Project.Packages) == 0 {
		return []string{"./..."}, nil
	}
	var there []string
	for _, p := range b.Plan.Project.Packages {
		folder, _, _ := strings.Cut(p, "...")
		if folder != "" && (folder[0] == '.' || filepath.IsAbs(folder)) {
			if !filepath.IsAbs(folder) {
				folder = filepath.Join(module, filepath.FromSlash(folder))
			}
			if info, err := os.Stat(folder); err != nil || !info.IsDir() {
				if b.side.Name == plan.Head {
					return nil, inputErrorf("packages %s: there is no such folder in %s", p, cmp.Or(b.Plan.Project.Folder, "."))
				}
				continue
			}
		}
		there = append(there, p)
	}
	return there, nil
}

// packages are those of the module that have benchmarks.
func (b *builder) packages(ctx context.Context, module string) ([]goPackage, error) {
	patterns, err := b.patterns(module)
	if err != nil || len(patterns) == 0 {
		return nil, err
	}
	for _, p := range patterns {
		if strings.HasPrefix(p, "-") {
			return nil, inputErrorf("packages %s: starts with a dash: want patterns such as ./...", p)
		}
	}
	text, err := b.goOutput(ctx, "go-list", module, append([]string{"list", "-e", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,Error"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var found []goPackage
	list := json.NewDecoder(strings.NewReader(text))
	for {
		var p struct {
			ImportPath, Dir           string
			TestGoFiles, XTestGoFiles []string
			Error                     *struct{ Err string }
		}
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if below, err := filepath.Rel(b.source, p.Dir); p.Dir != "" && (err != nil || !filepath.IsLocal(below)) {
			return nil, inputErrorf("packages %s: %s is not in this module: want packages of the module on both sides, such as ./...", strings.Join(patterns, ","), p.ImportPath)
		}
		has := false
		for _, name := range append(p.TestGoFiles, p.XTestGoFiles...) {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			has = has || err == nil && benchmarkFunction.Match(source)
		}
		if !has {
			continue
		}
		x := goPackage{path: p.ImportPath, folder: p.Dir}
		if p.Error != nil {
			x.problem = shorten(p.Error.Err)
		}
		found = append(found, x)
	}
}

func (goModule) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	warmups, iterations := o.Plan.Counts(s.Side, s.Benchmark, r.Kind)
	benchtime := o.Plan.Iteration.String()
	if s.Benchmark.Found.Once {
		benchtime = "1x"
	}
	return append(goTestFlags(o.artifact(b, s), exactly(s.Benchmark.Found.Match)),
		"-test.benchmem",
		"-test.benchtime="+benchtime,
		"-test.count="+strconv.Itoa(warmups+iterations),
	)
}

// goTestFlags start a test binary for some benchmarks alone. Verbose, since it
// then prints a result in one piece, whatever is logged before it; on all
// processors, as results are named.
func goTestFlags(binary, pattern string) []string {
	return []string{binary, "-test.run=^$", "-test.bench=" + pattern, "-test.v", "-test.timeout=0", "-test.cpu=" + strconv.Itoa(runtime.NumCPU())}
}

// exactly is the pattern of one benchmark: one of each level of its name.
func exactly(name string) string {
	levels := strings.Split("Benchmark"+name, "/")
	for i, level := range levels {
		levels[i] = "^" + regexp.QuoteMeta(level) + "$"
	}
	return strings.Join(levels, "/")
}
