// Package identity tells which benchmarks are the same on both sides: their code, the
// files that they may read, what runs them and how they are measured.
package identity

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// Matters tells whether it matters to a plan that a benchmark is the same on both sides.
func Matters(p plan.Plan) bool {
	if p.Project.Finds() {
		return len(p.Sides) == 2 && !p.MeasureIdentical
	}
	return p.Judged() && p.Recording == 0
}

// Traced tells whether the results of one side become points of a trend, in which a
// change is no commit's if the code is the same before and after.
func Traced(p plan.Plan) bool { return len(p.Sides) == 1 && p.Recording == 0 }

// Same lists the benchmarks that are the same on both sides in all that
// could make a difference.
func Same(p plan.Plan, job plan.Job, builds []raw.Build) []raw.Identical {
	r := raw.Run{Builds: builds}
	var same []raw.Identical
	for _, b := range job.Benchmarks {
		base, head := onSide(r, p, plan.Base, b), onSide(r, p, plan.Head, b)
		if base != "" && base == head {
			same = append(same, raw.Identical{Runtime: b.Runtime, Benchmark: b.Name, Key: base})
		}
	}
	return same
}

// Codes are the keys of the code of a side's benchmarks, and of nothing else: what
// runs it and how it is measured stands beside it in the results.
func Codes(job plan.Job, side string, builds []raw.Build) []raw.Identical {
	r := raw.Run{Builds: builds}
	var all []raw.Identical
	for _, b := range job.Benchmarks {
		built, ok := r.Build(side, b)
		if key := built.Keys[b.Workload]; ok && built.Error == "" && key != "" {
			all = append(all, raw.Identical{Runtime: b.Runtime, Benchmark: b.Name, Key: fmt.Sprintf("%x", sha256.Sum256([]byte(key)))})
		}
	}
	return all
}

// onSide is the key of a benchmark on a side: its code, what runs it and
// how it is measured; "" if that is not known. The plan and the counterpart are
// the same for both sides, and the plan is in the key all the same, so that keys
// of several runs can be compared.
func onSide(r raw.Run, p plan.Plan, side string, b plan.Benchmark) string {
	built, ok := r.Build(side, b)
	code := built.Keys[b.On(side).Workload]
	if !ok || built.Error != "" || code == "" {
		return ""
	}
	runtime, err := p.Runtime(b.Runtime)
	if err != nil {
		return ""
	}
	var slowdown float64
	for _, s := range p.Sides {
		if s.Name == side {
			slowdown = s.Slowdown
		}
	}
	warmups, iterations := p.Counts(side, b, runtime.Kind)
	bounds, _ := p.Bounds(side, b, runtime.Kind)
	text, err := json.Marshal(struct {
		Code, Toolchain, Coroutines string
		Flags, BuildFlags           []string
		Kind                        config.Kind
		Benchmark                   plan.Benchmark
		Cold                        bool
		Slowdown                    float64
		Warmups, Iterations         int
		Bounds                      config.Warmup
		Iteration                   config.Duration
		Summary                     string
	}{
		code, built.Toolchain, built.Coroutines, built.Flags, built.BuildFlags, runtime.Kind,
		b, p.ColdRounds > 0, slowdown, warmups, iterations, bounds, p.Iteration, p.Summary,
	})
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
