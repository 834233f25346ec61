package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/workload/counterpart/counterparttest"
)

var (
	jar     = flag.String("jar", "", "the JMH jar, built; without it the Kotlin half is not looked at")
	harness = flag.String("harness", "", "the harness's jar, built; the same")
)

// Every workload of workloads.yaml must be there in each language that it has
// execs for, with the same parameters, and no language may have another.
func TestTwinsGo(t *testing.T) {
	files, err := filepath.Glob("../../workload/*/bench_test.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workload: %v", err)
	}
	args := []string{"test", "-list", "^Benchmark"}
	for _, f := range files {
		args = append(args, filepath.Dir(f))
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range regexp.MustCompile(`(?m)^Benchmark(\w+)$`).FindAllStringSubmatch(string(out), -1) {
		got = append(got, name[1])
	}
	checkNames(t, "go", got)
	counterpart := counterparttest.Build(t)
	for _, w := range ownConfig(t).Workloads {
		if w.Execs["go"] == nil {
			continue
		}
		// A benchmark refuses parameters that it does not take and misses those it does.
		var params []string
		for _, p := range own(w) {
			value := ""
			if len(p.Values) > 0 {
				value = p.Values[0]
			} else {
				value = strconv.Itoa(*p.Min)
			}
			params = append(params, p.Name+"="+value)
		}
		params = append(params, "exec="+w.Execs["go"][0])
		out, err := exec.Command("go", "-C", "../..", "test", "./workload/"+strings.ToLower(w.Name),
			"-run=^$", "-bench=^Benchmark"+w.Name+"$", "-benchtime=1x", "-params="+strings.Join(params, "/"), "-counterpart="+counterpart).CombinedOutput()
		if err != nil {
			t.Errorf("%s takes other parameters in Go than workloads.yaml says: %v\n%s", w.Name, err, out)
		}
	}
}

func TestTwinsKotlin(t *testing.T) {
	if *jar == "" {
		t.Skip("-jar is not given: build kotlin first")
	}
	out, err := exec.Command("java", "-jar", *jar, "-lp").Output()
	if err != nil {
		t.Fatal(err)
	}
	// JMH lists each benchmark, then its parameters:
	//   cobench.benchmarks.MatMul.run
	//     param "n" = {…}
	parameters := map[string][]string{}
	var got []string
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "param \""); ok {
			name, _, _ = strings.Cut(name, "\"")
			last := got[len(got)-1]
			parameters[last] = append(parameters[last], name)
		} else if name := strings.TrimSpace(line); strings.HasPrefix(name, "cobench.") {
			workload := name[strings.LastIndex(strings.TrimSuffix(name, ".run"), ".")+1:]
			workload = strings.TrimSuffix(workload, ".run")
			if name != commandline.JMHBenchmark(workload) {
				t.Errorf("%s: want %s", name, commandline.JMHBenchmark(workload))
			}
			got = append(got, workload)
		}
	}
	checkNames(t, "jvm", got)
	for _, w := range ownConfig(t).Workloads {
		want := []string{config.ExecKey}
		for _, p := range own(w) {
			want = append(want, p.Name)
		}
		slices.Sort(want)
		slices.Sort(parameters[w.Name])
		if written(w, "jvm") && !slices.Equal(parameters[w.Name], want) {
			t.Errorf("%s takes %q in Kotlin, workloads.yaml says %q", w.Name, parameters[w.Name], want)
		}
	}
}

// The harness must hold what JMH holds, for the runtimes that JMH can't reach.
func TestTwinsHarness(t *testing.T) {
	if *harness == "" {
		t.Skip("-harness is not given: build kotlin first")
	}
	out, err := exec.Command("java", "-jar", *harness, "-list").Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		got = append(got, words[0])
		w, err := ownConfig(t).Workload(words[0])
		if err != nil {
			t.Error(err)
			continue
		}
		// pattern=fan,coordinator,pure n capacity=unlimited,# …
		var want []string
		for _, p := range own(w) {
			values := slices.Clone(p.Values)
			if len(values) > 0 && p.Min != nil {
				values = append(values, "#")
			}
			want = append(want, strings.TrimSuffix(p.Name+"="+strings.Join(values, ","), "="))
		}
		want = append(want, config.ExecKey+"="+strings.Join(w.ExecsOf(config.JVM), ","))
		if !slices.Equal(words[1:], want) {
			t.Errorf("%s takes %q in the harness, workloads.yaml says %q", w.Name, words[1:], want)
		}
	}
	checkNames(t, "jvm", got)
}

func checkNames(t *testing.T, language string, got []string) {
	t.Helper()
	var want []string
	for _, w := range ownConfig(t).Workloads {
		if written(w, language) {
			want = append(want, w.Name)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s has the benchmarks %q, workloads.yaml names %q", language, got, want)
	}
}

// written tells whether a workload is there in a language; what is in Kotlin is there on a JVM too.
func written(w config.Workload, language string) bool {
	return w.Execs[language] != nil || language == "jvm" && w.Execs["kotlin"] != nil
}

func ownConfig(t *testing.T) config.Config {
	t.Helper()
	c, err := config.Load(os.DirFS(filepath.FromSlash("../../../bench-config")), "bench-config")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// own are the parameters that a workload is told.
func own(w config.Workload) []config.Parameter {
	return slices.DeleteFunc(slices.Clone(w.Parameters), func(p config.Parameter) bool {
		return p.Name == config.CPUsKey || p.Name == config.CoroutinesKey
	})
}
