package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/progress"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// jmh is one jar that serves every JDK.
func jmh(ctx context.Context, b *Builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	return b.jar(ctx, made)
}

// jar builds the JMH jar once a side, and the harness if there are cold samples.
func (b *Builder) jar(ctx context.Context, made *raw.Build) error {
	if b.Plan.ColdRounds > 0 {
		if err := b.harnessJar(ctx, made); err != nil {
			return err
		}
	}
	jar := filepath.Join(b.folder(), "benchmarks.jar")
	err := b.once(jar, func() error {
		b.report(progress.Building, "kotlin benchmarks, "+b.name())
		if err := b.maven(ctx, "benchmarks", "-pl", "benchmarks", "-am", "package"); err != nil {
			return err
		}
		return files.Copy(b.Dir.Path(jar), filepath.Join(b.source, "kotlin/benchmarks/target/benchmarks.jar"))
	})
	for _, w := range b.workloads {
		made.Artifacts[w] = jar
	}
	return err
}

// graalJIT is the JMH jar on Graal's compiler: that of a GraalVM where there
// is one, else the compiler as bytecode on a stock JDK.
func graalJIT(ctx context.Context, b *Builder, r config.Runtime, made *raw.Build) error {
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

// graalCompiler has Maven fetch Graal's compiler, and returns its jars' paths.
// Maven's own repository keeps them, by version and with checksums.
func (b *Builder) graalCompiler(ctx context.Context) (modules, version string, err error) {
	b.report(progress.Building, "graal compiler, "+b.name())
	list := b.Dir.Path(filepath.Join(b.folder(), "graal-compiler.path"))
	if _, err := b.Output(ctx, "graal-compiler", b.source, "mvn", "-q", "-B", "-Dstyle.color=never",
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
func (b *Builder) onJDK(r config.Runtime, made *raw.Build) error {
	jdk, ok := toolchain.Find(b.jdks, r.JDK, false)
	if !ok {
		return fmt.Errorf("no JDK %d found", r.JDK)
	}
	made.Toolchain, made.Home = jdk.Name, jdk.Home
	return nil
}
