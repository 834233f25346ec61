package commandline

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/cobench/cobench/go/internal/raw"
)

// JMHBenchmark is the full name of a workload's benchmark method.
func JMHBenchmark(workload string) string { return "cobench.benchmarks." + workload + ".run" }

// Java is the program of the JDK that a build runs on.
func Java(b raw.Build) string { return filepath.Join(b.Home, "bin", "java") }

// jmh is the jar of a suite, which serves every JDK.
func jmh(s Sample) []string {
	if s.Cold {
		return ColdJVM(s, s.Build.Flags) // JMH has done much before it measures
	}
	command := append([]string{Java(s.Build), tellThreads}, s.Build.Flags...)
	if bounds, ok := s.bounds(); ok {
		command = append(command, "-Dcobench.warmup="+bounds.String())
	}
	command = append(command, s.counterpartFlag(counterpartProperty)...)
	if part := s.slowdown(); part != "" {
		command = append(command, "-Dcobench.slowdown="+part)
	}
	command = append(command, tempProperty)
	return append(command, s.runJMH(JMHBenchmark(s.Benchmark.Workload), "avgt", raw.JMHFile,
		"-t", "1", "-prof", "gc", "-prof", "cobench.benchmarks.ResourceProfiler", "-prof", "cobench.benchmarks.FigureProfiler")...)
}

// graalJIT is the same on Graal's compiler.
func graalJIT(s Sample) []string {
	if s.Build.UpgradeModulePath != "" {
		s.Build.Flags = append(slices.Clone(s.Build.Flags), "--upgrade-module-path="+s.Build.UpgradeModulePath)
	}
	return jmh(s)
}

// jmhJar is a jar with JMH in it that a project's own build made.
func jmhJar(s Sample) []string {
	mode := "avgt"
	if s.Benchmark.Found.SingleShot {
		mode = "ss"
	}
	return append(append([]string{Java(s.Build)}, s.Build.Flags...), s.runJMH(s.Benchmark.Found.Match, mode, filepath.Join(s.Folder, raw.JMHFile))...)
}

// runJMH has a jar run one benchmark of a method in a fork of its own, and write to
// a file what came of it.
func (s Sample) runJMH(method, mode, file string, more ...string) []string {
	warmups, iterations := s.counts()
	iteration := strconv.FormatInt(time.Duration(s.Plan.Iteration).Milliseconds(), 10) + "ms"
	command := slices.Concat([]string{
		// One user's stale lock file would stop everybody else's runs.
		"-Djmh.ignoreLock=true",
		"-jar", s.artifact(),
		"^" + regexp.QuoteMeta(method) + "$",
		"-f", "1", "-bm", mode, "-tu", "ns",
		"-wi", strconv.Itoa(warmups), "-w", iteration,
		"-i", strconv.Itoa(iterations), "-r", iteration,
		"-foe", "true",
	}, more, []string{"-rf", "json", "-rff", file})
	for _, p := range s.Benchmark.Parameters {
		command = append(command, "-p", p.Key+"="+string(p.Value))
	}
	return command
}

// tellThreads lets a JVM tell its own code how long its compilers have been at work.
const tellThreads = "--add-exports=java.management/sun.management=ALL-UNNAMED"
