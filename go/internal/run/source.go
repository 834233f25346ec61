package run

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
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

// source is a folder with a side's files to build from. A copy of the working
// tree's, since builds write into the tree: two at once, or one beside an
// editor's, would spoil each other.
func (o Options) source(ctx context.Context, side plan.Side) (string, error) {
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
	o.Report(Event{Kind: Step, What: "unpacking " + side.Name + " " + side.Commit})
	return dir, o.Source.Export(ctx, side.Commit, dir)
}

// halves are the folders of a suite that are built.
var halves = []string{"go", "kotlin"}

// copyHalves copies those of the working tree, which may be in no repository.
func (o Options) copyHalves(dir string) error {
	for _, half := range halves {
		if err := copyTree(filepath.Join(dir, half), filepath.Join(o.Root, half)); err != nil {
			return err
		}
	}
	return nil
}

// copyTree copies a folder without what Maven has built in it.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, below)
		switch {
		case e.IsDir() && e.Name() == "target":
			return filepath.SkipDir
		case e.IsDir():
			return os.MkdirAll(target, 0o777)
		case !e.Type().IsRegular():
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, info.Mode().Perm())
	})
}

func copyProgram(to, from string) error {
	if err := copyFile(to, from); err != nil {
		return err
	}
	return os.Chmod(to, 0o755)
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return maybe.WriteFile(to, content, 0o644)
}
