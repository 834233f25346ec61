package config_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/cobench/cobench/go/internal/config"
)

const (
	workloads = `workloads:
  - name: Echo
    doc: says it again
    operation: an echo
    per: [n]
    figures: [{unit: p99-ns, better: lower, doc: of an echo}]
    unranked: [{parameter: pattern, value: soft, reason: nobody hears it}]
    parameters:
      - {name: pattern, doc: how, values: [loud, soft]}
      - {name: n, doc: how often, min: 1, max: 100}
      - {name: capacity, doc: of a channel, min: 0, max: 64, default: 8}
    execs:
      go: [goroutine]
      kotlin: [default]
    together: [{parameter: pattern, value: soft, want: [n=1]}]
`
	runtimes = `runtimes:
  - {name: go, kind: go, doc: Go, flags: []}
  - {name: jvm-17, kind: jvm, jdk: 17, doc: HotSpot, flags: [-Xmx1g]}
`
	profiles = `profiles:
  - name: quick
    doc: a look
    runtimes: [go, jvm-17]
    newest-jdks: 0
    rounds: 6
    iterations: 5
    cold-rounds: 0
    iteration: 200ms
    warmup: {go: 0s, jvm: 1s, graal-jit: 9s, native-image: 0s, kotlin-native: 0s, jvm-harness: 0s, jvm-aot: 0s}
    summary: median
    limit: 1m
    alpha: 0.05
    minimum-effect: 0.05
    benchmarks:
      - workload: Echo
        execs: [goroutine, default]
        parameters: {pattern: [loud], n: [1, 10]}
judging: {test: either, confidence: 0.8, aim: 0.05, coarse: 0.1, aim-rounds: 64, power: 0.95, relink: true, looks: [10, 16]}
`
)

const costs = `kinds:
  - {kind: go, build: 1s, start: 1s, cold: 1s, iteration: 1}
  - {kind: jvm, build: 1s, start: 1s, cold: 1s, iteration: 1}
  - {kind: graal-jit, build: 1s, start: 1s, cold: 1s, iteration: 1}
  - {kind: native-image, build: 1s, start: 1s, cold: 1s, iteration: 1}
  - {kind: kotlin-native, build: 1s, start: 1s, cold: 1s, iteration: 1}
  - {kind: jvm-harness, build: 1s, start: 1s, cold: 1s, iteration: 1}
  - {kind: jvm-aot, build: 1s, start: 1s, cold: 1s, iteration: 1}
runs:
  - {workload: Echo, kinds: [go], where: {pattern: loud}, nanoseconds: {1: 2, n^2*capacity: 0.001}}
  - {workload: Echo, nanoseconds: {n: 1}}
jobs: {plan: 1s, measure: 1s, jdk: 1s, graalvm: 1s, report: 1s, comment: 1s, publish: 1s}
`

func load(w, r, p, c string) (config.Config, error) {
	return config.Load(fstest.MapFS{
		"workloads.yaml": {Data: []byte(w)},
		"runtimes.yaml":  {Data: []byte(r)},
		"profiles.yaml":  {Data: []byte(p)},
		"costs.yaml":     {Data: []byte(c)},
	}, "bench-config")
}

func TestLoadOwnFiles(t *testing.T) {
	c, err := config.Load(os.DirFS(benchConfig), "bench-config")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Profile("smoke"); err != nil {
		t.Error(err)
	}
}

// Each slip: in which file, what is replaced by what, and the one line it gets.
func TestLoadErrors(t *testing.T) {
	if _, err := load(workloads, runtimes, profiles, costs); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, old, new, want string }{
		{"profiles", "[go, jvm-17]", "[go, kotln]", `bench-config/profiles.yaml:4:20: unknown runtime "kotln", want one of go, jvm-17`},
		{"profiles", "workload: Echo", "workload: Ecko", `bench-config/profiles.yaml:16:19: unknown workload "Ecko", want one of Echo`},
		{"profiles", "goroutine,", "threads,", `bench-config/profiles.yaml:17:17: unknown exec of Echo "threads", want one of goroutine, default`},
		{"profiles", "n: [1, 10]", "n: [1, 0]", `bench-config/profiles.yaml:18:46: n=0: want a whole number from 1 to 100`},
		{"profiles", "n: [1, 10]", "n: [-1]", `bench-config/profiles.yaml:18:43: n=-1: want a whole number from 1 to 100`},
		{"profiles", "n: [1, 10]", "n: [abc]", `bench-config/profiles.yaml:18:43: n=abc: want a whole number from 1 to 100`},
		{"profiles", "n: [1, 10]", "n: [1000000000]", `bench-config/profiles.yaml:18:43: n=1000000000: want a whole number from 1 to 100`},
		{"profiles", "n: [1, 10]", "n: [99999999999999999999]", `bench-config/profiles.yaml:18:43: n=99999999999999999999: want a whole number from 1 to 100`},
		{"profiles", "n: [1, 10]", "n: [0x10]", `bench-config/profiles.yaml:18:43: n=0x10: want a whole number from 1 to 100`},
		{"profiles", "n: [1, 10]", "n: [1.5]", `bench-config/profiles.yaml:18:43: n=1.5: want a whole number from 1 to 100`},
		{"profiles", "pattern: [loud]", "pattern: [lout]", `bench-config/profiles.yaml:18:32: pattern=lout: want one of loud, soft`},
		{"profiles", "n: [1, 10]", "m: [1]", `bench-config/profiles.yaml:18:39: unknown parameter of Echo "m", want one of pattern, n, capacity, cpus, coroutines`},
		{"profiles", ", n: [1, 10]", "", `bench-config/profiles.yaml:18:22: parameter "n" of Echo has no default, so it must stand here`},
		{"profiles", "rounds: 6", "rounds: -1", `bench-config/profiles.yaml:6:13: rounds -1: want a whole number from 0 to 1000`},
		{"profiles", "rounds: 6", "rounds: 0", `bench-config/profiles.yaml:16:7: profile "quick" measures nothing`},
		{"profiles", "rounds: 6", "rounds: six", `bench-config/profiles.yaml:6:13: "six": want a whole number`},
		{"profiles", "rounds: 6", "round: 6", `bench-config/profiles.yaml:6:5: unknown field "round", want one of name, doc, runtimes, newest-jdks, runners, rounds, fill, cold-rounds, iterations, iteration, warmup, summary, limit, budget, confirm, why, alpha, minimum-effect, sets, benchmarks`},
		{"profiles", "    rounds: 6\n", "", `bench-config/profiles.yaml:2:5: field "rounds" is missing`},
		{"profiles", "rounds: 6", "rounds: 6\n    rounds: 7", `bench-config/profiles.yaml:7:5: mapping key "rounds" already defined at [6:5]`},
		{"profiles", "iteration: 200ms", "iteration: 1ns", `bench-config/profiles.yaml:9:16: iteration 1ns: want a duration from 10ms to 6h0m0s`},
		{"profiles", "iteration: 200ms", "iteration: fast", `bench-config/profiles.yaml:9:16: "fast" is not a duration, want one such as 200ms or 1m30s`},
		{"profiles", "jvm: 1s, ", "", `bench-config/profiles.yaml:10:14: warmup of kind jvm is missing`},
		{"profiles", "{go: 0s,", "{rust: 0s,", `bench-config/profiles.yaml:10:14: unknown kind "rust", want one of go, jvm, graal-jit, native-image, kotlin-native, jvm-harness, jvm-aot`},
		{"profiles", "summary: median", "summary: max", `bench-config/profiles.yaml:11:14: unknown summary "max", want one of median, mean, minimum`},
		{"profiles", "alpha: 0.05", "alpha: 5", `bench-config/profiles.yaml:13:12: alpha 5: want more than 0 and less than 1`},
		{"profiles", "minimum-effect: 0.05", "minimum-effect: .nan", `bench-config/profiles.yaml:14:21: minimum-effect NaN: want a fraction from 0 to below 1`},
		{"profiles", "    runtimes: [go", "   runtimes: [go", `bench-config/profiles.yaml:4:4: value is not allowed in this context`},
		{"profiles", "    benchmarks:", "    sets: [fast]\n    benchmarks:", `bench-config/profiles.yaml:15:12: unknown set "fast", want one of `},
		{"profiles", "profiles:\n", "sets:\n  - {name: fast, doc: d, benchmarks: [{workload: Ecko, execs: [], parameters: {}}]}\nprofiles:\n", `bench-config/profiles.yaml:2:50: unknown workload "Ecko", want one of Echo`},
		{"profiles", "profiles:\n", "sets:\n  - {name: fast, doc: d, benchmarks: []}\nprofiles:\n", `bench-config/profiles.yaml:2:38: set "fast" has no benchmarks`},
		{"profiles", profiles, "", `bench-config/profiles.yaml:1:1: the file is empty`},
		{"profiles", profiles, "judging: {test: either, confidence: 0.8, aim: 0.05, coarse: 0.1, aim-rounds: 64, power: 0.95, relink: true, looks: [10]}\nprofiles: 7\n", `bench-config/profiles.yaml:2:11: int was used where sequence is expected`},
		{"profiles", profiles, "[]\n", `bench-config/profiles.yaml:1:1: "[": want a mapping with judging, pipeline, sets, profiles`},
		{"profiles", "[go, jvm-17]", "&both [go, jvm-17]", `bench-config/profiles.yaml:4:15: a YAML anchor: write the value out`},
		{"profiles", "[go, jvm-17]", "*both", `bench-config/profiles.yaml:4:15: a YAML alias: write the value out`},
		{"profiles", "rounds: 6", "rounds: !!int 6", `bench-config/profiles.yaml:6:13: a YAML tag: write the value out`},
		{"profiles", "rounds: 6", "<<: {rounds: 6}", `bench-config/profiles.yaml:6:5: a YAML merge key: write the value out`},
		{"profiles", profiles, "profiles: &a 7\n", `bench-config/profiles.yaml:1:11: a YAML anchor: write the value out`},
		{"costs", "kind: go,", "kind: rust,", `bench-config/costs.yaml:2:12: unknown kind "rust", want one of go, jvm, graal-jit, native-image, kotlin-native, jvm-harness, jvm-aot`},
		{"costs", "kind: go,", "kind: jvm,", `bench-config/costs.yaml:2:3: the cost of kind go is missing`},
		{"costs", "iteration: 1}", "iteration: 0.5}", `bench-config/costs.yaml:2:59: iteration 0.5: want a factor from 1 on`},
		{"costs", "jdk: 1s", "jdk: -1s", `bench-config/costs.yaml:12:36: jdk -1s: want a duration from 0s to 6h0m0s`},
		{"costs", "build: 1s", "build: -1s", `bench-config/costs.yaml:2:23: build -1s: want a duration from 0s to 6h0m0s`},
		{"costs", "workload: Echo, kinds", "workload: Ecko, kinds", `bench-config/costs.yaml:10:16: unknown workload "Ecko", want one of Echo`},
		{"costs", "pattern: loud", "pattern: lout", `bench-config/costs.yaml:10:43: pattern=lout: want one of loud, soft`},
		{"costs", "n^2*capacity", "n^2*m", `bench-config/costs.yaml:10:79: unknown parameter of Echo "m", want one of pattern, n, capacity, cpus, coroutines`},
		{"costs", "n^2*capacity", "n^9", `bench-config/costs.yaml:10:79: "n^9": want a power above 0 and up to 4, as in n^2`},
		{"costs", "0.001", "-1", `bench-config/costs.yaml:10:79: n^2*capacity: -1: want nanoseconds, 0 or more`},
		{"runtimes", "kind: go,", "kind: rust,", `bench-config/runtimes.yaml:2:22: unknown kind "rust", want one of go, jvm, graal-jit, native-image, kotlin-native, jvm-harness, jvm-aot`},
		{"runtimes", "jdk: 17, ", "", `bench-config/runtimes.yaml:3:6: runtime "jvm-17": jdk belongs to every kind but go and kotlin-native, and only there`},
		{"runtimes", "[-Xmx1g]", `["-Xmx1g -Xms1g"]`, `bench-config/runtimes.yaml:3:62: flag "-Xmx1g -Xms1g": want one word that begins with a dash`},
		{"runtimes", "name: jvm-17", "name: go", `bench-config/runtimes.yaml:3:12: runtime "go" stands here twice`},
		{"workloads", "min: 1, max: 100", "min: 1", `bench-config/workloads.yaml:10:10: parameter "n": want values, or min and max, or all three`},
		{"workloads", "per: [n]", "per: [pattern]", `bench-config/workloads.yaml:5:11: parameter "pattern": want one that is always a number`},
		{"workloads", "per: [n]", "per: [m]", `bench-config/workloads.yaml:5:11: unknown parameter of Echo "m", want one of pattern, n, capacity`},
		{"workloads", "per: [n]", "grows: m", `bench-config/workloads.yaml:5:12: unknown parameter of Echo "m", want one of pattern, n, capacity`},
		{"workloads", "better: lower", "better: less", `bench-config/workloads.yaml:6:38: unknown direction "less", want one of lower, higher`},
		{"workloads", "value: soft", "value: mute", `bench-config/workloads.yaml:7:44: pattern=mute: want one of loud, soft`},
		{"workloads", "want: [n=1]", "want: [n]", `bench-config/workloads.yaml:15:17: want "n": want key=value`},
		{"workloads", "want: [n=1]", "want: [n=0]", `bench-config/workloads.yaml:15:17: n=0: want a whole number from 1 to 100`},
		{"workloads", "    operation: an echo\n", "    operation: an echo\n    version: 1\n", `bench-config/workloads.yaml:5:14: version 1: want 2 or more, or none for the first`},
		{"profiles", "        execs: [goroutine", "        rounds: -1\n        execs: [goroutine", `bench-config/profiles.yaml:17:17: rounds -1: want a whole number from 0 to 1000`},
		{"profiles", "        execs: [goroutine", "        runtimes: [rust]\n        execs: [goroutine", `bench-config/profiles.yaml:17:20: unknown runtime "rust", want one of go, jvm-17`},
		{"workloads", "default: 8", "default: 65", `bench-config/workloads.yaml:11:71: capacity=65: want a whole number from 0 to 64`},
		{"workloads", "name: n,", "name: exec,", `bench-config/workloads.yaml:10:16: parameter "exec": every workload has this key, want another name`},
		{"workloads", "go: [goroutine]", "rust: [tokio]", `bench-config/workloads.yaml:13:7: unknown language "rust", want one of go, kotlin, jvm`},
		{"workloads", "[loud, soft]", "[loud, so/ft]", `bench-config/workloads.yaml:9:50: value "so/ft": a name can't hold it, want no blank, slash, comma or equals sign`},
		{"workloads", "      kotlin: [default]\n", "      kotlin: [default]\n    unsupported: [{kind: jvm-8, reason: too old}]\n", `bench-config/workloads.yaml:15:26: unknown kind "jvm-8", want one of go, jvm, graal-jit, native-image, kotlin-native, jvm-harness, jvm-aot`},
	} {
		files := map[string]string{"workloads": workloads, "runtimes": runtimes, "profiles": profiles, "costs": costs}
		if !strings.Contains(files[test.file], test.old) {
			t.Fatalf("%q does not stand in %s", test.old, test.file)
		}
		files[test.file] = strings.Replace(files[test.file], test.old, test.new, 1)
		_, err := load(files["workloads"], files["runtimes"], files["profiles"], files["costs"])
		if err == nil {
			t.Errorf("%q for %q: no error", test.new, test.old)
		} else if got := err.Error(); got != test.want {
			t.Errorf("%q for %q:\n got %s\nwant %s", test.new, test.old, got, test.want)
		}
	}
}

func TestRunTime(t *testing.T) {
	c, err := load(workloads, runtimes, profiles, costs)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		kind    config.Kind
		pattern string
		want    time.Duration
	}{
		{config.Go, "loud", 2 + 5*5*8000/1000},
		{config.Go, "soft", 5},
		{config.JVM, "loud", 5},
	} {
		got := c.RunTime("Echo", test.kind, func(name string) config.Value {
			return map[string]config.Value{"pattern": config.Value(test.pattern), "n": "5", "capacity": "8000"}[name]
		})
		if got != test.want {
			t.Errorf("%s, %s: %v, want %v", test.kind, test.pattern, got, test.want)
		}
	}
	if got := c.RunTime("Other", config.Go, nil); got != 0 {
		t.Errorf("a workload without a cost: %v, want 0", got)
	}
}

func TestMissingFile(t *testing.T) {
	_, err := config.Load(fstest.MapFS{}, "bench-config")
	if want := "bench-config/workloads.yaml: file does not exist"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(workloads, runtimes, profiles, costs)
	f.Fuzz(func(t *testing.T, w, r, p, c string) {
		_, err := load(w, r, p, c)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of several lines: %q", err)
		}
	})
}
