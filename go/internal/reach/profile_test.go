package reach_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/reach"
)

// What go test itself writes says what each benchmark executes; go tool cover's own
// figures of the functions are the oracle.
func TestProfileOfGo(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.com/m\n\ngo 1.22\n",
		"m.go":      "package m\n\nfunc Slow(n int) (s int) {\n\tfor i := range n {\n\t\ts += i\n\t}\n\treturn s\n}\n\nfunc Fast() int { return 1 }\n\nvar _ = Fast()\n\nfunc Never() int {\n\treturn 2\n}\n",
		"m_test.go": "package m\n\nimport \"testing\"\n\nfunc BenchmarkSlow(b *testing.B) {\n\tfor range b.N {\n\t\tSlow(10)\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	goes := func(args ...string) string {
		c := exec.Command("go", args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", args, err, out)
		}
		return string(out)
	}
	read := func(bench string) reach.Profile {
		goes("test", "-run=^$", "-bench="+bench, "-benchtime=5x", "-covermode=atomic", "-coverprofile=out", "./...")
		f, err := os.Open(filepath.Join(dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := reach.ReadProfile(f)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	start, all := read("^$"), read("Slow")
	oracle := map[string]bool{}
	for line := range strings.Lines(goes("tool", "cover", "-func=out")) {
		if words := strings.Fields(line); len(words) == 3 {
			oracle[words[1]] = words[2] != "0.0%"
		}
	}
	c := reach.Compare(map[string]reach.Package{}, map[string]reach.Package{"example.com/m": {Path: "example.com/m", Dir: dir, Go: []string{"m.go"}, Tests: []string{"m_test.go"}}})
	for i, ran := range c.Executed(all) {
		if name := c.Functions[i].Name; ran != oracle[name] {
			t.Errorf("%s: executed %v, and go tool cover says %v", name, ran, oracle[name])
		}
	}
	if len(c.Functions) != 3 || !oracle["Slow"] || !oracle["Fast"] || oracle["Never"] {
		t.Errorf("functions %q, go tool cover says %v", names(c.Functions), oracle)
	}
	if work := all.Since(start).Work(); work < 5*12 || work != all.Work()-start.Work() {
		t.Errorf("five operations and the first one execute %v statements", work)
	}
}

func FuzzProfile(f *testing.F) {
	f.Add("mode: atomic\nm/a.go:3.12,4.2 1 5\n")
	f.Add("mode: set\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := reach.ReadProfile(strings.NewReader(text))
		if err != nil && (strings.Contains(err.Error(), "\n") || len(p) > 0) {
			t.Errorf("%q, with a profile of %d files", err, len(p))
		}
		if own := p.Since(p); own.Work() != 0 {
			t.Errorf("%v statements besides the same", own.Work())
		}
	})
}
