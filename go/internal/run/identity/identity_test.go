package identity

import (
	"testing"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// Whatever could make a difference makes another key.
func TestIdentity(t *testing.T) {
	type both struct {
		plan  plan.Plan
		bench plan.Benchmark
		build raw.Build
	}
	fresh := func() both {
		return both{
			plan.Plan{Iterations: 5, Iteration: config.MinIteration, Summary: "median", Runtimes: []config.Runtime{{Name: "jvm-25", Kind: config.JVM}}},
			plan.Benchmark{Runtime: "jvm-25", Workload: "Echo", Name: "Echo/n=1", Parameters: []plan.Param{{Key: "n", Value: "1"}}, Operations: 1},
			raw.Build{Side: plan.Base, Runtime: "jvm-25", Toolchain: "temurin-25.0.3", Flags: []string{"-Xmx1g"}, BuildFlags: []string{"-O3"},
				Artifacts: map[string]string{"Echo": "x"}, Keys: map[string]string{"Echo": "0123"}},
		}
	}
	key := func(b both) string {
		return onSide(raw.Run{Builds: []raw.Build{b.build}}, b.plan, plan.Base, b.bench)
	}
	own := key(fresh())
	if own == "" || own != key(fresh()) {
		t.Fatalf("key %q, and again %q", own, key(fresh()))
	}
	for name, change := range map[string]func(*both){
		"code":            func(b *both) { b.build.Keys["Echo"] = "4567" },
		"toolchain":       func(b *both) { b.build.Toolchain = "temurin-25.0.4" },
		"flags":           func(b *both) { b.build.Flags = []string{"-Xmx2g"} },
		"build flags":     func(b *both) { b.build.BuildFlags = nil },
		"a parameter":     func(b *both) { b.bench.Parameters[0].Value = "2" },
		"name":            func(b *both) { b.bench.Name = "Echo/m=1" },
		"processors":      func(b *both) { b.bench.CPUs = 1 },
		"operations":      func(b *both) { b.bench.Operations = 2 },
		"kind of runtime": func(b *both) { b.plan.Runtimes[0].Kind = config.GraalJIT },
		"iterations":      func(b *both) { b.plan.Iterations = 6 },
		"iteration":       func(b *both) { b.plan.Iteration *= 2 },
		"warm-up":         func(b *both) { b.bench.Warmups = 9 },
		"summary":         func(b *both) { b.plan.Summary = "minimum" },
		"slowdown":        func(b *both) { b.plan.Sides = []plan.Side{{Name: plan.Base, Slowdown: 0.1}} },
		"cold samples":    func(b *both) { b.plan.ColdRounds = 1 },
	} {
		b := fresh()
		change(&b)
		if got := key(b); got == own || got == "" {
			t.Errorf("another %s: key %q, want another than %q", name, got, own)
		}
	}
	for name, change := range map[string]func(*both){
		"a failed build":       func(b *both) { b.build.Error = "not built" },
		"no key":               func(b *both) { b.build.Keys = nil },
		"nothing for the side": func(b *both) { b.build.Side = plan.Head },
	} {
		b := fresh()
		change(&b)
		if got := key(b); got != "" {
			t.Errorf("%s: key %q, want none", name, got)
		}
	}
}

// A key of code says nothing of what runs it, or a new JDK would be put down to a commit.
func TestCodes(t *testing.T) {
	job := plan.Job{Benchmarks: []plan.Benchmark{
		{Runtime: "jvm-25", Workload: "Echo", Name: "Echo/n=1"},
		{Runtime: "jvm-25", Workload: "Lost", Name: "Lost"},
		{Runtime: "go", Workload: "Echo", Name: "Echo/n=1"},
	}}
	build := func(toolchain, code string) []raw.Build {
		return []raw.Build{
			{Side: plan.Head, Runtime: "jvm-25", Toolchain: toolchain, Artifacts: map[string]string{"Echo": "x", "Lost": "x"}, Keys: map[string]string{"Echo": code}},
			{Side: plan.Head, Runtime: "go", Error: "not built", Keys: map[string]string{"Echo": code}},
		}
	}
	own := Codes(job, plan.Head, build("temurin-25.0.3", "0123"))
	if len(own) != 1 || own[0].Benchmark != "Echo/n=1" || own[0].Runtime != "jvm-25" || own[0].Key == "" {
		t.Fatalf("%+v, want the one benchmark that was built and has a key", own)
	}
	if same := Codes(job, plan.Head, build("temurin-25.0.4", "0123")); same[0].Key != own[0].Key {
		t.Errorf("another toolchain makes another key: %q and %q", own[0].Key, same[0].Key)
	}
	if other := Codes(job, plan.Head, build("temurin-25.0.3", "4567")); other[0].Key == own[0].Key {
		t.Errorf("other code has the same key, %q", own[0].Key)
	}
}
