package plan_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

func candidates(n int, operation time.Duration) []plan.Candidate {
	var all []plan.Candidate
	for i := range n {
		name := fmt.Sprintf("B%d", i)
		all = append(all, plan.Candidate{
			Benchmark: plan.Benchmark{Runtime: "go", Workload: "p", Name: name, Operations: 1, Found: plan.Found{Package: "p", Match: name}},
			Operation: operation,
		})
	}
	return all
}

func same(n int) []plan.Candidate {
	all := candidates(n, time.Second)
	for i := range all {
		all[i].Identical = true
	}
	return all
}

func TestFit(t *testing.T) {
	slow := candidates(1, time.Minute)[0]
	slow.Benchmark.Name = "Slow"
	for _, test := range []struct {
		name        string
		kind        config.Kind
		candidates  []plan.Candidate
		budget      time.Duration
		recording   int
		least, most int // that are measured
		iteration   time.Duration
		reason      string
	}{
		{"few, at the best pace", config.GoModule, candidates(4, time.Microsecond), 10 * time.Minute, 0, 4, 4, 100 * time.Millisecond, ""},
		{"more, in shorter processes", config.GoModule, candidates(60, time.Microsecond), 10 * time.Minute, 0, 60, 60, 20 * time.Millisecond, ""},
		{"too many", config.GoModule, candidates(3000, time.Microsecond), 10 * time.Minute, 0, 60, 120, 10 * time.Millisecond, "no time for it within the budget of 10m: use -budget "},
		{"a minute an operation", config.GoModule, append(candidates(4, time.Microsecond), slow), 10 * time.Minute, 0, 4, 4, 10 * time.Millisecond, "an operation takes 1m0s: no time for it within the budget of 10m: use -budget 3"},
		{"jars", config.JMHJar, candidates(8, 0), 6 * time.Minute, 0, 4, 6, 100 * time.Millisecond, "use -budget "},
		{"a recording", config.GoModule, candidates(2, time.Microsecond), 10 * time.Minute, 200, 2, 2, 100 * time.Millisecond, ""},
		{"identical ones cost nothing", config.GoModule, same(3000), time.Minute, 0, 3000, 3000, 100 * time.Millisecond, ""},
		{"nothing", config.GoModule, nil, 10 * time.Minute, 0, 0, 0, 100 * time.Millisecond, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := plan.Fit(plan.Finding{
				Sides:      []plan.Side{{Name: plan.Base, Ref: "a"}, {Name: plan.Head, Ref: "b"}},
				Runtime:    config.Runtime{Name: "go", Kind: test.kind},
				Candidates: test.candidates, Recording: test.recording, Budget: test.budget, Left: test.budget,
			})
			if err != nil {
				t.Fatal(err)
			}
			j := p.Jobs[0]
			if n := len(j.Benchmarks); n < test.least || n > test.most || n+len(j.Skips) != len(test.candidates) {
				t.Errorf("%d measured and %d skipped, want %d to %d of %d", n, len(j.Skips), test.least, test.most, len(test.candidates))
			}
			if p.Iteration != config.Duration(test.iteration) {
				t.Errorf("iterations of %v, want %v", p.Iteration, test.iteration)
			}
			if test.reason != "" && (len(j.Skips) == 0 || !strings.Contains(j.Skips[0].Reason, test.reason)) {
				t.Errorf("skips %+v, want %q", j.Skips, test.reason)
			}
			if time.Duration(j.Estimate.Measure) > test.budget {
				t.Errorf("an estimate of %v, beyond the budget of %v", j.Estimate.Measure, test.budget)
			}
			if test.recording > 0 && (p.Recording < 60 || p.Recording > test.recording) {
				t.Errorf("%d rounds to record, want 60 to %d", p.Recording, test.recording)
			}
		})
	}
}

// A JVM is warmed up for as long as ever, by fewer iterations where they are longer.
func TestFitWarmsUp(t *testing.T) {
	for _, test := range []struct {
		operation           time.Duration
		warmups, iterations int
	}{
		{0, 20, 5}, {90 * time.Millisecond, 20, 5}, {300 * time.Millisecond, 7, 5}, {2 * time.Second, 1, 5}, {3 * time.Second, 0, 1},
	} {
		p, err := plan.Fit(plan.Finding{
			Sides:      []plan.Side{{Name: plan.Base, Ref: "a"}, {Name: plan.Head, Ref: "b"}},
			Runtime:    config.Runtime{Name: "go", Kind: config.JMHJar},
			Candidates: candidates(1, test.operation), Budget: time.Hour, Left: time.Hour,
		})
		if err != nil {
			t.Fatal(err)
		}
		if warmups, iterations := p.Counts(plan.Head, p.Jobs[0].Benchmarks[0], config.JMHJar); warmups != test.warmups || iterations != test.iterations {
			t.Errorf("operations of %v: %d and %d iterations, want %d and %d", test.operation, warmups, iterations, test.warmups, test.iterations)
		}
	}
}

// The sides of a project are told apart as those of a pull request here are.
func TestRulesOfFound(t *testing.T) {
	c := ownConfig(t)
	pr, err := c.Profile("pr")
	if err != nil {
		t.Fatal(err)
	}
	want, err := c.Judging.Rules(pr.Alpha, pr.MinimumEffect, pr.Rounds)
	if err != nil {
		t.Fatal(err)
	}
	got, err := plan.RulesOfFound()
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Errorf("rules of what is found are %s, and those of the profile pr %s", got, want)
	}
}

// Jobs of one event share its false alarms.
func TestJobsShareAlpha(t *testing.T) {
	p, err := plan.Fit(plan.Finding{
		Job: "ubuntu-24.04", Jobs: 4, Sides: []plan.Side{{Name: plan.Base, Ref: "a"}, {Name: plan.Head, Ref: "b"}},
		Runtime: config.Runtime{Name: "go", Kind: config.GoModule}, Candidates: candidates(4, time.Microsecond), Budget: time.Minute, Left: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	if p.Alpha != config.Found().Alpha/4 || len(p.Jobs) != 1 || p.Jobs[0].ID != "ubuntu-24.04" {
		t.Errorf("alpha %g of jobs %+v", p.Alpha, p.Jobs)
	}
}

// Of a renamed benchmark base runs what it has, under the name that head has given it.
func TestRenamedBenchmark(t *testing.T) {
	b := plan.Benchmark{Runtime: "jvm-25", Workload: "a.Codec.marshal", Name: "Codec.marshal", Operations: 1, Found: plan.Found{
		Package: "a", Match: "a.Codec.marshal", Was: &plan.Was{Name: "Codec.encode", Workload: "a.Codec.encode", Match: "a.Codec.encode"},
	}}
	p := plan.Plan{Rounds: 2, Sides: []plan.Side{{Name: plan.Base}, {Name: plan.Head}}}
	samples := p.Schedule(plan.Job{Benchmarks: []plan.Benchmark{b}})
	if len(samples) != 4 {
		t.Fatalf("%d samples, want 4", len(samples))
	}
	for _, s := range samples {
		want := map[string]string{plan.Base: "a.Codec.encode", plan.Head: "a.Codec.marshal"}[s.Side]
		if s.Benchmark.Workload != want || s.Benchmark.Found.Match != want || s.Benchmark.Name != "Codec.marshal" {
			t.Errorf("%s runs %s of %s as %s, want %s", s.Side, s.Benchmark.Found.Match, s.Benchmark.Workload, s.Benchmark.Name, want)
		}
	}
}
