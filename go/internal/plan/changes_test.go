package plan_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

// What is planned of a change goes by the folders that its files lie in. That is
// sound as long as no workload reaches into another one's folder, and no Go
// workload beyond the standard library.
func TestWorkloadsKeepToThemselves(t *testing.T) {
	own := map[string]bool{}
	for _, w := range ownConfig(t).Workloads {
		own[strings.ToLower(w.Name)] = true
	}
	root := os.DirFS("../../..")
	count := 0
	imported := regexp.MustCompile(`(?m)^\s*(?:import )?(?:\w+ )?"([a-z][\w./-]*)"$|^import (cobench\.[\w.]+)`)
	for _, folder := range []string{"go/workload", "kotlin/workloads/src", "kotlin/workloads-jvm/src/main"} {
		err := fs.WalkDir(root, folder, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !slices.Contains([]string{".go", ".kt"}, path.Ext(file)) {
				return err
			}
			workload := path.Base(path.Dir(file))
			if !own[workload] || strings.Contains(file, "/src/test/") {
				return nil
			}
			count++
			text, err := fs.ReadFile(root, file)
			for _, found := range imported.FindAllStringSubmatch(string(text), -1) {
				name := found[1]
				if found[2] != "" {
					parts := strings.Split(found[2], ".")
					name = "cobench/" + parts[min(2, len(parts)-1)]
				}
				if other := path.Base(name); own[other] && other != workload && strings.Contains(name, "cobench/") {
					t.Errorf("%s imports %s, and is not measured when that changes", file, name)
				}
				if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") && !strings.HasPrefix(name, "github.com/cobench/cobench/go/") {
					t.Errorf("%s imports %s, and is not measured when go.mod has another version of it", file, name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if count < 50 {
		t.Errorf("only %d files were read", count)
	}
}

func TestChangesReach(t *testing.T) {
	for _, test := range []struct{ files, want string }{
		{"README.md site/src/main.ts Makefile go/internal/run/run.go .github/workflows/bench.yml", ""},
		{"go/workload/channel/channel.go", "Channel: go"},
		{"go/workload/channel/channel_test.go", "Channel: go"}, // it holds the benchmark
		{"go/workload/bench_test.go", ""},
		{"go/workload/figure/figure.go", "Channel: go; MatMul: go"},
		{"kotlin/workloads/src/main/kotlin/cobench/workloads/channel/Channel.kt", "Channel: jvm-25 native-image-25 kotlin-native graal-jit-25"},
		{"kotlin/workloads-jvm/src/main/kotlin/cobench/workloads/channel/ThreadChannel.kt", "Channel: jvm-25 native-image-25 graal-jit-25"},
		{"kotlin/benchmarks/src/main/kotlin/cobench/benchmarks/Channel.kt", "Channel: jvm-25 graal-jit-25"},
		{"kotlin/benchmarks/src/main/kotlin/cobench/benchmarks/FigureProfiler.kt", "Channel: jvm-25 graal-jit-25; MatMul: jvm-25 graal-jit-25"},
		{"kotlin/harness/src/native/kotlin/cobench/harness/Runtime.kt kotlin/harness/src/test/x.kt", "Channel: kotlin-native; MatMul: kotlin-native"},
		{"kotlin/harness/src/main/kotlin/cobench/harness/Main.kt", "Channel: native-image-25 kotlin-native; MatMul: native-image-25 kotlin-native"},
		{"kotlin/pom.xml", "Channel: jvm-25 native-image-25 kotlin-native graal-jit-25; MatMul: jvm-25 native-image-25 kotlin-native graal-jit-25"},
		{"kotlin/graal-compiler/pom.xml", "Channel: graal-jit-25; MatMul: graal-jit-25"},
	} {
		q := forRunners("nightly", "ubuntu-24.04")
		q.Runtimes = []string{"go", "jvm-25", "native-image-25", "kotlin-native", "graal-jit-25"}
		q.Settings = []plan.Setting{{Key: "workload", Value: "Channel,MatMul"}}
		q.Changes = &plan.Changes{Files: strings.Fields(test.files)}
		p, err := plan.Make(ownConfig(t), q)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string][]string{}
		for _, j := range p.Jobs {
			for _, b := range j.Benchmarks {
				if !slices.Contains(got[b.Workload], b.Runtime) {
					got[b.Workload] = append(got[b.Workload], b.Runtime)
				}
			}
		}
		want := map[string][]string{}
		for part := range strings.SplitSeq(test.want, "; ") {
			if workload, runtimes, ok := strings.Cut(part, ": "); ok {
				want[workload] = strings.Fields(runtimes)
			}
		}
		for _, m := range []map[string][]string{got, want} {
			for _, runtimes := range m {
				slices.Sort(runtimes)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || p.Unchanged != (test.want == "") {
			t.Errorf("%s: %v, want %v", test.files, got, want)
		}
	}
}

// GitHub counts whole minutes of every job, those that plan and report too.
func TestCostOf(t *testing.T) {
	c := config.Config{Jobs: config.JobCosts{Plan: seconds(50), Report: seconds(61), Comment: seconds(1), Publish: seconds(180)}}
	jobs := []plan.Job{
		{Estimate: plan.Estimate{Setup: seconds(60), Build: seconds(30), Measure: seconds(31), Confirm: seconds(240)}},
		{Estimate: plan.Estimate{Setup: seconds(60)}},
	}
	plans := []plan.Named{{Plan: plan.Plan{Jobs: jobs}}}
	for trigger, want := range map[plan.Trigger]plan.Cost{
		plan.PullRequest: {Plan: 1, Measure: 4, Confirm: 4, Report: 2, After: 1, Follows: "comment"},
		plan.MergeGroup:  {Plan: 1, Measure: 4, Confirm: 4, Report: 2},
		plan.Push:        {Plan: 1, Measure: 4, Confirm: 4, Report: 2, After: 3, Follows: "history and site"},
	} {
		if got := plan.CostOf(c, trigger, plans); got != want {
			t.Errorf("%s: %+v, want %+v", trigger, got, want)
		}
	}
	if got := plan.CostOf(c, plan.PullRequest, nil).Total(); got != 2 {
		t.Errorf("nothing to measure: %d minutes, want 2", got)
	}
}

func seconds(n int) config.Duration { return config.Duration(n) * config.Duration(time.Second) }

// What a refusal says of a field is what plan takes.
func TestOneBoundOfRounds(t *testing.T) {
	var page strings.Builder
	if err := plan.WriteRefusal(&page, ownConfig(t), fmt.Errorf("x"), true); err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`\| rounds \| (.+) \|`).FindStringSubmatch(page.String())
	q := forRunners("manual", "ubuntu-24.04")
	q.Settings = []plan.Setting{{Key: "rounds", Value: "many"}}
	_, err := plan.Make(ownConfig(t), q)
	if said == nil || err == nil || !strings.HasSuffix(err.Error(), "want "+said[1]) {
		t.Errorf("the page says %q, and plan %v", said, err)
	}
	q.Settings = []plan.Setting{{Key: "rounds", Value: "0"}, {Key: "cold-rounds", Value: "2"}}
	if _, err := plan.Make(ownConfig(t), q); err != nil {
		t.Errorf("rounds=0 beside cold rounds: %v", err)
	}
}
