package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// jmhJar is a jar with JMH in it that a project's own build makes. A workload
// is a benchmark method, with class and package.
type jmhJar struct{}

func (jmhJar) build(ctx context.Context, b *builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	home, err := b.olderHome(r)
	if err != nil {
		return err
	}
	jars, err := b.makeJars(ctx, home)
	if err != nil {
		return err
	}
	made.Folders = map[string]string{}
	for i, j := range jars {
		name := "benchmarks.jar"
		if i > 0 {
			name = fmt.Sprintf("benchmarks-%d.jar", i+1)
		}
		artifact := filepath.Join(b.folder(), name)
		if err := copyFile(b.abs(artifact), j.file); err != nil {
			return err
		}
		below, err := filepath.Rel(string(b.Dir), j.folder)
		if err != nil {
			return err
		}
		for _, m := range j.methods {
			made.Artifacts[m.Name] = artifact
			made.Folders[m.Name] = below
		}
	}
	return nil
}

// olderHome is the folder of the oldest JDK that a side of the plan runs on: it builds
// both sides, so that an upgrade of the JDK is judged on one and the same jar, which
// each of them can run.
func (b *builder) olderHome(r config.Runtime) (string, error) {
	for _, s := range b.Plan.Sides {
		r.JDK = min(r.JDK, s.On(b.Plan.Runtimes[0]).JDK)
	}
	var built raw.Build
	err := b.onJDK(r, &built)
	return built.Home, err
}

// makeJars runs the project's own build on a JDK.
func (b *builder) makeJars(ctx context.Context, home string) ([]madeJar, error) {
	folder, project := b.projectFolder(), b.Plan.Project
	b.Report(Event{Kind: Building, What: cmp.Or(project.Build, project.Gradle) + ", " + b.side.Name})
	side := *b
	side.Environ = append(slices.DeleteFunc(slices.Clone(b.Environ), func(v string) bool { return strings.HasPrefix(v, "JAVA_HOME=") }), "JAVA_HOME="+home)
	// A daemon would outlive the build, and share the cores with what is measured.
	side.Environ = withOption(side.Environ, "GRADLE_OPTS", "-Dorg.gradle.daemon=false")
	side.Environ = withOption(side.Environ, "MAVEN_OPTS", "-Dkotlin.compiler.daemon=false")
	if project.Gradle != "" {
		return side.gradle(ctx, folder)
	}
	if _, err := side.output(ctx, "build", folder, shell[0], append(shell[1:], project.Build)...); err != nil {
		return nil, err
	}
	if project.Jar == "" {
		return findJars(folder)
	}
	return findJar(folder, project.Jar)
}

// withOption adds an option to a variable, before those that the user has set,
// which so have the last word.
func withOption(environ []string, name, option string) []string {
	for i, v := range environ {
		if set, ok := strings.CutPrefix(v, name+"="); ok {
			environ[i] = name + "=" + option + " " + set
			return environ
		}
	}
	return append(environ, name+"="+option)
}

// shell runs a build command as its user typed it.
var shell = func() []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/C"}
	}
	return []string{"sh", "-c"}
}()

func (jmhJar) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	mode := "avgt"
	if s.Benchmark.Found.SingleShot {
		mode = "ss"
	}
	return append(append([]string{java(b)}, b.Flags...), o.runJMH(r, b, s, s.Benchmark.Found.Match, mode, filepath.Join(o.folder, raw.JMHFile))...)
}

// methodKey is that of what a method of a project's jar can reach: its code, and the
// files of its side's folder that it may read.
func (b *builder) methodKey(workload, artifact string) (string, error) {
	methods, err := closure.Benchmarks(artifact)
	if err != nil {
		return "", err
	}
	for _, m := range methods {
		if m.Name == workload {
			code, err := b.jarKey(artifact, methodRoots(m))
			return code + " " + b.data, err
		}
	}
	return "", fmt.Errorf("%s: no benchmark %s in it", artifact, workload)
}

// methodRoots are JMH itself, what it starts by name, and what it has generated
// for a method.
func methodRoots(m closure.Method) *regexp.Regexp {
	path := func(class string) string { return regexp.QuoteMeta(strings.ReplaceAll(class, ".", "/")) }
	return regexp.MustCompile(`^(org/openjdk/jmh/(Main|runner/ForkedMain)|` + path(m.Class) + `|` + path(m.Generated) + `(_\w+)?)$`)
}

// jmhName is the name that results of JMH have, without GOMAXPROCS.
func jmhName(l listing) string {
	parts := strings.Split(l.match, ".")
	name := parts[max(0, len(parts)-2):]
	if len(name) == 2 && name[1] == "run" {
		name = name[:1]
	}
	text := strings.Join(name, ".")
	for _, p := range l.parameters {
		text += "/" + nameEscape.Replace(p.Key) + "=" + nameEscape.Replace(string(p.Value))
	}
	return text
}

// nameEscape writes what a name can't hold as package jmh does.
var nameEscape = strings.NewReplacer("%", "%25", "/", "%2F", " ", "%20", "\t", "%09")

// NewestJDK is the JDK that a project is measured on if it names none:
// JAVA_HOME's, else the PATH's, else the newest.
func NewestJDK(environ []string) (toolchain.JDK, error) {
	jdks, ignored := toolchain.JDKs(environ, toolchain.Folders(environ))
	for _, i := range ignored {
		if i.Variable == "JAVA_HOME" {
			return toolchain.JDK{}, fmt.Errorf("%v: unset it, or name the JDK with -set jdk=VERSION", i)
		}
	}
	for _, name := range []string{"PATH", "JAVA_HOME"} { // the last one is the first to be asked
		// By itself: among all, one that JAVA_HOME_17_X64 names too goes by that name.
		own, _ := toolchain.JDKs([]string{name + "=" + toolchain.Getenv(environ, name)}, nil)
		jdks = append(own, jdks...)
	}
	for _, j := range jdks {
		if !j.Graal {
			return j, nil
		}
	}
	return toolchain.JDK{}, errors.New("no JDK found: install one, or set JAVA_HOME")
}
