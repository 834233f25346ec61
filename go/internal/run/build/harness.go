package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/progress"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// nativeImage is Kotlin's harness, compiled by GraalVM: JMH can't start a
// fork inside a native image.
func nativeImage(ctx context.Context, b *Builder, _ config.Runtime, made *raw.Build) error {
	home, err := toolchain.NativeImage(b.Environ)
	if err != nil {
		return err
	}
	if home == "" {
		return errors.New("no native-image found: set GRAALVM_HOME")
	}
	version, err := b.Output(ctx, "native-image-version", b.source, filepath.Join(home, "bin", "native-image"), "--version")
	if err != nil {
		return err
	}
	made.Toolchain, made.Home = "graalvm-"+cmp.Or(versionNumber.FindString(version), "unknown"), home
	made.BuildFlags = []string{"-O2"}
	help, err := b.Output(ctx, "native-image-help", b.source, filepath.Join(home, "bin", "native-image"), "--help")
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && strings.Contains(help, "-O3") {
		made.BuildFlags = []string{"-O3"}
	}
	return b.harness(ctx, made, "native-image", "-Dnative.optimize="+made.BuildFlags[0])
}

var versionNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)+`)

// kotlinNative is Kotlin's harness, compiled by konanc.
func kotlinNative(ctx context.Context, b *Builder, _ config.Runtime, made *raw.Build) error {
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

// jvmHarness is the harness on a JVM, warm: what JMH is held against.
func jvmHarness(ctx context.Context, b *Builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	err := b.harnessJar(ctx, made)
	for _, w := range b.workloads {
		made.Artifacts[w] = made.Harness
	}
	return err
}

// jvmAOT is the harness on a JVM with a cache of classes that a training run
// has loaded and linked (JEP 514).
func jvmAOT(ctx context.Context, b *Builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	if err := b.harnessJar(ctx, made); err != nil {
		return err
	}
	i := slices.IndexFunc(b.job.Benchmarks, func(x plan.Benchmark) bool { return x.Runtime == r.Name })
	b.report(progress.Building, fmt.Sprintf("%s: AOT cache, %s", r.Name, b.name()))
	cache := b.Dir.Path(filepath.Join(b.folder(), commandline.AOTCache))
	training := commandline.Sample{Sample: plan.Sample{Cold: true, Benchmark: b.job.Benchmarks[i]}, Plan: b.Plan, Dir: b.Dir, Build: *made, Now: b.Now}
	command := commandline.ColdJVM(training, append(slices.Clone(made.Flags), "-XX:AOTCacheOutput="+cache))
	if _, err := b.Output(ctx, "aot-cache", b.source, command[0], command[1:]...); err != nil {
		return err
	}
	if _, err := os.Stat(cache); err != nil {
		return fmt.Errorf("java wrote no AOT cache: %w", err)
	}
	return nil
}

// harness builds the executable of one Maven profile, which holds every workload.
func (b *Builder) harness(ctx context.Context, made *raw.Build, profile string, properties ...string) error {
	name := "harness-" + profile
	artifact := filepath.Join(b.folder(), name)
	b.report(progress.Building, fmt.Sprintf("%s, %s", profile, b.name()))
	args := append([]string{"-P", profile, "-pl", "harness", "-am"}, properties...)
	if err := b.maven(ctx, name, append(args, "package")...); err != nil {
		return err
	}
	for _, w := range b.workloads {
		made.Artifacts[w] = artifact
	}
	return files.CopyProgram(b.Dir.Path(artifact), filepath.Join(b.source, "kotlin/harness/target", name))
}

// harnessJar builds the harness for a JVM once a side.
func (b *Builder) harnessJar(ctx context.Context, made *raw.Build) error {
	made.Harness = filepath.Join(b.folder(), "harness.jar")
	return b.once(made.Harness, func() error {
		b.report(progress.Building, "kotlin harness, "+b.name())
		if err := b.maven(ctx, "harness", "-pl", "harness", "-am", "package"); err != nil {
			return err
		}
		return files.Copy(b.Dir.Path(made.Harness), filepath.Join(b.source, "kotlin/harness/target/harness.jar"))
	})
}
