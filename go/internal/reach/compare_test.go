package reach_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/cobench/cobench/go/internal/reach"
)

// side writes files into a folder, and is the package that they make.
func side(t *testing.T, at, files string) reach.Package {
	t.Helper()
	p := reach.Package{Path: at, Dir: t.TempDir()}
	for _, f := range txtar.Parse([]byte(files)).Files {
		if err := os.WriteFile(filepath.Join(p.Dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasSuffix(f.Name, "_test.go"):
			p.Tests = append(p.Tests, f.Name)
		case strings.HasSuffix(f.Name, ".go"):
			p.Go = append(p.Go, f.Name)
		default:
			p.Other = append(p.Other, f.Name)
		}
	}
	return p
}

const before = `
-- a.go --
package p

import "example.com/fast"

// F is documented.
func F(n int) int { return n + 1 }

func G() int { return F(2) }

type T struct{ n int }

func (t *T) M() int { return t.n }

func (t *T) small() int { return fast.Do(t.n) }

const A, B = 1, 2

const (
	zero = iota
	one
)

var table = [3]int{1, 2, 3}
-- b.s --
TEXT nothing
`

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name      string
		old, new  string // replaced in the only file, or nothing
		functions string
		whole     string // the reason, "" if it differs in functions alone
	}{
		{name: "nothing"},
		{name: "a comment", old: "// F is documented.", new: "// F is\n// documented better.\n"},
		{name: "another format", old: "func F(n int) int { return n + 1 }", new: "func F(n int) int {\n\n\treturn n +\n\t\t1 // more\n}"},
		{name: "a body", old: "n + 1", new: "n + 2", functions: "F"},
		{name: "a body that two names have", old: "return F(2)", new: "return F(3)", functions: "G"},
		{name: "a method", old: "return t.n }", new: "return -t.n }", functions: "(*T).M"},
		{name: "another order", old: "func G() int { return F(2) }\n", new: "\nfunc G() int { return F(2) }\n"},
		{name: "a new name", old: "func F(n int) int { return n + 1 }\n\nfunc G() int { return F(2) }", new: "func H(n int) int { return n + 1 }\n\nfunc G() int { return H(2) }", functions: "G"},
		{name: "a new function", old: "type T", new: "func N() {}\n\ntype T", functions: "N"},
		{name: "a directive", old: "func F", new: "//go:noinline\nfunc F", functions: "F"},
		{name: "another package of the same name", old: "example.com/fast", new: "example.com/slow/fast", functions: "(*T).small"},
		{name: "an alias of the same package", old: `"example.com/fast"`, new: `fast "example.com/fast"`},
		{name: "a type", old: "struct{ n int }", new: "struct{ n, m int }", whole: "T differs"},
		{name: "a constant", old: "B = 1, 2", new: "B = 1, 3", whole: "A differs"},
		{name: "an iota", old: "\tone\n", new: "\ttwo\n\tone\n", whole: "one differs"},
		{name: "a variable", old: "2, 3}", new: "2, 4}", whole: "table differs"},
		{name: "a new variable", old: "var table", new: "var other = 3\n\nvar table"},
		{name: "a new variable that is made by a call", old: "var table", new: "var other = F(3)\n\nvar table", whole: "other is new, and made by a call"},
		{name: "an error", old: "var table", new: "var other = errors.New(`x`)\n\nvar table"},
		{name: "what hides a name of the language", old: "var table", new: "func len(x any) int { return 1 }\n\nvar table", functions: "len", whole: "len hides what the language calls so"},
		{name: "init", old: "var table", new: "func init() {}\n\nvar table", whole: "what runs at its start, or a directive of the compiler, differs"},
		{name: "a blank import", old: `import "example.com/fast"`, new: "import \"example.com/fast\"\nimport _ \"example.com/wild\"", whole: "what runs at its start, or a directive of the compiler, differs"},
		{name: "an exported method of an old type", old: "const A", new: "func (t *T) String() string { return `` }\n\nconst A", functions: "(*T).String", whole: "(*T).String is a new method, which whoever asks for an interface may find"},
		{name: "an unexported method of an old type", old: "const A", new: "func (t *T) string() string { return `` }\n\nconst A", functions: "(*T).string"},
		{name: "an exported method is gone", old: "func (t *T) M() int { return t.n }", new: "", whole: "(*T).M is gone, and another method may stand in for it"},
		{name: "assembly", old: "TEXT nothing", new: "TEXT something", whole: "b.s differs"},
		{name: "what is no Go", old: "func G", new: "fanc G", whole: "it can't be parsed: p: a.go:8:1: expected declaration, found fanc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := reach.Compare(
				map[string]reach.Package{"p": side(t, "p", before)},
				map[string]reach.Package{"p": side(t, "p", strings.Replace(before, test.old, test.new, 1))})
			if got := names(c.Functions); got != test.functions {
				t.Errorf("functions %q, want %q", got, test.functions)
			}
			if got := c.Packages["p"]; got != test.whole {
				t.Errorf("the package: %q, want %q", got, test.whole)
			}
		})
	}
}

func names(list []reach.Function) string {
	var all []string
	for _, f := range list {
		all = append(all, f.Name)
	}
	return strings.Join(all, " ")
}

// A package is reached by whoever imports it too, also over others.
func TestOf(t *testing.T) {
	head := map[string]reach.Package{
		"m/types": side(t, "m/types", "-- a.go --\npackage types\n\ntype T struct{ N, M int }\n"),
		"m/codec": side(t, "m/codec", "-- a.go --\npackage codec\n\nfunc Slow() {\n\tprintln()\n}\n\nfunc Fast() {\n\tprintln()\n}\n"),
		"m/user":  side(t, "m/user", "-- a.go --\npackage user\n\nfunc Use() {\n\tprintln()\n}\n"),
		"m/other": side(t, "m/other", "-- a.go --\npackage other\n\nfunc Do() {\n\tprintln()\n}\n-- a_test.go --\npackage other\n\nimport \"m/types\"\n\nfunc BenchmarkDo() { Do() }\n\nfunc BenchmarkTakes() { make() }\n\nfunc make() types.T { return types.T{} }\n\nfunc BenchmarkHelped() { help() }\n\nfunc help() { Do(); Do() }\n"),
	}
	p := head["m/user"]
	p.Imports = []string{"m/types"}
	head["m/user"] = p
	base := func(changes map[string]string) map[string]reach.Package {
		all := map[string]reach.Package{}
		for at, p := range head {
			text := ""
			for _, name := range slices.Concat(p.Go, p.Tests) {
				content, err := os.ReadFile(filepath.Join(p.Dir, name))
				if err != nil {
					t.Fatal(err)
				}
				text += fmt.Sprintf("-- %s --\n%s", name, content)
			}
			for from, to := range changes {
				text = strings.Replace(text, from, to, 1)
			}
			x := side(t, at, text)
			x.Imports = p.Imports
			all[at] = x
		}
		return all
	}
	executes := func(files ...string) reach.Profile {
		p := reach.Profile{"m/codec/a.go": {{Line: 3, Statements: 1}, {Line: 7, Statements: 1}}, "m/user/a.go": {{Line: 3, Statements: 1}}, "m/other/a.go": {{Line: 3, Statements: 1}}}
		for _, f := range files {
			name, line, _ := strings.Cut(f, ":")
			for i, b := range p[name] {
				if line == "" || fmt.Sprint(b.Line) == line {
					p[name][i].Count = 3
				}
			}
		}
		return p
	}
	slow := map[string]string{"func Slow() {\n\tprintln()": "func Slow() {\n\tprintln(1)"}
	types := map[string]string{"N, M int": "N int"}
	for _, test := range []struct {
		name       string
		changes    map[string]string
		function   string
		all, start reach.Profile
		want       reach.Reach
		share      float64
	}{
		{"it runs the function", slow, "Do", executes("m/codec/a.go:3"), executes(), reach.Executes, 1},
		{"it runs it for half of its time", slow, "Do", executes("m/codec/a.go"), executes(), reach.Executes, 0.5},
		{"it runs another of the package", slow, "Do", executes("m/codec/a.go:7"), executes(), reach.Not, 0},
		{"every process runs it at its start", slow, "Do", executes("m/codec/a.go"), executes("m/codec/a.go"), reach.Near, 0},
		{"a type, of which nothing runs", types, "Do", executes("m/other/a.go", "m/codec/a.go"), executes(), reach.Not, 0},
		{"a type that an imported package has", types, "Do", executes("m/user/a.go"), executes(), reach.Near, 0},
		{"a type that the benchmark itself takes", types, "Takes", executes("m/other/a.go"), executes(), reach.Near, 0},
		{"its own helper", map[string]string{"Do(); Do()": "Do()"}, "Helped", executes("m/other/a.go"), executes(), reach.Touches, 0},
		{"another's helper", map[string]string{"Do(); Do()": "Do()"}, "Do", executes("m/other/a.go"), executes(), reach.Not, 0},
		{"a new package that runs nothing", map[string]string{}, "Do", executes("m/other/a.go"), executes(), reach.Not, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := reach.Compare(base(test.changes), head)
			if got, share := c.Of("m/other", test.function, test.all, test.start); got != test.want || share != test.share {
				t.Errorf("%v, share %v; want %v, %v (functions %q, packages %v)", got, share, test.want, test.share, names(c.Functions), c.Packages)
			}
		})
	}
}
