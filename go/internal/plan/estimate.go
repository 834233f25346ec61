package plan

import (
	"cmp"
	"time"

	"github.com/cobench/cobench/go/internal/config"
)

// An Estimate is how long a job will take, by what such things took before
// (bench-config/costs.yaml).
type Estimate struct {
	Setup   config.Duration `json:"setup,omitempty"` // of a runner
	Build   config.Duration `json:"build"`
	Measure config.Duration `json:"measure"`
	// Confirm is the most that comes on top, where much may have moved: the rounds that
	// confirm it, and profiles.
	Confirm config.Duration `json:"confirm,omitempty"`
}

// Minutes are what GitHub counts of the job: whole ones, and with all that may
// come on top.
func (e Estimate) Minutes() (likely, most int) {
	total := e.Setup + e.Build + e.Measure
	return minutes(total), minutes(total + e.Confirm)
}

func minutes(d config.Duration) int {
	return int((d + config.Duration(time.Minute) - 1) / config.Duration(time.Minute))
}

// estimate adds up what building takes and what the samples of a job do.
func (p Plan) estimate(c config.Config, j Job) Estimate {
	var e Estimate
	built := map[string]bool{}
	for _, b := range j.Benchmarks {
		made, build, measure := p.cost(c, b)
		if !built[made] {
			built[made] = true
			e.Build += build
		}
		e.Measure += measure
	}
	e.Measure = max(e.Measure, p.Fill-e.Build)
	if j.Runner != "" {
		e.Setup = c.Jobs.Measure + config.Duration(len(j.Setup.JDKs))*c.Jobs.JDK
		if j.Setup.GraalVM > 0 {
			e.Setup += c.Jobs.GraalVM
		}
	}
	return Estimate{e.Setup.Round(), e.Build.Round(), e.Measure.Round(), (p.confirming(e) + p.Why).Round()}
}

// confirming is the most that the rounds which confirm may take: as much as is
// allowed, and no more than the budget leaves.
func (p Plan) confirming(e Estimate) config.Duration {
	if !p.Judged() || p.Recording > 0 {
		return 0
	}
	left := max(0, cmp.Or(p.Budget, noBudget)-e.Build-e.Measure)
	if p.Confirm == 0 {
		return left
	}
	return min(left, max(p.Confirm, e.Measure))
}

// cost is what a benchmark adds to a job: its samples, and what has to be built
// for it if nothing else has needed that.
func (p Plan) cost(c config.Config, b Benchmark) (made string, build, measure config.Duration) {
	r, err := p.Runtime(b.Runtime)
	if err != nil {
		return "", 0, 0
	}
	for _, side := range p.Sides {
		warm, cold := p.sampleTimes(c, side.Name, b, r)
		if !r.Kind.ColdOnly() {
			measure += config.Duration(p.rounds(b)) * warm
		}
		build += c.Cost(r.Kind).Build
		measure += config.Duration(p.ColdRounds) * cold
	}
	return artifact(r, b), build, measure
}

// artifact names what is built for a benchmark: one jar serves all JVMs.
func artifact(r config.Runtime, b Benchmark) string {
	switch r.Kind {
	case config.JVM, config.GraalJIT:
		return "jar " + b.Coroutines
	case config.JVMHarness, config.JVMAOT:
		return "harness " + b.Coroutines
	case config.Go:
		return "go " + b.Workload
	}
	return r.Name + " " + b.Coroutines
}

// sampleTimes are those of one process, warm and cold. An iteration ends with
// the run in which its time has passed, and so is as long as a run at least.
func (p Plan) sampleTimes(c config.Config, side string, b Benchmark, r config.Runtime) (warm, cold config.Duration) {
	cost := c.Cost(r.Kind)
	run := c.RunTime(b.Workload, r.Kind, b.value)
	iteration := max(time.Duration(float64(p.Iteration)*cost.Iteration), run)
	warmups, iterations := p.Counts(side, b, r.Kind)
	warm = cost.Start + config.Duration(iteration)*config.Duration(warmups+iterations)
	if bounds, ok := p.Bounds(side, b, r.Kind); ok {
		warm += min(max(cost.Warmup, bounds.Least), bounds.Most)
	}
	cold = cost.Cold + config.Duration(run)*coldOperations
	limit := p.Limit + config.Duration(time.Second)
	return min(warm, limit), min(cold, limit)
}

// coldOperations is how many operations a cold sample times.
const coldOperations = 50

// value is that of one of the benchmark's parameters, "" if it has none such.
func (b Benchmark) value(name string) config.Value {
	for _, p := range b.Parameters {
		if p.Key == name {
			return p.Value
		}
	}
	return ""
}
