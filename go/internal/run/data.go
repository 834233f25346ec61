package run

import (
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/opens"
)

// dataKey is that of the files of a project's side that all its benchmarks may read,
// before anything is built beside them; "" where nobody asks what is the same. Of a
// submodule no files are there: the commit stands for them.
func (o Options) dataKey(ctx context.Context, side plan.Side, folder string) (string, error) {
	if !o.Plan.Project.Finds() || !o.keyed() {
		return "", nil
	}
	files, err := closure.ReadFolder(folder)
	if err != nil {
		return "", err
	}
	commit := side.Commit
	if side.Ref == "" {
		commit = ""
	}
	modules, err := o.Source.Submodules(ctx, commit)
	for path, commit := range modules {
		files[path] = submodule + commit
	}
	if o.files != nil {
		o.files[side.Name] = files
	}
	return files.Key(isData(files)), err
}

const submodule = "submodule "

// isData tells that a file counts for all benchmarks, whoever reads it. Source is
// in the program already, and prose is for people: they count for those that read
// them. Below testdata nothing is source or prose.
func isData(files ...closure.Folder) func(name string) bool {
	return func(name string) bool {
		parts := strings.Split(name, "/")
		hidden := slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, ".") })
		linked := slices.ContainsFunc(files, func(f closure.Folder) bool { return strings.HasPrefix(f[name], submodule) })
		listing := strings.HasSuffix("/"+name, "/vendor/modules.txt") // the go command's own, as go.mod is
		return linked || slices.Contains(parts[:len(parts)-1], "testdata") || !hidden && !listing && !notData.MatchString(path.Base(name))
	}
}

var notData = regexp.MustCompile(`(?i)^(.*\.(go|java|kt|kts|scala|gradle|md|adoc)|go\.(mod|sum|work|work\.sum)|cobench\.yaml|pom\.xml|license.*|makefile)$`)

// differing are source and prose that differ between the sides: they count for the
// benchmarks that read them.
func (f *finder) differing() []string {
	base, head := f.files[plan.Base], f.files[plan.Head]
	data := isData(base, head)
	return slices.DeleteFunc(base.Differing(head), data)
}

// sameData tells whether workloads of the same code read nothing that differs. once
// runs each of their benchmarks once on a side, and tells whether it could: what
// they open then, they read. Where that can't be seen, all that differs in their
// folder counts.
func (f *finder) sameData(workloads []string, once func(b *raw.Build) (whole bool, err error)) (bool, error) {
	differing := f.differing()
	for _, name := range []string{plan.Head, plan.Base} {
		var files []string // base has read those that are on both sides if head has
		for _, path := range differing {
			if _, here := f.files[name][path]; here && (name == plan.Head || f.files[plan.Head][path] == "") {
				files = append(files, path)
			}
		}
		if len(files) == 0 {
			continue
		}
		side := f.side(name)
		opened, seen, err := f.opened(name, files, func() (bool, error) { return once(side) })
		if err != nil {
			return false, err
		}
		if !seen {
			opened = append(opened, f.near(side, workloads, files)...)
		}
		if len(opened) == 0 {
			continue
		}
		for _, w := range workloads {
			for _, b := range f.run.Builds {
				delete(b.Keys, w)
			}
		}
		reads := "reads"
		if !seen {
			reads = "may read"
		}
		f.finds.note("%s %s %s, which is not the same on both sides, and so is measured", shared(workloads), reads, opened[0])
		return false, nil
	}
	return true, nil
}

// opened are those of a side's files that are opened while run runs; seen is whether
// all of it was seen.
func (f *finder) opened(side string, files []string, run func() (bool, error)) (opened []string, seen bool, err error) {
	if f.unwatched {
		return nil, false, nil
	}
	watch, blind := opens.New(f.Dir.Path(sourceFolder, side), files)
	if blind != nil {
		return nil, false, nil
	}
	whole, err := run()
	opened, blind = watch.End()
	return opened, whole && blind == nil, err
}

// near are those of a side's files that lie in the folder of one of the workloads.
func (f *finder) near(b *raw.Build, workloads, files []string) []string {
	var found []string
	for _, w := range workloads {
		folder := f.abs(b.Folders[w])
		for _, file := range files {
			below, err := filepath.Rel(folder, f.Dir.Path(sourceFolder, b.Side, filepath.FromSlash(file)))
			if err == nil && filepath.IsLocal(below) {
				found = append(found, file)
			}
		}
	}
	return found
}

// shared names some workloads in a few words.
func shared(workloads []string) string {
	if len(workloads) == 1 {
		return workloads[0]
	}
	return workloads[0] + ", or another benchmark of the jar,"
}
