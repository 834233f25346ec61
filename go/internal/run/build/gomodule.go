package build

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
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/failure"
)

// goModule is the test binaries of somebody's Go module, one a package that has
// benchmarks. A workload is such a package, by its import path.
func goModule(ctx context.Context, b *Builder, _ config.Runtime, made *raw.Build) error {
	module := b.Module()
	if _, err := os.Stat(filepath.Join(module, "go.mod")); err != nil {
		return fmt.Errorf("no go.mod in %s", filepath.Join(b.side.Name, b.Plan.Project.Folder))
	}
	if err := b.goOf(ctx, module, made); err != nil {
		return err
	}
	// Not -trimpath: benchmarks that find their data by their own path would lose it.
	made.BuildFlags = []string{"-buildvcs=false"}
	packages, err := b.Packages(ctx)
	if err != nil {
		return err
	}
	made.Folders = map[string]string{}
	var list []testBinary
	for i, p := range packages {
		switch {
		case p.Problem != "":
			b.failed(made, p.Path, errors.New(p.Problem))
		case len(b.workloads) == 0 || slices.Contains(b.workloads, p.Path): // all, until somebody has chosen
			name := strconv.Itoa(i) + "-" + filepath.Base(p.Folder) + ".test"
			list = append(list, testBinary{p.Path, p.Path, filepath.Join(b.folder(), name), p.Folder})
		}
	}
	return b.linkTests(ctx, module, made, list, Unvetted)
}

// Unvetted links what go vet would refuse.
const Unvetted = "-vet=off"

// Module is where a side's module or build lies.
func (b *Builder) Module() string {
	return filepath.Join(b.source, filepath.FromSlash(b.Plan.Project.Folder))
}

// A Package is one with benchmarks.
type Package struct {
	Path, Folder string
	Problem      string // why it can't be built
}

// BenchmarkFunction begins one. Looking for it spares linking the tests of every package.
var BenchmarkFunction = regexp.MustCompile(`(?m)^func Benchmark([^a-z]|\()`)

// Patterns are those of the packages that are wanted. One of a folder that is not
// there is wrong on head; base may not have it yet.
func (b *Builder) Patterns() ([]string, error) {
	if len(b.Plan.Project.Packages) == 0 {
		return []string{"./..."}, nil
	}
	var there []string
	for _, p := range b.Plan.Project.Packages {
		folder, _, _ := strings.Cut(p, "...")
		if folder != "" && (folder[0] == '.' || filepath.IsAbs(folder)) {
			if !filepath.IsAbs(folder) {
				folder = filepath.Join(b.Module(), filepath.FromSlash(folder))
			}
			if info, err := os.Stat(folder); err != nil || !info.IsDir() {
				if b.side.Name == plan.Head {
					return nil, failure.Inputf("packages %s: there is no such folder in %s", p, cmp.Or(b.Plan.Project.Folder, "."))
				}
				continue
			}
		}
		there = append(there, p)
	}
	return there, nil
}

// Packages are those of the module that have benchmarks.
func (b *Builder) Packages(ctx context.Context) ([]Package, error) {
	patterns, err := b.Patterns()
	if err != nil || len(patterns) == 0 {
		return nil, err
	}
	for _, p := range patterns {
		if strings.HasPrefix(p, "-") {
			return nil, failure.Inputf("packages %s: starts with a dash: want patterns such as ./...", p)
		}
	}
	text, err := b.Go(ctx, "go-list", b.Module(), append([]string{"list", "-e", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,Error"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var found []Package
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
			return nil, failure.Inputf("packages %s: %s is not in this module: want packages of the module on both sides, such as ./...", strings.Join(patterns, ","), p.ImportPath)
		}
		has := false
		for _, name := range append(p.TestGoFiles, p.XTestGoFiles...) {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			has = has || err == nil && BenchmarkFunction.Match(source)
		}
		if !has {
			continue
		}
		x := Package{Path: p.ImportPath, Folder: p.Dir}
		if p.Error != nil {
			x.Problem = failure.Shorten(p.Error.Err)
		}
		found = append(found, x)
	}
}
