package identity

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
)

// Files are those of a project's side, before anything is built beside them. Of a
// submodule no files are there: the commit stands for them.
func Files(folder string, submodules map[string]string) (closure.Folder, error) {
	files, err := closure.ReadFolder(folder)
	if err != nil {
		return nil, err
	}
	for path, commit := range submodules {
		files[path] = submodule + commit
	}
	return files, nil
}

const submodule = "submodule "

// IsData tells that a file counts for all benchmarks, whoever reads it. Source is
// in the program already, and prose is for people: they count for those that read
// them. Below testdata nothing is source or prose.
func IsData(files ...closure.Folder) func(name string) bool {
	return func(name string) bool {
		parts := strings.Split(name, "/")
		hidden := slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, ".") })
		linked := slices.ContainsFunc(files, func(f closure.Folder) bool { return strings.HasPrefix(f[name], submodule) })
		listing := strings.HasSuffix("/"+name, "/vendor/modules.txt") // the go command's own, as go.mod is
		return linked || slices.Contains(parts[:len(parts)-1], "testdata") || !hidden && !listing && !notData.MatchString(path.Base(name))
	}
}

var notData = regexp.MustCompile(`(?i)^(.*\.(go|java|kt|kts|scala|gradle|md|adoc)|go\.(mod|sum|work|work\.sum)|cobench\.yaml|pom\.xml|license.*|makefile)$`)

// Differing are source and prose that differ between the sides: they count for the
// benchmarks that read them.
func Differing(base, head closure.Folder) []string {
	return slices.DeleteFunc(base.Differing(head), IsData(base, head))
}
