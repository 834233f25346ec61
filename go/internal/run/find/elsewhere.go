package find

import (
	"context"
	"errors"
	"fmt"
	gobuild "go/build"
	"go/build/constraint"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/jvmbuild"
)

// mostModules is how many are named.
const mostModules = 5

// Packages lists those packages of the options' Go module, in a repository's folder as
// it is, that have benchmarks. Where none has, its error says where there are some.
func Packages(ctx context.Context, o build.Options, top string) ([]string, error) {
	dir, err := os.MkdirTemp("", "cobench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	o.Dir = raw.Dir(dir)
	b := build.New(o, plan.Side{Name: plan.Head}, top)
	found, err := b.Packages(ctx)
	if err != nil {
		return nil, o.Advisor().BuildError(ctx, err, top, b.Module())
	}
	var names []string
	for _, p := range found {
		names = append(names, p.Path)
	}
	if len(names) == 0 {
		return nil, errors.New(noBenchmarks(top, o.Plan.Project.Folder))
	}
	return names, nil
}

// noBenchmarks says why none was found in a folder of a repository.
func noBenchmarks(top, folder string) string {
	return "no function such as func BenchmarkX(b *testing.B) in the _test.go files of the packages; -set packages=./... selects others" +
		elsewhere(top, folder)
}

// elsewhere tells where a repository has Go benchmarks that the module in one of its
// folders has not: in its other modules, which no pattern of packages reaches, and in
// files that build constraints leave out. It is "" where there are none.
func elsewhere(top, folder string) string {
	module := filepath.Join(top, filepath.FromSlash(folder))
	var modules, constrained []string
	eachBenchmarkFile(top, func(owner, file string, text []byte) {
		if owner != module {
			if name, err := filepath.Rel(module, owner); err == nil && owner != "" && !slices.Contains(modules, filepath.ToSlash(name)) {
				modules = append(modules, filepath.ToSlash(name))
			}
			return
		}
		left, err := gobuild.Default.MatchFile(filepath.Split(file))
		if expression := constraintOf(text); expression != nil && err == nil && !left {
			name, _ := filepath.Rel(module, file)
			constrained = append(constrained, filepath.ToSlash(name)+" "+unlocked(expression))
		}
	})
	text := ""
	if len(constrained) > 0 {
		text += "; " + constrained[0]
	}
	if len(modules) > 0 {
		text += "; other modules of this repository have some, start cobench in one of them: " + firstOf(modules)
	}
	return text
}

// Folders are the folders below one, with their paths from there, that cobench
// can be started in: Go modules with benchmarks, and builds of Maven or Gradle.
func Folders(top string) string {
	var folders []string
	add := func(folder string) {
		if name, err := filepath.Rel(top, folder); err == nil && folder != "" && !slices.Contains(folders, filepath.ToSlash(name)) {
			folders = append(folders, filepath.ToSlash(name))
		}
	}
	eachBenchmarkFile(top, func(owner, _ string, _ []byte) { add(owner) })
	walk(top, func(folder string, e fs.DirEntry) error {
		if e.IsDir() && jvmbuild.Is(folder) {
			add(folder)
			return filepath.SkipDir // its parts are built with it
		}
		return nil
	})
	return firstOf(folders)
}

func firstOf(names []string) string {
	more := ""
	if n := len(names) - mostModules; n > 0 {
		names, more = names[:mostModules], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ") + more
}

// eachBenchmarkFile calls f with every test file below a folder that has Go benchmarks
// and with the folder of its module, "" where there is none.
func eachBenchmarkFile(top string, f func(owner, file string, text []byte)) {
	walk(top, func(path string, e fs.DirEntry) error {
		if e.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		if text, err := os.ReadFile(path); err == nil && build.BenchmarkFunction.Match(text) {
			f(moduleAbove(filepath.Dir(path), top), path, text)
		}
		return nil
	})
}

// moduleAbove is the folder of the go.mod that a folder below top belongs to.
func moduleAbove(folder, top string) string {
	for ; ; folder = filepath.Dir(folder) {
		if files.Has(folder, "go.mod") {
			return folder
		}
		if folder == top || folder == filepath.Dir(folder) {
			return ""
		}
	}
}

// walk visits what tools see of a repository: no hidden folder, nobody else's code and
// no test data. What can't be read is left out.
func walk(top string, visit func(path string, e fs.DirEntry) error) {
	_ = filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if name := e.Name(); e.IsDir() && path != top && (strings.HasPrefix(name, ".") || slices.Contains([]string{"vendor", "node_modules", "testdata"}, name)) {
			return filepath.SkipDir
		}
		return visit(path, e)
	})
}

// constraintOf is the build constraint of a Go file, nil where it has none.
func constraintOf(text []byte) constraint.Expr {
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "package ") {
			return nil
		}
		if constraint.IsGoBuild(line) {
			expression, err := constraint.Parse(line)
			if err != nil {
				return nil
			}
			return expression
		}
	}
	return nil
}

// unlocked says what a file with a constraint needs.
func unlocked(expression constraint.Expr) string {
	if tag, ok := expression.(*constraint.TagExpr); ok {
		return fmt.Sprintf("has some, behind the build tag %s: set GOFLAGS=-tags=%s", tag, tag)
	}
	return fmt.Sprintf("has some, behind the build constraint %s: set GOFLAGS=-tags=... for it", expression)
}
