package closure_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/closure"
)

const program = `package main

import "fmt"

var table = []string{"a", "b"}

func twice(n int) int {
	return n * 2
}

func main() {
	fmt.Println(twice(len(table)))
}
`

// built is the key of a program with a change to its source.
func built(t *testing.T, old, replacement string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	if !strings.Contains(program, old) {
		t.Fatalf("%q does not stand in the program", old)
	}
	for name, text := range map[string]string{"go.mod": "module twice\n\ngo 1.26\n", "main.go": strings.Replace(program, old, replacement, 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", append([]string{"build", "-trimpath", "-buildvcs=false", "-o", "twice"}, flags...)...)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	key, err := closure.Program(filepath.Join(dir, "twice"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestProgram(t *testing.T) {
	own := built(t, "", "")
	for _, test := range []struct {
		name, old, replacement string
		flags                  []string
		same                   bool
	}{
		{"nothing", "", "", nil, true},
		{"shifted lines", "import", strings.Repeat("// A comment.\n", 300) + "import", nil, true},
		{"an unused function", "func main", "func unused() int { return 7 }\n\nfunc main", nil, true},
		{"another constant", "n * 2", "n * 3", nil, false},
		{"another instruction", "n * 2", "n + n + n", nil, false},
		{"other data", `"b"`, `"c"`, nil, false},
		{"other flags", "", "", []string{"-gcflags=-N"}, false},
		{"another layout", "", "", []string{"-ldflags=-randlayout=7"}, false},
	} {
		if got := built(t, test.old, test.replacement, test.flags...) == own; got != test.same {
			t.Errorf("%s: the same key %v, want %v", test.name, got, test.same)
		}
	}
}

func TestProgramErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := closure.Program(missing); err == nil || !strings.HasPrefix(err.Error(), missing) {
		t.Errorf("%v, want an error that names the file", err)
	}
}
