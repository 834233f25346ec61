package commandline

import (
	"path/filepath"
	"slices"
	"strconv"

	"github.com/cobench/cobench/go/internal/config"
)

// harness is Kotlin's own program with every workload in it.
func harness(s Sample) []string {
	return append(append([]string{s.artifact()}, s.Build.Flags...), s.harnessFlags()...)
}

// nativeImage is the harness, compiled by GraalVM: JMH can't start a fork inside a
// native image.
func nativeImage(s Sample) []string {
	// A native image takes properties where a JVM does: before its own arguments.
	s.Build.Flags = slices.Concat(s.Build.Flags, s.counterpartFlag(counterpartProperty), []string{tempProperty})
	return harness(s)
}

// jvmHarness is the harness on a JVM, warm: what JMH is held against.
func jvmHarness(s Sample) []string {
	return slices.Concat([]string{Java(s.Build), tellThreads, "-cp", s.artifact()}, s.Build.Flags, s.counterpartFlag(counterpartProperty),
		[]string{tempProperty, harnessMain}, s.harnessFlags())
}

const harnessMain = "cobench.harness.MainKt"

// jvmAOT is the harness on a JVM with a cache of classes (JEP 514).
func jvmAOT(s Sample) []string {
	cache := s.Dir.Path(filepath.Join(s.Build.Folder(), AOTCache))
	// on: with auto, a cache that does not fit would be left aside, unseen.
	return ColdJVM(s, append(slices.Clone(s.Build.Flags), "-XX:AOTCache="+cache, "-XX:AOTMode=on"))
}

// AOTCache is that cache, in the folder of a build.
const AOTCache = "harness.aot"

// ColdJVM is the harness on a JVM, cold.
func ColdJVM(s Sample, flags []string) []string {
	command := append([]string{Java(s.Build), "-cp", s.artifact()}, flags...)
	command = append(command, s.counterpartFlag(counterpartProperty)...)
	s.Runtime = config.Runtime{}
	return append(append(command, tempProperty, harnessMain), s.harnessFlags()...)
}

func (s Sample) harnessFlags() []string {
	flags := append([]string{"-bench=^" + s.Benchmark.Workload + "$"}, s.nameAndParams()...)
	if s.Cold {
		return append(flags, s.coldFlags()...)
	}
	if bounds, ok := s.bounds(); ok {
		flags = append(flags, "-warmup="+bounds.String())
	}
	warmups, iterations := s.counts()
	return append(flags, "-benchtime="+s.Plan.Iteration.String(), "-count="+strconv.Itoa(warmups+iterations))
}
