package jvmbuild

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
)

// A Maker makes the jars of a project.
type Maker struct {
	Project  plan.Project
	Upgrades []plan.Upgrade // of its dependencies, for Gradle
	Folder   string         // where it lies
	Home     string         // of the JDK that it is built on
	Environ  []string
	Scratch  string // folder for what Gradle is given and tells
	// Run starts a command in the folder.
	Run func(ctx context.Context, environ []string, command string, args ...string) error
}

// Jars runs the project's own build, and returns the jars with benchmarks.
func (m Maker) Jars(ctx context.Context) ([]Jar, error) {
	environ := append(slices.DeleteFunc(slices.Clone(m.Environ), func(v string) bool { return strings.HasPrefix(v, "JAVA_HOME=") }), "JAVA_HOME="+m.Home)
	// A daemon would outlive the build, and share the cores with what is measured.
	environ = withOption(environ, "GRADLE_OPTS", "-Dorg.gradle.daemon=false")
	environ = withOption(environ, "MAVEN_OPTS", "-Dkotlin.compiler.daemon=false")
	if m.Project.Gradle != "" {
		return m.gradle(ctx, environ)
	}
	if err := m.Run(ctx, environ, shell[0], append(shell[1:], m.Project.Build)...); err != nil {
		return nil, err
	}
	if m.Project.Jar == "" {
		return findJars(m.Folder)
	}
	return findJar(m.Folder, m.Project.Jar)
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
