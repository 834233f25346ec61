package run

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// addKeys notes what code each workload of a build can reach. A workload
// without a key is measured.
func (b *builder) addKeys(r config.Runtime, made *raw.Build) error {
	keys := map[string]string{}
	for w, artifact := range made.Artifacts {
		key, err := b.codeKey(r.Kind, w, b.abs(artifact))
		if err == nil && made.Harness != "" && b.Plan.ColdRounds > 0 {
			var cold string
			cold, err = b.jarKey(b.abs(made.Harness), harnessRoots)
			key += " " + cold
		}
		if err != nil {
			return err
		}
		keys[w] = key
	}
	made.Keys = keys
	return nil
}

func (b *builder) codeKey(kind config.Kind, workload, artifact string) (string, error) {
	switch kind {
	case config.GoModule:
		code, err := closure.Program(artifact)
		return code + " " + b.data, err
	case config.JMHJar:
		return b.methodKey(workload, artifact)
	case config.JVM, config.GraalJIT:
		return b.jarKey(artifact, jmhRoots(workload))
	case config.JVMHarness, config.JVMAOT:
		return b.jarKey(artifact, harnessRoots)
	case config.NativeImage:
		// The image's own heap differs from build to build: what it was made of does not.
		return b.jarKey(filepath.Join(b.source, "kotlin/harness/target/harness.jar"), harnessRoots)
	}
	return closure.Program(artifact)
}

// harnessRoots reach every workload: a change to one makes all of a harness another.
var harnessRoots = regexp.MustCompile(`^cobench/harness/MainKt$`)

// jmhRoots are JMH itself, what it starts by name, and the workload's class
// with what JMH has generated for it.
func jmhRoots(workload string) *regexp.Regexp {
	return regexp.MustCompile(`^(org/openjdk/jmh/(Main|runner/ForkedMain)|cobench/benchmarks/(\w+Profiler|` + workload + `|jmh_generated/` + workload + `_\w+))$`)
}

func (b *builder) jarKey(file string, roots *regexp.Regexp) (string, error) {
	jar, ok := b.jars[file]
	if !ok {
		var err error
		if jar, err = closure.ReadJar(file); err != nil {
			return "", err
		}
		b.jars[file] = jar
	}
	return jar.Key(roots)
}

// identical lists the benchmarks that are the same on both sides in all that
// could make a difference.
func identical(p plan.Plan, job plan.Job, builds []raw.Build) []raw.Identical {
	r := raw.Run{Builds: builds}
	var same []raw.Identical
	for _, b := range job.Benchmarks {
		base, head := identityOn(r, p, plan.Base, b), identityOn(r, p, plan.Head, b)
		if base != "" && base == head {
			same = append(same, raw.Identical{Runtime: b.Runtime, Benchmark: b.Name, Key: base})
		}
	}
	return same
}

// codes are the keys of the code of a side's benchmarks, and of nothing else: what
// runs it and how it is measured stands beside it in the results.
func codes(job plan.Job, side string, builds []raw.Build) []raw.Identical {
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

// identityOn is the key of a benchmark on a side: its code, what runs it and
// how it is measured; "" if that is not known. The plan and the counterpart are
// the same for both sides, and the plan is in the key all the same, so that keys
// of several runs can be compared.
func identityOn(r raw.Run, p plan.Plan, side string, b plan.Benchmark) string {
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
