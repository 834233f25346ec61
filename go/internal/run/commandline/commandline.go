// Package commandline is how each kind of runtime is started: from a sample and what was
// built for it, its command line and its environment.
package commandline

import (
	"strconv"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// A Sample is what a process is to measure, and what with.
type Sample struct {
	plan.Sample
	Plan        plan.Plan
	Dir         raw.Dir // a whole path
	Runtime     config.Runtime
	Build       raw.Build
	Placed      string // the program that it runs in place of the built one, below the run folder; or ""
	Counterpart string // the other end of the wire, below the run folder
	Folder      string // its own
	Now         func() time.Time
}

// Of is the command line of a sample. It names everything by its whole path, so that it
// can be pasted into a shell.
func Of(s Sample) []string { return kinds[s.Runtime.Kind](s) }

var kinds = map[config.Kind]func(Sample) []string{
	config.Go:           workload,
	config.JVM:          jmh,
	config.GraalJIT:     graalJIT,
	config.NativeImage:  nativeImage,
	config.KotlinNative: harness,
	config.JVMHarness:   jvmHarness,
	config.JVMAOT:       jvmAOT,
	config.GoModule:     goModule,
	config.JMHJar:       jmhJar,
}

// coldOperations is how many operations a cold sample times.
const coldOperations = 50

// coldFlags are those of a test binary and of the harness. The clock is read
// as late as can be: the next thing that happens is the start.
func (s Sample) coldFlags() []string {
	return []string{
		"-cold=" + strconv.Itoa(coldOperations),
		"-started=" + strconv.FormatInt(s.Now().UnixNano(), 10),
	}
}

// counterpartFlag names the other end of the wire to a workload that has one.
// Kotlin reads it as a property, in JMH too, where the only flags are JMH's.
func (s Sample) counterpartFlag(flag string) []string {
	if !s.Benchmark.Counterpart {
		return nil
	}
	return []string{flag + "=" + s.Dir.Path(s.Counterpart)}
}

const counterpartProperty = "-Dcobench.counterpart"

// slowdown is the part by which a sample's operations are made slower, or "".
func (s Sample) slowdown() string {
	for _, side := range s.Plan.Sides {
		if side.Name == s.Side && side.Slowdown > 0 {
			return strconv.FormatFloat(side.Slowdown, 'g', -1, 64)
		}
	}
	return ""
}

// tempProperty makes a JVM write its temporary files into the sample's folder,
// in which it runs. Others read TMPDIR.
const tempProperty = "-Djava.io.tmpdir=" + raw.TempFolder

// artifact is the whole path of what the sample runs.
func (s Sample) artifact() string {
	name := s.Build.Artifacts[s.Benchmark.Workload]
	if s.Cold && s.Build.Harness != "" {
		name = s.Build.Harness
	}
	if s.Placed != "" {
		name = s.Placed
	}
	return s.Dir.Path(name)
}

func (s Sample) counts() (warmups, iterations int) {
	return s.Plan.Counts(s.Side, s.Benchmark, s.Runtime.Kind)
}

func (s Sample) bounds() (config.Warmup, bool) {
	return s.Plan.Bounds(s.Side, s.Benchmark, s.Runtime.Kind)
}

// nameAndParams are the flags by which a twin gets its parameters.
func (s Sample) nameAndParams() []string {
	var params []string
	for _, p := range s.Benchmark.Parameters {
		params = append(params, p.Key+"="+string(p.Value))
	}
	_, name, _ := strings.Cut(s.Benchmark.Name, "/")
	return []string{"-name=" + name, "-params=" + strings.Join(params, "/")}
}
