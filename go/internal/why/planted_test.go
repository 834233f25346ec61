package why_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/cobench/cobench/go/internal/why"
)

var foreign = flag.Bool("foreign", false, "plant slowdowns in modules from the Go proxy, and look for them: takes minutes")

// first is among how many functions a planted one has to stand, and missed how many of
// ten need not.
const (
	first  = 3
	missed = 1
)

// What somebody slows down in a function of a module that is not ours is found by
// name. Each file of testdata/planted is such a function.
func TestPlantedInForeignModules(t *testing.T) {
	if !*foreign {
		t.Skip("-foreign is not given: needs the Go proxy, and takes minutes")
	}
	files, err := filepath.Glob("testdata/planted/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var lost []string
	for _, file := range files {
		p := readPlant(t, file)
		t.Run(p["name"], func(t *testing.T) {
			if at, all := p.find(t, p.fetch(t)); at < 0 || at >= first {
				lost = append(lost, fmt.Sprintf("%s: %s among %v", file, p["function"], all))
			} else if f := all[at]; !f.InDiff || f.File != p["file"] || f.Line == 0 {
				t.Errorf("%+v is not marked, or elsewhere", f)
			}
		})
	}
	if len(lost) > missed {
		t.Errorf("not among the first %d:\n%s", first, strings.Join(lost, "\n"))
	}
}

// A plant is a function, and what makes it slow.
type plant map[string]string

func readPlant(t *testing.T, file string) plant {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := plant{"name": strings.TrimSuffix(filepath.Base(file), ".txtar")}
	for line := range strings.Lines(string(archive.Comment)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			p[key] = value
		}
	}
	for _, f := range archive.Files {
		p[f.Name] = string(f.Data)
	}
	return p
}

// fetch writes the plant's module into a folder.
func (p plant) fetch(t *testing.T) string {
	out, err := exec.Command("go", "mod", "download", "-json", p["module"]).Output()
	var module struct{ Dir string }
	if err == nil {
		err = json.Unmarshal(out, &module)
	}
	if err != nil || module.Dir == "" {
		t.Fatalf("%s: %v: %s", p["module"], err, out)
	}
	dir := t.TempDir()
	if err = os.CopyFS(dir, os.DirFS(module.Dir)); err != nil {
		t.Fatal(err)
	}
	if text := p["planted_test.go"]; text != "" {
		writeFile(t, filepath.Join(dir, p["package"], "planted_test.go"), text)
	}
	return dir
}

// find slows the function down, and returns where it stands among those that moved.
func (p plant) find(t *testing.T, dir string) (at int, moved []why.Function) {
	base := p.build(t, dir, "base")
	file := filepath.Join(dir, filepath.FromSlash(p["file"]))
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	signature := p["signature"] + "\n"
	if strings.Count(string(before), signature) != 1 {
		t.Fatalf("%s: %q is not in %s once", p["module"], p["signature"], p["file"])
	}
	after := strings.Replace(string(before), signature, signature+p["plant"], 1)
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, after)
	head := p.build(t, dir, "head")

	n := p.operations(t, base)
	places := why.Places{filepath.ToSlash(dir) + "/": ""}
	sides := map[string]why.Side{}
	for name, program := range map[string]string{"base": base, "head": head} {
		sides[name] = p.profile(t, program, n, places)
	}
	moved = why.Compare(sides["base"], sides["head"])
	line := 1 + strings.Count(string(before[:strings.Index(string(before), signature)+len(signature)]), "\n")
	patch := fmt.Sprintf("diff --git %[1]s %[1]s\n--- %[1]s\n+++ %[1]s\n@@ -%[2]d,0 +%[3]d,%[4]d @@\n", p["file"], line-1, line, strings.Count(p["plant"], "\n"))
	why.ReadDiff(patch, nil).Mark(moved, sides["base"].Profile, sides["head"].Profile, func(side, file string) []byte {
		if side == "head" {
			return []byte(after)
		}
		return before
	})
	at = slices.IndexFunc(moved, func(f why.Function) bool {
		return strings.HasSuffix(f.Name, "/"+p["function"]) || f.Name == p["function"]
	})
	t.Logf("%s: %+.1f %%, %s is at %d of %v", p["name"], 100*(sides["head"].PerOp/sides["base"].PerOp-1), p["function"], at+1, moved)
	return at, moved
}

func (p plant) build(t *testing.T, dir, side string) string {
	program := filepath.Join(t.TempDir(), side+".test")
	cmd := exec.Command("go", "test", "-c", "-vet=off", "-o", program, "./"+p["package"])
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", p["module"], err, out)
	}
	return program
}

var resultLine = regexp.MustCompile(`(?m)^Benchmark\S+\s+(\d+)\s+[0-9.]+ ns/op`)

// run runs the benchmark, and returns its operations and the CPU time of one: that of
// the clock depends on what else the machine does.
func (p plant) run(t *testing.T, program string, flags ...string) (n int, perOp float64) {
	cmd := exec.Command(program, append([]string{"-test.run=^$", "-test.bench=^Benchmark" + p["benchmark"] + "$", "-test.cpu=2"}, flags...)...)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	result := resultLine.FindStringSubmatch(string(out))
	if err != nil || result == nil {
		t.Fatalf("%s: %v\n%s", p["module"], err, out)
	}
	n, _ = strconv.Atoi(result[1]) // digits
	return n, float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) / float64(n)
}

// operations is how many take three seconds or so.
func (p plant) operations(t *testing.T, program string) int {
	_, perOp := p.run(t, program, "-test.benchtime=300ms")
	return 1 + int(3*float64(time.Second)/perOp)
}

// profile is two processes of so many operations each.
func (p plant) profile(t *testing.T, program string, n int, places why.Places) why.Side {
	var side why.Side
	var all []why.Profile
	for range 2 {
		file := filepath.Join(t.TempDir(), "profile.pprof")
		_, perOp := p.run(t, program, "-test.benchtime="+strconv.Itoa(n)+"x", "-test.cpuprofile="+file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		profile, err := why.ReadGo(data, why.Time, places)
		if err != nil {
			t.Fatal(err)
		}
		all, side.PerOp = append(all, profile), side.PerOp+perOp/2
	}
	side.Profile = why.Merge(all...)
	return side
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
