// Package pipelinetest makes what a run of the pipeline leaves, for the tests of
// what comes after it. They run in a room of internal/pipeline.
package pipelinetest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

// The commits of both sides.
var (
	Base = strings.Repeat("a", 40)
	Head = strings.Repeat("b", 40)
)

// The jobs of a pull request's plan.
const (
	X86 = "ubuntu-24.04-hotspot"
	ARM = "ubuntu-24.04-arm-hotspot"
)

// Checkout is the folder of this checkout.
func Checkout(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Files are those of this checkout below some paths.
func Files(t testing.TB, paths ...string) map[string]string {
	t.Helper()
	list := exec.Command("git", append([]string{"ls-files", "-z", "-c", "-o", "--exclude-standard", "--"}, paths...)...)
	list.Dir = Checkout(t)
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for file := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		if text, err := os.ReadFile(filepath.Join(list.Dir, file)); err == nil {
			files[file] = string(text)
		}
	}
	return files
}

// Config is that of this checkout.
func Config(t testing.TB) config.Config {
	t.Helper()
	c, err := config.Load(os.DirFS(filepath.Join(Checkout(t), "bench-config")), "bench-config")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Judged is the plan of a pull request, with both jobs.
func Judged(t testing.TB) plan.Plan {
	t.Helper()
	p, err := plan.Make(Config(t), plan.Request{
		Profile: "pr", Runtimes: []string{"go"}, Runners: []string{"ubuntu-24.04", "ubuntu-24.04-arm"},
		Sides: []plan.Side{{Name: plan.Base, Commit: Base}, {Name: plan.Head, Commit: Head}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Results are those of a job as collect writes them: head takes so many times as
// long as base.
func Results(t testing.TB, p plan.Plan, job string, ratio float64) string {
	t.Helper()
	rules, err := p.Rules()
	if err != nil {
		t.Fatal(err)
	}
	arch, cpu := "amd64", "AMD EPYC 7763 64-Core Processor"
	if strings.Contains(job, "arm") {
		arch, cpu = "arm64", "Neoverse-N2"
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var out strings.Builder
	fmt.Fprintf(&out, "Unit ns/op better=lower\nUnit failures better=lower\ngoos: linux\ngoarch: %s\ncpu: %s\ncores: 4\nprofile: pr\nalpha: 0.01\nminimum-effect: 0.02\njob: %s\njudging: %s\nruntime: go\ntoolchain: go1.26.8\n",
		arch, cpu, job, rules)
	for round := range 24 {
		fmt.Fprintf(&out, "round: %d\n", round+1)
		for _, side := range []struct {
			name, commit string
			ns           float64
		}{{"base", Base, 1000}, {"head", Head, 1000 * ratio}} {
			fmt.Fprintf(&out, "side: %s\ncommit: %s\nBenchmarkPingPong/hops=10000/exec=goroutine-4 100 %.1f ns/op\n", side.name, side.commit, side.ns*(1+0.005*rnd.NormFloat64()))
		}
	}
	return out.String()
}

// Artifact is the zip file of a plan of that name and the results of its jobs.
func Artifact(t testing.TB, name string, p plan.Plan, results map[string]string) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"plans/" + name + ".json": text.String()}
	for job, text := range results {
		files["results/"+name+"/"+job+".txt"] = text
	}
	return Zip(t, files)
}

// Zip is a zip file.
func Zip(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Remote is an empty repository that can be pushed to.
func Remote(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "remote.git")
	if out, err := exec.Command("git", "init", "--quiet", "--bare", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}
