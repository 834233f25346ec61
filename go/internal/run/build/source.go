package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/progress"
	"github.com/cobench/cobench/go/internal/run/upgrade"
)

// A Source is the repository of which commits and the working tree are measured.
type Source interface {
	// Export writes a commit's files into an empty folder.
	Export(ctx context.Context, commit, dir string) error
	// Copy writes those of the working tree.
	Copy(ctx context.Context, dir string) error
	// Trees names the content of folders at a commit. Its error is why there is no
	// name that stands for it.
	Trees(ctx context.Context, commit string, folders ...string) (string, error)
	// Submodules are the commits of a commit's submodules by their paths, "" being
	// the working tree: no side has their files.
	Submodules(ctx context.Context, commit string) (map[string]string, error)
	// Absent tells why a file of the working tree, named below its top, is on no
	// side; "" where there is none such.
	Absent(ctx context.Context, file string) string
}

// sourceFolder holds the sides' files, below the run folder.
const sourceFolder = "source"

// SourceOf is where the files lie that a side of a project is built from.
func SourceOf(dir raw.Dir, side string) string { return dir.Path(sourceFolder, side) }

// Near are those of a side's files that lie in the folder of one of the workloads.
func Near(dir raw.Dir, b *raw.Build, workloads, files []string) []string {
	var found []string
	for _, w := range workloads {
		folder := dir.Path(b.Folders[w])
		for _, file := range files {
			below, err := filepath.Rel(folder, dir.Path(sourceFolder, b.Side, filepath.FromSlash(file)))
			if err == nil && filepath.IsLocal(below) {
				found = append(found, file)
			}
		}
	}
	return found
}

// Checkout is a folder with a side's files to build from. A copy of the working
// tree's, since builds write into the tree: two at once, or one beside an
// editor's, would spoil each other.
func (o Options) Checkout(ctx context.Context, side plan.Side) (string, error) {
	dir := o.Dir.Path(sourceFolder, side.Name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	switch {
	case side.Ref == "" && o.Plan.Project.Finds():
		return dir, o.Source.Copy(ctx, dir)
	case side.Ref == "":
		return dir, o.copyHalves(dir)
	}
	o.report(progress.Step, "unpacking "+side.Name+" "+side.Commit)
	return dir, o.Source.Export(ctx, side.Commit, dir)
}

// halves are the folders of a suite that are built.
var halves = []string{"go", "kotlin"}

// copyHalves copies those of the working tree, which may be in no repository.
func (o Options) copyHalves(dir string) error {
	for _, half := range halves {
		if err := files.CopyTree(filepath.Join(dir, half), filepath.Join(o.Root, half)); err != nil {
			return err
		}
	}
	return nil
}

// upgrade gives a side's files the other versions of its dependencies. Another JDK or
// release of Go changes no file: see plan.Side.On and Go.
func (o Options) upgrade(ctx context.Context, side plan.Side, source string) error {
	b := New(o, side, source)
	for _, u := range side.Upgrades {
		if !u.OfGo() && !u.OfJVM() || u.OfJVM() && o.Plan.Project.Gradle != "" { // Gradle is told when it builds
			continue
		}
		o.report(progress.Step, "upgrading "+side.Name+": "+u.String())
		var err error
		if u.OfGo() {
			err = upgrade.Module(ctx, b.Go, b.half("go"), source, u)
		} else {
			err = upgrade.Poms(b.half("kotlin"), u)
		}
		if err != nil {
			return fmt.Errorf("-upgrade %v: %w", u, err)
		}
	}
	return nil
}

// half is the folder of a side's Go or Kotlin: of a suite's half, or the project's own.
func (b *Builder) half(name string) string {
	switch {
	case !b.Plan.Project.Finds():
		return filepath.Join(b.source, name)
	case name == "go":
		return b.Module()
	}
	return b.source // the build may begin above the project's folder
}
