package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

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
	return b.harness(ctx, made, "native-image", "-Dgraalvm.home="+home)
}

func (nativeImage) command(o Options, r config.Runtime, _ raw.Build, artifact string, s plan.Sample) []string {
	return append(append([]string{artifact}, r.Flags...), harnessFlags(o, r, s)...)
}

// kotlinNative is Kotlin's harness, compiled by konanc.
type kotlinNative struct{}

func (kotlinNative) build(ctx context.Context, b *builder, _ config.Runtime, made *raw.Build) error {
	llvm, err := toolchain.LLVM(b.Environ)
	if err != nil {
		return err
	}
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

func (kotlinNative) command(o Options, r config.Runtime, _ raw.Build, artifact string, s plan.Sample) []string {
	return append(append([]string{artifact}, r.Flags...), harnessFlags(o, r, s)...)
}

// harness builds the executable of one Maven profile, which holds every workload.
func (b *builder) harness(ctx context.Context, made *raw.Build, profile string, properties ...string) error {
	name := "harness-" + profile
	artifact := filepath.Join("build", b.side.Name, name)
	b.Report(Event{Kind: Building, What: fmt.Sprintf("%s, %s", profile, b.side.Name)})
	args := append([]string{"-P", profile, "-pl", "harness", "-am"}, properties...)
	if err := b.maven(ctx, name, append(args, "package")...); err != nil {
		return err
	}
	for _, w := range b.workloads {
		made.Artifacts[w] = artifact
	}
	return copyProgram(b.Dir.Path(artifact), filepath.Join(b.source, "kotlin/harness/target", name))
}

func harnessFlags(o Options, r config.Runtime, s plan.Sample) []string {
	return append([]string{
		"-bench=^" + s.Benchmark.Workload + "$",
		"-benchtime=" + o.Plan.Iteration.String(),
		"-count=" + strconv.Itoa(o.Plan.WarmupIterations(r.Kind)+o.Plan.Iterations),
	}, nameAndParams(s)...)
}
