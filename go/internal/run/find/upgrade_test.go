package find

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/goproxytest"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/build/buildtest"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// upgradedModule uses two functions of a dependency, of which version 1.1.0 changes one.
var upgradedModule = map[string]string{
	"go.mod":       "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n",
	"uses/uses.go": "package uses\n",
	"uses/uses_test.go": `package uses

import (
	"testing"

	"example.com/dep"
)

func BenchmarkChanged(b *testing.B) { for i := range b.N { dep.Changed(i) } }
func BenchmarkThrough(b *testing.B) { for i := range b.N { dep.Through(i) } }
func BenchmarkSame(b *testing.B)    { for i := range b.N { dep.Same(i) } }
func BenchmarkOwn(b *testing.B)     { for range b.N { } }
`,
	"other/other.go":      "package other\n",
	"other/other_test.go": "package other\n\nimport \"testing\"\n\nfunc BenchmarkOther(b *testing.B) { for range b.N { } }\n",
}

// A new version of a dependency reaches the benchmarks that execute what it changes,
// whether a commit changes go.mod, as those of bots do, or -upgrade is given; a binary
// without the dependency is identical.
func TestUpgradeOfModule(t *testing.T) {
	proxy, err := goproxytest.NewServer("testdata/modules", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	environ := append(os.Environ(), "GOPROXY="+proxy.URL, "GONOSUMDB=*", "GOSUMDB=off", "GOMODCACHE="+t.TempDir(), "GOWORK=off")
	bumped := maps.Clone(upgradedModule)
	bumped["go.mod"] = strings.ReplaceAll(bumped["go.mod"], "v1.0.0", "v1.1.0")
	vendored := maps.Clone(upgradedModule)
	vendored["vendor/modules.txt"] = "# example.com/dep v1.0.0\n## explicit; go 1.24\nexample.com/dep\n"
	vendored["vendor/example.com/dep/dep.go"] = moduleFile(t, "testdata/modules/example.com_dep_v1.0.0.txtar", "dep.go")
	for _, test := range []struct {
		name       string
		base, head map[string]string
		upgrades   []plan.Upgrade
		flags      string
	}{
		{"a commit", upgradedModule, bumped, nil, "-mod=mod"},
		{"an upgrade", upgradedModule, upgradedModule, []plan.Upgrade{{What: "example.com/dep", Version: "1.1.0"}}, "-mod=mod"},
		{"an upgrade of a vendored module", vendored, vendored, []plan.Upgrade{{What: "example.com/dep", Version: "1.1.0"}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			trees := map[string]map[string]string{plan.Base: test.base, plan.Head: test.head}
			o := Options{Options: build.Options{
				Plan: plan.Plan{
					Sides:    []plan.Side{{Name: plan.Base, Ref: "base", Commit: plan.Base}, {Name: plan.Head, Ref: "head", Commit: plan.Head, Upgrades: test.upgrades}},
					Runtimes: []config.Runtime{{Name: "go", Kind: config.GoModule}}, Project: plan.Project{Folder: "."}, Budget: config.Duration(10 * time.Minute),
					Judging: &config.Judging{},
				},
				Dir: raw.Dir(t.TempDir()), Environ: append(slices.Clone(environ), "GOFLAGS=-modcacherw "+test.flags), Report: func(progress.Event) {}, Now: time.Now, Start: process.Start,
				Source: buildtest.Source{ToExport: func(_ context.Context, commit, dir string) error { return buildtest.Write(dir, trees[commit]) }},
			}}
			finds, err := Benchmarks(t.Context(), o, Choice{}, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, c := range finds.Candidates {
				switch {
				case c.Identical:
					got[c.Benchmark.Bare()] = "identical"
				case c.Reach.Not:
					got[c.Benchmark.Bare()] = "not reached"
				case c.Reach.Order == 0:
					got[c.Benchmark.Bare()] = "unknown"
				default:
					got[c.Benchmark.Bare()] = "reached"
				}
			}
			if want := (map[string]string{"Changed": "reached", "Through": "reached", "Same": "not reached", "Own": "not reached", "Other": "identical"}); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v; notes %q", got, want, finds.Notes)
			}
		})
	}
}

func moduleFile(t *testing.T, archive, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(archive))
	if err != nil {
		t.Fatal(err)
	}
	_, file, _ := strings.Cut(string(text), "-- "+name+" --\n")
	return file
}
