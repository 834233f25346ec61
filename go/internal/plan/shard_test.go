package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

func forRunners(profile string, runners ...string) plan.Request {
	return plan.Request{
		Profile: profile, Runners: runners, Sides: []plan.Side{{Name: plan.Head, Commit: "aa"}},
		Missing: func(r config.Runtime) (string, error) {
			return "", fmt.Errorf("asked for %s here, where no job runs", r.Name)
		},
	}
}

func TestJobsOfRunners(t *testing.T) {
	p, err := plan.Make(ownConfig(t), forRunners("nightly", "all"))
	if err != nil {
		t.Fatal(err)
	}
	measured := map[string]string{}
	longest := map[string]config.Duration{}
	shortest := map[string]config.Duration{}
	for _, j := range p.Jobs {
		total := j.Estimate.Build + j.Estimate.Measure
		if total > p.Budget {
			t.Errorf("%s takes %v, more than the budget of %v", j.ID, total, p.Budget)
		}
		group := strings.TrimRight(j.ID, "-0123456789")
		longest[group] = max(longest[group], total)
		if shortest[group] == 0 || total < shortest[group] {
			shortest[group] = total
		}
		for _, b := range j.Benchmarks {
			key := j.Runner + " " + b.Runtime + " " + b.Name
			if measured[key] != "" {
				t.Errorf("%s is measured by %s and by %s", key, measured[key], j.ID)
			}
			measured[key] = j.ID
			r, _ := p.Runtime(b.Runtime)
			if r.Kind == config.KotlinNative && j.Runner != "ubuntu-24.04" {
				t.Errorf("%s measures %s, which it can't", j.ID, b.Name)
			}
		}
		if slices.ContainsFunc(j.Benchmarks, func(b plan.Benchmark) bool { return b.Runtime == "native-image-25" }) && j.Setup.GraalVM != 25 {
			t.Errorf("%s is set up with %+v", j.ID, j.Setup)
		}
	}
	for group, most := range longest {
		if least := shortest[group]; most > 2*least && most-least > config.Duration(10*time.Minute) {
			t.Errorf("jobs of %s take %v to %v", group, least, most)
		}
	}
	for _, reason := range []string{"the compiler exists only for Linux on x86_64"} {
		if !slices.ContainsFunc(p.Jobs, func(j plan.Job) bool {
			return slices.ContainsFunc(j.Skips, func(s plan.Skip) bool { return strings.Contains(s.Reason, reason) })
		}) {
			t.Errorf("nobody is told: %s", reason)
		}
	}
}

// What is compared across runtimes stays on one machine, however many jobs there are.
func TestTwinsStayTogether(t *testing.T) {
	q := forRunners("nightly", "ubuntu-24.04")
	q.Settings = []plan.Setting{{Key: "budget", Value: "20m"}}
	p, err := plan.Make(ownConfig(t), q)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Jobs) < 10 {
		t.Fatalf("%d jobs: too few to say anything", len(p.Jobs))
	}
	jobs := map[string]string{}
	for _, j := range p.Jobs {
		for _, b := range j.Benchmarks {
			r, _ := p.Runtime(b.Runtime)
			if r.Kind != config.Go && r.Kind != config.JVM {
				continue
			}
			point := fmt.Sprint(b.Workload, b.Parameters[:len(b.Parameters)-1])
			if jobs[point] != "" && jobs[point] != j.ID {
				t.Errorf("%s is in %s and in %s", point, jobs[point], j.ID)
			}
			jobs[point] = j.ID
		}
	}
}

func TestPartsAreTheWhole(t *testing.T) {
	whole, err := plan.Make(ownConfig(t), forRunners("study", "ubuntu-24.04"))
	if err != nil {
		t.Fatal(err)
	}
	count := func(p plan.Plan) int {
		n := 0
		for _, j := range p.Jobs {
			n += len(j.Benchmarks)
		}
		return n
	}
	total := 0
	for night := range 30 {
		q := forRunners("study", "ubuntu-24.04")
		q.Part = plan.Part{Index: 700 + night, Of: 30}
		p, err := plan.Make(ownConfig(t), q)
		if err != nil {
			t.Fatal(err)
		}
		total += count(p)
	}
	if total != count(whole) {
		t.Errorf("30 nights measure %d benchmarks of %d", total, count(whole))
	}
}

func TestMatrix(t *testing.T) {
	p, err := plan.Make(ownConfig(t), forRunners("main", "ubuntu-24.04"))
	if err != nil {
		t.Fatal(err)
	}
	cells, err := plan.Matrix([]plan.Named{{Name: "main", Plan: p}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []plan.Cell{
		{Plan: "main", Job: "ubuntu-24.04-hotspot", Runner: "ubuntu-24.04", Kinds: "go-jvm", JDKs: "25\n17", Minutes: 90},
		{Plan: "main", Job: "ubuntu-24.04-graal", Runner: "ubuntu-24.04", Kinds: "graal-jit-native-image", JDKs: "25\n17", GraalVM: "25", Minutes: 90},
		{Plan: "main", Job: "ubuntu-24.04-native", Runner: "ubuntu-24.04", Kinds: "kotlin-native", JDKs: "17", Minutes: 90},
	} {
		if cells[i] != want {
			t.Errorf("cell %d: %+v, want %+v", i, cells[i], want)
		}
	}
	many := []plan.Named{}
	for range 100 {
		many = append(many, plan.Named{Name: "main", Plan: p})
	}
	if _, err := plan.Matrix(many); err == nil || !strings.Contains(err.Error(), "300 jobs, want 256 at most") {
		t.Errorf("%v", err)
	}
}

func TestRequestsTooWide(t *testing.T) {
	numbers := func(count int) string {
		var all []string
		for n := range count {
			all = append(all, fmt.Sprint(n+1))
		}
		return strings.Join(all, ",")
	}
	for _, test := range []struct {
		name     string
		settings []plan.Setting
		runners  string
		want     string
	}{
		{"values", []plan.Setting{{Key: "sizes", Value: numbers(101)}}, "all", "101 values, want 100 at most"},
		{"combinations", []plan.Setting{{Key: "n", Value: numbers(100)}, {Key: "workers", Value: numbers(100)}}, "all", "MatMul: more than 20000 benchmarks on each runtime: give fewer values"},
		{"size", []plan.Setting{{Key: "sizes", Value: "1000000"}}, "all", "MatMul: n=1000000: want a whole number from 1 to 4096"},
		{"runner", nil, "moon", `unknown runner "moon", want one of ubuntu-24.04, ubuntu-24.04-arm, macos-15, or all`},
	} {
		q := forRunners("manual", test.runners)
		q.Settings = test.settings
		if _, err := plan.Make(ownConfig(t), q); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}
