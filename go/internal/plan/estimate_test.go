package plan_test

import (
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

// Ten runs of a second take ten seconds, however short an iteration is meant
// to be; what several runtimes share is built once.
func TestEstimate(t *testing.T) {
	c := ownConfig(t)
	second := config.Duration(time.Second)
	c.Costs = []config.KindCost{
		{Kind: config.Go, Build: 5 * second, Start: second / 10, Iteration: 1.5, Cold: second / 4},
		{Kind: config.JVM, Build: 60 * second, Start: 2 * second, Warmup: 5 * second, Iteration: 1, Cold: second},
	}
	c.Runs = []config.RunCost{{Workload: "MatMul", Kinds: []config.Kind{config.Go}, Where: map[string]config.Value{"n": "1000"}, Nanoseconds: map[string]float64{"n^2": 1000}}}
	for _, p := range c.Profiles {
		p.Warmup[config.Go] = config.Fixed(second / 5)
	}
	for _, test := range []struct {
		name     string
		settings []plan.Setting
		build    time.Duration
		measure  time.Duration
	}{
		// A process of go: 0.1 s and 1+9 iterations of 1.5 x 0.2 s. One of a JVM: 2 s, 5 s until it is warm and 2+9 of 0.2 s.
		{"iterations", []plan.Setting{{Key: "n", Value: "8"}}, 65 * time.Second, 20 * (3100 + 9200) * time.Millisecond},
		{"a fixed warm-up", []plan.Setting{{Key: "n", Value: "8"}, {Key: "warmup", Value: "400ms"}}, 65 * time.Second, 20 * (3400 + 4200) * time.Millisecond},
		{"a warm-up no longer than its bound", []plan.Setting{{Key: "n", Value: "8"}, {Key: "warmup", Value: "200ms..3s"}}, 65 * time.Second, 20 * (3100 + 7200) * time.Millisecond},
		{"rounds as long as they fit", []plan.Setting{{Key: "n", Value: "8"}, {Key: "fill", Value: "10m"}}, 65 * time.Second, 535 * time.Second},
		{"long runs", []plan.Setting{{Key: "n", Value: "1000"}, {Key: "runtime", Value: "go"}}, 5 * time.Second, 20 * 10100 * time.Millisecond},
		{"the limit ends a process", []plan.Setting{{Key: "n", Value: "1000"}, {Key: "runtime", Value: "go"}, {Key: "limit", Value: "2s"}}, 5 * time.Second, 20 * 3 * time.Second},
		{"cold", []plan.Setting{{Key: "n", Value: "8"}, {Key: "rounds", Value: "0"}, {Key: "cold-rounds", Value: "8"}}, 65 * time.Second, 8 * 1250 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := smoke()
			q.Missing = jdks(17, 25)
			q.Settings = append([]plan.Setting{{Key: "pattern", Value: "fan"}, {Key: "workers", Value: "1"}, {Key: "rounds", Value: "20"}, {Key: "iterations", Value: "9"}}, test.settings...)
			p, err := plan.Make(c, q)
			if err != nil {
				t.Fatal(err)
			}
			got := p.Jobs[0].Estimate
			if time.Duration(got.Build) != test.build || time.Duration(got.Measure) != test.measure {
				t.Errorf("building %v and measuring %v, want %v and %v", got.Build, got.Measure, test.build, test.measure)
			}
		})
	}
}
