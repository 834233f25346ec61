package find

import (
	"context"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/build/buildtest"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// reader is a benchmark that opens the files that reads.txt names, and lists its
// folder if one is "*".
const reader = `package reader

import (
	"os"
	"strings"
	"testing"
)

func BenchmarkReads(b *testing.B) {
	names, _ := os.ReadFile("reads.txt")
	for _, name := range strings.Fields(string(names)) {
		if name == "*" {
			os.ReadDir(".")
			continue
		}
		os.ReadFile(name)
	}
}
`

// A benchmark whose code is the same on both sides is identical, unless it opens
// what is not. Where nobody sees what it opens, all in its folder counts.
func TestWhatIsReadCounts(t *testing.T) {
	type files map[string]string
	tests := []struct {
		name             string
		reads            string
		base, head       files // in the benchmark's folder
		same             bool
		sameWhereUnseen  bool
		opensThatDiffers string
	}{
		{name: "nothing", same: true, sameWhereUnseen: true},
		{name: "markdown", reads: "_data.md", base: files{"_data.md": "one"}, head: files{"_data.md": "one one"}, opensThatDiffers: "_data.md"},
		{name: "asciidoc", reads: "a.adoc", base: files{"a.adoc": "one"}, head: files{"a.adoc": "two"}, opensThatDiffers: "a.adoc"},
		{name: "source", reads: "in/parsed.go", base: files{"in/parsed.go": "package in"}, head: files{"in/parsed.go": "package in // x"}, opensThatDiffers: "in/parsed.go"},
		{name: "tests", reads: "in/a_test.go", base: files{"in/a_test.go": "package in"}, head: files{"in/a_test.go": "package in // x"}, opensThatDiffers: "in/a_test.go"},
		{name: "java", reads: "A.java", base: files{"A.java": "class A {}"}, head: files{"A.java": "class A { }"}, opensThatDiffers: "A.java"},
		{name: "kotlin", reads: "a.kt", base: files{"a.kt": "fun a() {}"}, head: files{"a.kt": "fun a() { }"}, opensThatDiffers: "a.kt"},
		{name: "makefile", reads: "Makefile", base: files{"Makefile": "all:"}, head: files{"Makefile": "all: x"}, opensThatDiffers: "Makefile"},
		{name: "license", reads: "LICENSE", base: files{"LICENSE": "MIT"}, head: files{"LICENSE": "BSD"}, opensThatDiffers: "LICENSE"},
		{name: "module", reads: "in/go.mod", base: files{"in/go.mod": "module in"}, head: files{"in/go.mod": "module in2"}, opensThatDiffers: "in/go.mod"},
		{name: "hidden", reads: ".data", base: files{".data": "one"}, head: files{".data": "two"}, opensThatDiffers: ".data"},
		{name: "above", reads: "../README.md", opensThatDiffers: "../README.md", sameWhereUnseen: true},
		{name: "through", reads: "link.txt", base: files{"link.txt": "-> ../README.md"}, head: files{"link.txt": "-> ../README.md"}, opensThatDiffers: "../README.md", sameWhereUnseen: true},
		{name: "added", reads: "new.md", head: files{"new.md": "one"}, opensThatDiffers: "new.md"},
		{name: "removed", reads: "old.md", base: files{"old.md": "one"}, opensThatDiffers: "old.md"},
		{name: "listed", reads: "*", head: files{"new.md": "one"}, opensThatDiffers: "new.md"},
		{name: "prose", base: files{"README.md": "one", "doc/a.md": "one"}, head: files{"README.md": "two", "doc/a.md": "two"}, same: true},
		{name: "sources", base: files{"in/in.go": "package in"}, head: files{"in/in.go": "package in // x"}, same: true},
	}
	tree := map[string]files{
		plan.Base: {"go.mod": "module example.com/m\n\ngo 1.21\n", "README.md": "one"},
		plan.Head: {"go.mod": "module example.com/m\n\ngo 1.21\n", "README.md": "two"},
	}
	for _, test := range tests {
		for side, own := range map[string]files{plan.Base: test.base, plan.Head: test.head} {
			tree[side][test.name+"/reader_test.go"] = reader
			tree[side][test.name+"/reads.txt"] = test.reads
			for name, text := range own {
				tree[side][test.name+"/"+name] = text
			}
		}
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for _, unwatched := range []bool{false, true} {
		if runtime.GOOS != "linux" && !unwatched {
			continue
		}
		builds := buildsOf(t, tree[plan.Base], tree[plan.Head], unwatched)
		for _, test := range tests {
			want := test.same
			if unwatched {
				want = test.sameWhereUnseen
			}
			key := builds[plan.Base].Keys["example.com/m/"+test.name]
			same := key != "" && key == builds[plan.Head].Keys["example.com/m/"+test.name]
			if same != want {
				t.Errorf("%s, unwatched %v: identical %v, want %v; it opens %s", test.name, unwatched, same, want, test.opensThatDiffers)
			}
		}
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("unwatched %v: %v is left in the temporary folder, %v", unwatched, left, err)
		}
	}
}

// buildsOf finds the benchmarks of two trees, and returns the builds by side.
func buildsOf(t *testing.T, base, head map[string]string, unwatched bool) map[string]raw.Build {
	t.Helper()
	linked := ""
	o := Options{unwatched: unwatched, Options: build.Options{
		Plan: plan.Plan{
			Sides:    []plan.Side{{Name: plan.Base, Ref: "base", Commit: plan.Base}, {Name: plan.Head, Ref: "head", Commit: plan.Head}},
			Runtimes: []config.Runtime{{Name: "go", Kind: config.GoModule}}, Project: plan.Project{Folder: "."},
		},
		Dir: raw.Dir(t.TempDir()), Environ: append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"), Report: func(progress.Event) {}, Now: time.Now,
		Source: buildtest.Source{ToExport: func(_ context.Context, commit, dir string) error {
			return buildtest.Write(dir, map[string]map[string]string{plan.Base: base, plan.Head: head}[commit])
		}},
		// All packages are the same program: it is linked once.
		Start: func(ctx context.Context, p process.Command) (process.Usage, error) {
			at := slices.Index(p.Args, "-o")
			if at < 0 {
				return process.Start(ctx, p)
			}
			if linked != "" {
				return process.Usage{}, files.CopyProgram(p.Args[at+1], linked)
			}
			linked = p.Args[at+1]
			return process.Start(ctx, p)
		},
	}}
	if _, err := Benchmarks(t.Context(), o, Choice{}, time.Minute); err != nil {
		t.Fatal(err)
	}
	r, err := o.Dir.Run()
	if err != nil {
		t.Fatal(err)
	}
	builds := map[string]raw.Build{}
	for _, b := range r.Builds {
		builds[b.Side] = b
	}
	return builds
}
