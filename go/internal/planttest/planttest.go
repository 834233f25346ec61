// Package planttest slows functions down in modules that others wrote, so that tests can
// ask whether cobench finds them.
package planttest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A Plant is a function of a module, and what is planted in it.
type Plant struct {
	Name      string
	Module    string // with its version
	File      string // of the function, from the module's folder
	Signature string // the line that the function begins with
	Function  string // as a profile names it, from the last slash of its package's path
	Package   string // of the benchmark, from the module's folder
	Benchmark string // without "Benchmark": it executes the function
	Code      string // comes first in the function
	test      string // a test file for the package, with a benchmark that it lacks
}

// Read reads a plant from an archive: what it is in lines of "key: value", the code and
// the test file behind them.
func Read(t *testing.T, file string) Plant {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for line := range strings.Lines(string(archive.Comment)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			text[key] = value
		}
	}
	for _, f := range archive.Files {
		text[f.Name] = string(f.Data)
	}
	return Plant{
		Name:   strings.TrimSuffix(filepath.Base(file), ".txtar"),
		Module: text["module"], File: text["file"], Signature: text["signature"], Function: text["function"],
		Package: text["package"], Benchmark: text["benchmark"], Code: text["plant"], test: text["planted_test.go"],
	}
}

// Fetch writes the module, as it is published, into a folder.
func (p Plant) Fetch(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", p.Module).Output()
	var module struct{ Dir string }
	if err == nil {
		err = json.Unmarshal(out, &module)
	}
	if err != nil || module.Dir == "" {
		t.Fatalf("%s: %v: %s", p.Module, err, out)
	}
	dir := t.TempDir()
	if err = os.CopyFS(dir, os.DirFS(module.Dir)); err != nil {
		t.Fatal(err)
	}
	if p.test != "" {
		writeFile(t, filepath.Join(dir, p.Package, "planted_test.go"), p.test)
	}
	if err = os.Chmod(filepath.Join(dir, filepath.FromSlash(p.File)), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Put puts code where the function begins, and returns its file before and after.
func (p Plant) Put(t *testing.T, dir, code string) (before, after string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(p.File))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before = string(text)
	if strings.Count(before, p.Signature+"\n") != 1 {
		t.Fatalf("%s: %q is not in %s once", p.Module, p.Signature, p.File)
	}
	after = strings.Replace(before, p.Signature+"\n", p.Signature+"\n"+code, 1)
	writeFile(t, file, after)
	return before, after
}

// Uproot takes what was planted out again.
func (p Plant) Uproot(t *testing.T, dir, before string) {
	t.Helper()
	writeFile(t, filepath.Join(dir, filepath.FromSlash(p.File)), before)
}

// Is says whether a profile's name is that of the function.
func (p Plant) Is(name string) bool {
	return name == p.Function || strings.HasSuffix(name, "/"+p.Function)
}

// Build builds the tests of the benchmark's package, and returns the program.
func (p Plant) Build(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "planted.test")
	cmd := exec.Command("go", "test", "-c", "-vet=off", "-o", program, "./"+p.Package)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", p.Module, err, out)
	}
	return program
}

var resultLine = regexp.MustCompile(`(?m)^Benchmark\S+\s+(\d+)\s+([0-9.]+) ns/op`)

// A Sample is what one run of the benchmark in a process of its own said.
type Sample struct {
	N     int
	NsOp  float64 // by the clock, as the benchmark prints it
	CPUOp float64 // CPU time of the whole process for each operation, in ns: it does not depend on what else the machine does
}

// Run runs the benchmark where its package is.
func (p Plant) Run(t *testing.T, dir, program string, flags ...string) Sample {
	t.Helper()
	pattern := "^Benchmark" + strings.ReplaceAll(p.Benchmark, "/", "$/^") + "$"
	cmd := exec.Command(program, append([]string{"-test.run=^$", "-test.bench=" + pattern, "-test.cpu=2"}, flags...)...)
	cmd.Dir = filepath.Join(dir, filepath.FromSlash(p.Package))
	out, err := cmd.Output()
	result := resultLine.FindStringSubmatch(string(out))
	if err != nil || result == nil {
		t.Fatalf("%s: %v\n%s", p.Module, err, out)
	}
	n, _ := strconv.Atoi(result[1]) // digits
	ns, err := strconv.ParseFloat(result[2], 64)
	if err != nil {
		t.Fatal(err)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return Sample{n, ns, float64(cpu) / float64(n)}
}

// Steps is code that takes so many steps of some ns each.
func Steps(n int) string {
	return fmt.Sprintf("\tfor k, x := 0, 1; k < %d; k++ {\n\t\tif x = x*x + k; x == 7 {\n\t\t\tprintln(x)\n\t\t}\n\t}\n", n)
}

// Allocation is code that allocates once: its size is not known before it runs, and more
// than the compiler puts on the stack.
const Allocation = "\tsize := 64\n\tfor k := 0; k < size && k < 64; k++ {\n\t\tsize += k & 1\n\t}\n\tif b := make([]byte, size); b[size-1] == 7 {\n\t\tprintln(size)\n\t}\n"

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
