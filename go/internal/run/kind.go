package run

import (
	"context"
	"strconv"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// A kind knows how to build and to start one kind of runtime.
type kind interface {
	// build makes what the runtime runs and tells what it was made with:
	// all of made but its side and runtime.
	build(ctx context.Context, b *builder, r config.Runtime, made *raw.Build) error
	// command is the command line of a sample. It names everything by its
	// whole path, so that it can be pasted into a shell.
	command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string
}

var kinds = map[config.Kind]kind{
	config.Go:           golang{},
	config.JVM:          jmh{},
	config.GraalJIT:     graalJIT{},
	config.NativeImage:  nativeImage{},
	config.KotlinNative: kotlinNative{},
	config.JVMHarness:   jvmHarness{},
	config.JVMAOT:       jvmAOT{},
	config.GoModule:     goModule{},
	config.JMHJar:       jmhJar{},
}

// ColdOperations is how many operations a cold sample times.
const ColdOperations = 50

// coldFlags are those of a test binary and of the harness. The clock is read
// as late as can be: the next thing that happens is the start.
func (o Options) coldFlags() []string {
	return []string{
		"-cold=" + strconv.Itoa(ColdOperations),
		"-started=" + strconv.FormatInt(o.Now().UnixNano(), 10),
	}
}

// counterpartFlag names the other end of the wire to a workload that has one.
// Kotlin reads it as a property, in JMH too, where the only flags are JMH's.
func (o Options) counterpartFlag(b plan.Benchmark, flag string) []string {
	if !b.Counterpart {
		return nil
	}
	return []string{flag + "=" + o.abs(o.counterpart)}
}

// slowdown is the part by which a sample's operations are made slower, or "".
func (o Options) slowdown(s plan.Sample) string {
	for _, side := range o.Plan.Sides {
		if side.Name == s.Side && side.Slowdown > 0 {
			return strconv.FormatFloat(side.Slowdown, 'g', -1, 64)
		}
	}
	return ""
}

// tempProperty makes a JVM write its temporary files into the sample's folder,
// in which it runs. Others read TMPDIR.
const tempProperty = "-Djava.io.tmpdir=" + raw.TempFolder

const counterpartProperty = "-Dcobench.counterpart"

// artifact is the whole path of what a sample of the build runs.
func (o Options) artifact(b raw.Build, s plan.Sample) string {
	name := b.Artifacts[s.Benchmark.Workload]
	if s.Cold && b.Harness != "" {
		name = b.Harness
	}
	if placed := o.layouts.placed(b, s); placed.Program != "" {
		name = placed.Program
	}
	return o.abs(name)
}

// runsIn is where a sample's process runs: in its own folder, or where what it
// was built from expects it.
func (o Options) runsIn(b raw.Build, s plan.Sample) string {
	if folder := b.Folders[s.Benchmark.Workload]; folder != "" {
		return o.abs(folder)
	}
	return o.folder
}

// abs is the whole path of what lies in the run folder, which Run has made absolute.
func (o Options) abs(name string) string { return o.Dir.Path(name) }
