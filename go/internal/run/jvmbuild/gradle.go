package jvmbuild

import (
	"cmp"
	"context"
	_ "embed"
	"os"
	"path/filepath"
	"strings"

	"github.com/cobench/cobench/go/internal/run/upgrade"
)

// Gradle is asked for its jars, as only it knows them: a plugin may come from a
// version catalogue or be applied by a plugin of the build's own, and a build may put
// its jar anywhere.
//
//go:embed jars.gradle
var jarsScript string

// gradle makes all jars that JMH can run from, of the projects in the folder and below it.
func (m Maker) gradle(ctx context.Context, environ []string) ([]Jar, error) {
	script, list := filepath.Join(m.Scratch, "jars.gradle"), filepath.Join(m.Scratch, "jars.txt")
	if err := os.MkdirAll(m.Scratch, 0o777); err != nil {
		return nil, err
	}
	if err := os.WriteFile(script, []byte(jarsScript), 0o666); err != nil {
		return nil, err
	}
	command := m.Project.Gradle
	if strings.ContainsAny(command, `/\`) {
		command = filepath.Join(m.Folder, filepath.FromSlash(command))
	}
	upgrades, found, err := upgrade.Gradle(m.Scratch, m.Upgrades)
	if err != nil {
		return nil, err
	}
	err = m.Run(ctx, environ, command, append(upgrades,
		"--init-script", script, "-Pcobench.jars="+list,
		"--quiet", "--console=plain", "--no-daemon",
		// A project is then configured only if its own tasks are asked for, or must not
		// see the others; a stored configuration has no init script in it.
		"-Dorg.gradle.configureondemand=false", "-Dorg.gradle.configuration-cache=false",
		"-Dorg.gradle.unsafe.configuration-cache=false", "-Dorg.gradle.unsafe.isolated-projects=false",
		"-Pkotlin.compiler.execution.strategy=in-process", // its daemon would outlive the build
		":cobenchJars")...)
	if err := cmp.Or(err, found()); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	var jars []Jar
	for line := range strings.Lines(string(text)) {
		project, file, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		jars = append(jars, Jar{File: file, Folder: project})
	}
	return withBenchmarks(jars, "no project here or below has benchmarks: want the plugin me.champeau.jmh or org.jetbrains.kotlinx.benchmark, or name the build with -set build=COMMAND -set jar=PATTERN")
}
