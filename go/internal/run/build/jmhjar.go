package build

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/jvmbuild"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// jmhJar is a jar with JMH in it that a project's own build makes. A workload
// is a benchmark method, with class and package.
func jmhJar(ctx context.Context, b *Builder, r config.Runtime, made *raw.Build) error {
	if err := b.onJDK(r, made); err != nil {
		return err
	}
	home, err := b.olderHome(r)
	if err != nil {
		return err
	}
	b.report(progress.Building, cmp.Or(b.Plan.Project.Build, b.Plan.Project.Gradle)+", "+b.side.Name)
	jars, err := jvmbuild.Maker{
		Project: b.Plan.Project, Upgrades: b.side.Upgrades, Folder: b.Module(), Home: home, Environ: b.Environ, Scratch: b.Dir.Path(b.folder()),
		Run: func(ctx context.Context, environ []string, command string, args ...string) error {
			side := *b
			side.Environ = environ
			_, err := side.Output(ctx, "build", b.Module(), command, args...)
			return err
		},
	}.Jars(ctx)
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
		if err := files.Copy(b.Dir.Path(artifact), j.File); err != nil {
			return err
		}
		below, err := filepath.Rel(string(b.Dir), j.Folder)
		if err != nil {
			return err
		}
		for _, m := range j.Methods {
			made.Artifacts[m.Name] = artifact
			made.Folders[m.Name] = below
		}
	}
	return nil
}

// olderHome is the folder of the oldest JDK that a side of the plan runs on: it builds
// both sides, so that an upgrade of the JDK is judged on one and the same jar, which
// each of them can run.
func (b *Builder) olderHome(r config.Runtime) (string, error) {
	for _, s := range b.Plan.Sides {
		r.JDK = min(r.JDK, s.On(b.Plan.Runtimes[0]).JDK)
	}
	var built raw.Build
	err := b.onJDK(r, &built)
	return built.Home, err
}
