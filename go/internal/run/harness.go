package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// nativeImage is Kotlin's harness, compiled by GraalVM: JMH can't start a
// fork inside a native image.
type nativeImage struct{}

func (nativeImage) build(ctx context.Context, b *builder, _ config.Runtime, made *raw.Build) error {
	home, err := toolchain.NativeImage(b.Environ)
	if err != nil {
		return err
	}
	if home == "" {
		return errors.New("no native-image found: set GRAALVM_HOME")
	}
	version, err := b.output(ctx, "native-image-version", b.source, filepath.Join(home, "bin", "native-image"), "--version")
	if err != nil {
		return err
	}
	made.Toolchain, made.Home = "graalvm-"+firstVersion(version), home
	made.BuildFlags = []string{"-O2"}
	help, err := b.output(ctx, "native-image-help", b.source, filepath.Join(home, "bin", "native-image"), "--help")
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && strings.Contains(help, "-O3") {
		made.BuildFlags = []string{"-O3"}
	}
	return b.harness(ctx, made, "native-image", "-Dnative.optimize="+made.BuildFlags[0])
}

func (nativeImage) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	// A native image takes properties where a JVM does: before its own arguments.
	b.Flags = slices.Concat(b.Flags, o.counterpartFlag(s.Benchmark, counterpartProperty), []string{tempProperty})
	return o.harnessCommand(r, b, s)
}

// kotlinNative is Kotlin's harness, compiled by konanc.
type kotlinNative struct{}

func (kotlinNative) build(ctx context.Context, b *builder, _ config.Runtime, made *raw.Build) error {
	llvm, err := toolchain.LLVM(b.Environ)
	if err != nil {
		return err
	}
	made.BuildFlags = []string{"-opt"}
	properties := []string{}
	if llvm != "" {
		properties = append(properties, "-Dllvm.home="+llvm)
	}
	if err := b.harness(ctx, made, "kotlin-native", properties...); err != nil {
		return err
	}
	pom, err := os.ReadFile(filepath.Join(b.source, "kotlin", "pom.xml"))
	if err != nil {
		return err
	}
	version := regexp.MustCompile(`<kotlin\.version>([^<]+)<`).FindSubmatch(pom)
	if version == nil {
		return errors.New("kotlin/pom.xml: no kotlin.version in it")
	}
	made.Toolchain = "kotlin-native-" + string(version[1])
	if llvm != "" {
		made.Toolchain += " " + filepath.Base(llvm)
	}
	return nil
}

func (kotlinNative) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	return o.harnessCommand(r, b, s)
}

// jvmHarness is the harness on a JVM, warm: what JMH is held against.
type jvmHarness struct{}

func (jvmHarness) build(ctx context.Context, b *builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	err := b.harnessJar(ctx, made)
	for _, w := range b.workloads {
		made.Artifacts[w] = made.Harness
	}
	return err
}

func (jvmHarness) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	return slices.Concat([]string{java(b), tellThreads, "-cp", o.artifact(b, s)}, b.Flags, o.counterpartFlag(s.Benchmark, counterpartProperty),
		[]string{tempProperty, harnessMain}, o.harnessFlags(r, s))
}

const harnessMain = "cobench.harness.MainKt"

// jvmAOT is the harness on a JVM with a cache of classes that a training run
// has loaded and linked (JEP 514).
type jvmAOT struct{}

func (jvmAOT) build(ctx context.Context, b *builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	if err := b.harnessJar(ctx, made); err != nil {
		return err
	}
	i := slices.IndexFunc(b.job.Benchmarks, func(x plan.Benchmark) bool { return x.Runtime == r.Name })
	training := plan.Sample{Cold: true, Benchmark: b.job.Benchmarks[i]}
	b.Report(Event{Kind: Building, What: fmt.Sprintf("%s: AOT cache, %s", r.Name, b.name())})
	cache := b.abs(filepath.Join(b.folder(), aotCache))
	command := b.coldJVM(*made, append(slices.Clone(made.Flags), "-XX:AOTCacheOutput="+cache), training)
	if _, err := b.output(ctx, "aot-cache", b.source, command[0], command[1:]...); err != nil {
		return err
	}
	if _, err := os.Stat(cache); err != nil {
		return fmt.Errorf("java wrote no AOT cache: %w", err)
	}
	return nil
}

const aotCache = "harness.aot"

func (jvmAOT) command(o Options, _ config.Runtime, b raw.Build, s plan.Sample) []string {
	cache := o.abs(filepath.Join(b.Folder(), aotCache))
	// on: with auto, a cache that does not fit would be left aside, unseen.
	return o.coldJVM(b, append(slices.Clone(b.Flags), "-XX:AOTCache="+cache, "-XX:AOTMode=on"), s)
}

// harness builds the executable of one Maven profile, which holds every workload.
func (b *builder) harness(ctx context.Context, made *raw.Build, profile string, properties ...string) error {
	name := "harness-" + profile
	artifact := filepath.Join(b.folder(), name)
	b.Report(Event{Kind: Building, What: fmt.Sprintf("%s, %s", profile, b.name())})
	args := append([]string{"-P", profile, "-pl", "harness", "-am"}, properties...)
	if err := b.maven(ctx, name, append(args, "package")...); err != nil {
		return err
	}
	for _, w := range b.workloads {
		made.Artifacts[w] = artifact
	}
	return copyProgram(b.abs(artifact), filepath.Join(b.source, "kotlin/harness/target", name))
}

// harnessJar builds the harness for a JVM once a side.
func (b *builder) harnessJar(ctx context.Context, made *raw.Build) error {
	made.Harness = filepath.Join(b.folder(), "harness.jar")
	return b.once(made.Harness, func() error {
		b.Report(Event{Kind: Building, What: "kotlin harness, " + b.name()})
		if err := b.maven(ctx, "harness", "-pl", "harness", "-am", "package"); err != nil {
			return err
		}
		return copyFile(b.abs(made.Harness), filepath.Join(b.source, "kotlin/harness/target/harness.jar"))
	})
}

func (o Options) harnessCommand(r config.Runtime, b raw.Build, s plan.Sample) []string {
	return append(append([]string{o.artifact(b, s)}, b.Flags...), o.harnessFlags(r, s)...)
}

func (o Options) harnessFlags(r config.Runtime, s plan.Sample) []string {
	flags := append([]string{"-bench=^" + s.Benchmark.Workload + "$"}, nameAndParams(s)...)
	if s.Cold {
		return append(flags, o.coldFlags()...)
	}
	if bounds, ok := o.Plan.Bounds(s.Side, s.Benchmark, r.Kind); ok {
		flags = append(flags, "-warmup="+bounds.String())
	}
	warmups, iterations := o.Plan.Counts(s.Side, s.Benchmark, r.Kind)
	return append(flags, "-benchtime="+o.Plan.Iteration.String(), "-count="+strconv.Itoa(warmups+iterations))
}
