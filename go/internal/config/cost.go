package config

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

type costsFile struct {
	Jobs  JobCosts   `yaml:"jobs"`
	Kinds []KindCost `yaml:"kinds"`
	Runs  []RunCost  `yaml:"runs"`
}

// JobCosts are what the jobs of the pipeline take on a hosted runner besides what
// they build and measure.
type JobCosts struct {
	Plan    Duration `yaml:"plan" jsonschema_description:"Of the job that plans."`
	Measure Duration `yaml:"measure" jsonschema_description:"Of a job that measures: check out, Go, cobench itself, artifacts."`
	JDK     Duration `yaml:"jdk" jsonschema_description:"Besides, for each JDK that it sets up."`
	GraalVM Duration `yaml:"graalvm" jsonschema_description:"Besides, for a GraalVM."`
	Report  Duration `yaml:"report" jsonschema_description:"Of the job that brings the results together."`
	Comment Duration `yaml:"comment" jsonschema_description:"Of the job that comments on a pull request."`
	Publish Duration `yaml:"publish" jsonschema_description:"Of the jobs that keep the results and make the site."`
}

// A KindCost is what a kind of runtime takes besides the work itself, as it was
// measured: by it a plan says beforehand how long it will be.
type KindCost struct {
	Kind      Kind     `yaml:"kind"`
	Build     Duration `yaml:"build" jsonschema_description:"Of a build for this kind, with everything downloaded."`
	Start     Duration `yaml:"start" jsonschema_description:"Of a process, all but its iterations."`
	Warmup    Duration `yaml:"warmup,omitempty" jsonschema_description:"Of a warm-up that ends when the process is warm."`
	Cold      Duration `yaml:"cold" jsonschema_description:"Of a cold sample."`
	Iteration float64  `yaml:"iteration" jsonschema:"minimum=1" jsonschema_description:"How many times its nominal length an iteration takes."`
}

// A RunCost is what one run of a workload takes, for those whose run may be
// longer than an iteration: the sum of its terms.
type RunCost struct {
	Workload    string             `yaml:"workload"`
	Kinds       []Kind             `yaml:"kinds,omitempty" jsonschema_description:"Of runtimes; all if there are none."`
	Where       map[string]Value   `yaml:"where,omitempty" jsonschema_description:"Only for benchmarks with these values."`
	Nanoseconds map[string]float64 `yaml:"nanoseconds" jsonschema_description:"By term: 1, a parameter such as n, a power such as n^2, or a product such as files*size."`
}

func (c Config) checkCosts(f *file, costs costsFile) error {
	j := costs.Jobs
	for _, d := range []struct {
		field string
		value Duration
	}{{"plan", j.Plan}, {"measure", j.Measure}, {"jdk", j.JDK}, {"graalvm", j.GraalVM}, {"report", j.Report}, {"comment", j.Comment}, {"publish", j.Publish}} {
		if err := CheckDuration(d.field, d.value, 0); err != nil {
			return f.errorf("jobs."+d.field, "%v", err)
		}
	}
	for i, k := range costs.Kinds {
		at := fmt.Sprintf("kinds[%d]", i)
		if !slices.Contains(Kinds, k.Kind) {
			return f.errorf(at+".kind", "%v", unknown("kind", string(k.Kind), kindNames()))
		}
		if !(k.Iteration >= 1 && k.Iteration < 100) {
			return f.errorf(at+".iteration", "iteration %v: want a factor from 1 on", k.Iteration)
		}
		for _, d := range []struct {
			field string
			value Duration
		}{{"build", k.Build}, {"start", k.Start}, {"warmup", k.Warmup}, {"cold", k.Cold}} {
			if err := CheckDuration(d.field, d.value, 0); err != nil {
				return f.errorf(at+"."+d.field, "%v", err)
			}
		}
	}
	for _, kind := range Kinds {
		if !slices.ContainsFunc(costs.Kinds, func(k KindCost) bool { return k.Kind == kind }) {
			return f.errorf("kinds", "the cost of kind %s is missing", kind)
		}
	}
	for i, r := range costs.Runs {
		if err := c.checkRunCost(f, fmt.Sprintf("runs[%d]", i), r); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) checkRunCost(f *file, at string, r RunCost) error {
	w, err := c.Workload(r.Workload)
	if err != nil {
		return f.errorf(at+".workload", "%v", err)
	}
	for i, k := range r.Kinds {
		if !slices.Contains(Kinds, k) {
			return f.errorf(fmt.Sprintf("%s.kinds[%d]", at, i), "%v", unknown("kind", string(k), kindNames()))
		}
	}
	for name, value := range r.Where {
		p, err := w.Parameter(name)
		if err == nil {
			err = p.Check(value)
		}
		if err != nil {
			return f.keyErrorf(at+".where", name, "%v", err)
		}
	}
	for _, term := range slices.Sorted(maps.Keys(r.Nanoseconds)) {
		if _, err := evaluate(term, func(name string) (float64, error) {
			_, err := w.Parameter(name)
			return 1, err
		}); err != nil {
			return f.keyErrorf(at+".nanoseconds", term, "%v", err)
		}
		if ns := r.Nanoseconds[term]; !(ns >= 0) || math.IsInf(ns, 0) {
			return f.keyErrorf(at+".nanoseconds", term, "%s: %v: want nanoseconds, 0 or more", term, ns)
		}
	}
	return nil
}

// evaluate computes a term: factors with * between, each 1 or a parameter with
// a power or without.
func evaluate(term string, value func(name string) (float64, error)) (float64, error) {
	product := 1.0
	for factor := range strings.SplitSeq(term, "*") {
		name, power, raised := strings.Cut(strings.TrimSpace(factor), "^")
		exponent := 1.0
		if raised {
			var err error
			if exponent, err = strconv.ParseFloat(power, 64); err != nil || !(exponent > 0 && exponent <= 4) {
				return 0, fmt.Errorf("%q: want a power above 0 and up to 4, as in n^2", factor)
			}
		}
		if name == "1" {
			continue
		}
		x, err := value(name)
		if err != nil {
			return 0, err
		}
		product *= math.Pow(x, exponent)
	}
	return product, nil
}

// Cost returns what a kind of runtime takes.
func (c Config) Cost(kind Kind) KindCost {
	i := slices.IndexFunc(c.Costs, func(k KindCost) bool { return k.Kind == kind })
	if i < 0 {
		return KindCost{Kind: kind, Iteration: 1}
	}
	return c.Costs[i]
}

// RunTime estimates one run of a workload: 0 where it is short.
func (c Config) RunTime(workload string, kind Kind, value func(name string) Value) time.Duration {
	for _, r := range c.Runs {
		if r.Workload != workload || len(r.Kinds) > 0 && !slices.Contains(r.Kinds, kind) || !matches(r.Where, value) {
			continue
		}
		var ns float64
		for term, each := range r.Nanoseconds {
			x, err := evaluate(term, func(name string) (float64, error) { return strconv.ParseFloat(string(value(name)), 64) })
			if err == nil { // else a word in a number's place, which has no size
				ns += each * x
			}
		}
		return time.Duration(min(ns, float64(longest)))
	}
	return 0
}

// longest bounds an estimate, which may be of a size nobody can wait for.
const longest = 1000 * time.Hour

func matches(where map[string]Value, value func(name string) Value) bool {
	for name, want := range where {
		if value(name) != want {
			return false
		}
	}
	return true
}
