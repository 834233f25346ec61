package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// JMHBenchmark is the full name of a workload's benchmark method.
func JMHBenchmark(workload string) string { return "cobench.benchmarks." + workload + ".run" }

// jmh is one jar that serves every JDK.
type jmh struct{}

func (jmh) build(ctx context.Context, b *builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	return b.jar(ctx, made)
}

func java(b raw.Build) string { return filepath.Join(b.Home, "bin", "java") }

func (jmh) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	if s.Cold {
		return o.coldJVM(b, b.Flags, s) // JMH has done much before it measures
	}
	command := append([]string{java(b), tellThreads}, b.Flags...)
	if bounds, ok := o.Plan.Bounds(s.Side, s.Benchmark, r.Kind); ok {
		command = append(command, "-Dcobench.warmup="+bounds.String())
	}
	command = append(command, o.counterpartFlag(s.Benchmark, counterpartProperty)...)
	if part := o.slowdown(s); part != "" {
		command = append(command, "-Dcobench.slowdown="+part)
	}
	command = append(command, tempProperty)
	return append(command, o.runJMH(r, b, s, JMHBenchmark(s.Benchmark.Workload), "avgt", raw.JMHFile,
		"-t", "1", "-prof", "gc", "-prof", "cobench.benchmarks.ResourceProfiler", "-prof", "cobench.benchmarks.FigureProfiler")...)
}

// runJMH has a jar run one benchmark of a method in a fork of its own, and write to
// a file what came of it.
func (o Options) runJMH(r config.Runtime, b raw.Build, s plan.Sample, method, mode, file string, more ...string) []string {
	warmups, iterations := o.Plan.Counts(s.Side, s.Benchmark, r.Kind)
	iteration := strconv.FormatInt(time.Duration(o.Plan.Iteration).Milliseconds(), 10) + "ms"
	command := slices.Concat([]string{
		// One user's stale lock file would stop everybody else's runs.
		"-Djmh.ignoreLock=true",
		"-jar", o.artifact(b, s),
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

// coldJVM is the harness on a JVM, cold.
func (o Options) coldJVM(b raw.Build, flags []string, s plan.Sample) []string {
	command := append([]string{java(b), "-cp", o.artifact(b, s)}, flags...)
	command = append(command, o.counterpartFlag(s.Benchmark, counterpartProperty)...)
	return append(append(command, tempProperty, harnessMain), o.harnessFlags(config.Runtime{}, s)...)
}

// jar builds the JMH jar once a side, and the harness if there are cold samples.
func (b *builder) jar(ctx context.Context, made *raw.Build) error {
	if b.Plan.ColdRounds > 0 {
		if err := b.harnessJar(ctx, made); err != nil {
			return err
		}
	}
	jar := filepath.Join(b.folder(), "benchmarks.jar")
	err := b.once(jar, func() error {
		b.Report(Event{Kind: Building, What: "kotlin benchmarks, " + b.name()})
		if err := b.maven(ctx, "benchmarks", "-pl", "benchmarks", "-am", "package"); err != nil {
			return err
		}
		return copyFile(b.Dir.Path(jar), filepath.Join(b.source, "kotlin/benchmarks/target/benchmarks.jar"))
	})
	for _, w := range b.workloads {
		made.Artifacts[w] = jar
	}
	return err
}

// graalJIT is the JMH jar on Graal's compiler: that of a GraalVM where there
// is one, else the compiler as bytecode on a stock JDK.
type graalJIT struct{}

func (graalJIT) build(ctx context.Context, b *builder, r config.Runtime, made *raw.Build) error {
	made.Flags = append(slices.Clone(made.Flags), raw.ShowGraal)
	if jdk, ok := toolchain.Find(b.jdks, r.JDK, true); ok {
		made.Toolchain, made.Home = jdk.Name, jdk.Home
		return b.jar(ctx, made)
	}
	if err := b.onJDK(r, made); err != nil {
		return fmt.Errorf("no GraalVM, and %w", err)
	}
	modules, version, err := b.graalCompiler(ctx)
	if err != nil {
		return err
	}
	made.Toolchain += " graal-" + version + "-as-bytecode"
	made.Flags = append(made.Flags, "-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "-XX:+UseJVMCICompiler", "--enable-native-access=jdk.graal.compiler")
	made.UpgradeModulePath = modules
	return b.jar(ctx, made)
}

func (graalJIT) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	if b.UpgradeModulePath != "" {
		b.Flags = append(slices.Clone(b.Flags), "--upgrade-module-path="+b.UpgradeModulePath)
	}
	return jmh{}.command(o, r, b, s)
}

// graalCompiler has Maven fetch Graal's compiler, and returns its jars' paths.
// Maven's own repository keeps them, by version and with checksums.
func (b *builder) graalCompiler(ctx context.Context) (modules, version string, err error) {
	b.Report(Event{Kind: Building, What: "graal compiler, " + b.name()})
	list := b.abs(filepath.Join(b.folder(), "graal-compiler.path"))
	if _, err := b.output(ctx, "graal-compiler", b.source, "mvn", "-q", "-B", "-Dstyle.color=never",
		"-f", "kotlin/graal-compiler/pom.xml", "dependency:build-classpath", "-Dmdep.outputFile="+list); err != nil {
		return "", "", err
	}
	text, err := os.ReadFile(list)
	if err != nil {
		return "", "", err
	}
	modules = strings.TrimSpace(string(text))
	jar := regexp.MustCompile(`compiler-([0-9.]+)\.jar`).FindStringSubmatch(modules)
	if jar == nil {
		return "", "", fmt.Errorf("%s: no compiler-VERSION.jar in it", list)
	}
	return modules, jar[1], nil
}

// onJDK makes a build run on the stock JDK that its runtime names.
func (b *builder) onJDK(r config.Runtime, made *raw.Build) error {
	jdk, ok := toolchain.Find(b.jdks, r.JDK, false)
	if !ok {
		return fmt.Errorf("no JDK %d found", r.JDK)
	}
	made.Toolchain, made.Home = jdk.Name, jdk.Home
	return nil
}
