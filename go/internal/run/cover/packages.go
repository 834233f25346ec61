package cover

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/reach"
	"github.com/cobench/cobench/go/internal/run/build"
)

// A listed is the packages that a side's benchmarks are built from, but for Go's own.
type listed struct {
	source   string // the side's folder
	packages map[string]reach.Package
	own      map[string]bool     // those of the module
	deps     map[string][]string // what the tests of each package are built from
	spawns   map[string][]string // of each package, its files that may start processes
	language string              // of the module
	settings string
}

// A goListed is a package as go list prints it.
type goListed struct {
	ImportPath, Name, Dir, ForTest      string
	Standard                            bool
	GoFiles, CgoFiles                   []string
	CFiles, CXXFiles, MFiles, HFiles    []string
	FFiles, SFiles, SwigFiles           []string
	SwigCXXFiles, SysoFiles, EmbedFiles []string
	TestGoFiles, XTestGoFiles           []string
	TestEmbedFiles, XTestEmbedFiles     []string
	Imports, TestImports, XTestImports  []string
	Deps                                []string
	Module                              *struct {
		Main      bool
		GoVersion string
	}
}

const goListFields = "ImportPath,Name,Dir,ForTest,Standard,GoFiles,CgoFiles,CFiles,CXXFiles,MFiles,HFiles,FFiles,SFiles,SwigFiles,SwigCXXFiles,SysoFiles,EmbedFiles," +
	"TestGoFiles,XTestGoFiles,TestEmbedFiles,XTestEmbedFiles,Imports,TestImports,XTestImports,Deps,Module"

// packagesOf lists what a side's benchmarks are built from.
func (g *goReach) packagesOf(ctx context.Context, side string) (listed, error) {
	i := slices.IndexFunc(g.Plan.Sides, func(s plan.Side) bool { return s.Name == side })
	b := build.New(g.Options, g.Plan.Sides[i], build.SourceOf(g.Dir, side))
	l := listed{source: build.SourceOf(g.Dir, side), packages: map[string]reach.Package{}, own: map[string]bool{}, deps: map[string][]string{}, spawns: map[string][]string{}, settings: settingsOf(b.Module())}
	patterns, err := b.Patterns()
	if err != nil || len(patterns) == 0 {
		return l, err
	}
	text, err := b.Go(ctx, "go-list-deps", b.Module(), append([]string{"list", "-e", "-deps", "-test", "-json=" + goListFields}, patterns...)...)
	if err != nil {
		return l, err
	}
	var all []goListed
	for list := json.NewDecoder(strings.NewReader(text)); ; {
		var p goListed
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return l, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
	names := map[string]string{}
	for _, p := range all {
		if p.ForTest == "" {
			names[p.ImportPath] = p.Name
		}
	}
	for _, p := range all {
		l.add(p, names)
	}
	return l, nil
}

// add takes a package, or what go list says of a test binary.
func (l *listed) add(p goListed, names map[string]string) {
	switch tested, binary := strings.CutSuffix(p.ImportPath, ".test"); {
	case binary && p.Name == "main" && p.ForTest == "":
		for _, d := range p.Deps {
			at, _, _ := strings.Cut(d, " [")
			if at != tested+"_test" && !slices.Contains(l.deps[tested], at) {
				l.deps[tested] = append(l.deps[tested], at)
			}
		}
		return
	case p.Standard || p.ForTest != "" || p.Dir == "":
		return
	}
	x := reach.Package{
		Path: p.ImportPath, Dir: p.Dir, Names: names,
		Go:      slices.Concat(p.GoFiles, p.CgoFiles),
		Tests:   slices.Concat(p.TestGoFiles, p.XTestGoFiles),
		Other:   slices.Concat(p.CFiles, p.CXXFiles, p.MFiles, p.HFiles, p.FFiles, p.SFiles, p.SwigFiles, p.SwigCXXFiles, p.SysoFiles, p.EmbedFiles, p.TestEmbedFiles, p.XTestEmbedFiles),
		Imports: p.Imports,
	}
	if p.Module != nil {
		x.Language = p.Module.GoVersion
		if p.Module.Main {
			l.own[p.ImportPath], l.language = true, p.Module.GoVersion
		}
	}
	l.packages[p.ImportPath] = x
	if files := reach.Starting(x, x.Go); len(files) > 0 {
		l.spawns[p.ImportPath] = files
	}
}
