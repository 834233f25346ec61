package jvmbuild

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
)

// A Jar is a jar with benchmarks that a build has made.
type Jar struct {
	File    string
	Folder  string // that its benchmarks are run in
	Methods []closure.Method
}

// findJar is the one jar of a pattern that has benchmarks in it.
func findJar(folder, pattern string) ([]Jar, error) {
	files, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pattern)))
	if err != nil {
		return nil, fmt.Errorf("the jar %s: %w", pattern, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the jar %s: the build made no such file", pattern)
	}
	var jars []Jar
	for _, file := range files {
		jars = append(jars, Jar{File: file, Folder: folder})
	}
	if jars, err = withBenchmarks(jars, ""); err != nil {
		return nil, err
	}
	if len(jars) > 1 {
		var names []string
		for _, j := range jars {
			names = append(names, filepath.Base(j.File))
		}
		return nil, fmt.Errorf("the jar %s: several have benchmarks in them (%s): want a pattern of one", pattern, strings.Join(names, ", "))
	}
	return jars, nil
}

// findJars are all jars below a folder that have benchmarks in them, whatever they
// are called. Each is run in the folder of its module.
func findJars(folder string) ([]Jar, error) {
	var jars []Jar
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != folder && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
			return filepath.SkipDir
		case e.Type().IsRegular() && filepath.Ext(path) == ".jar":
			jars = append(jars, Jar{File: path, Folder: moduleOf(path, folder)})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return withBenchmarks(jars, "the build made no jar with benchmarks in it: want one into which it packs the benchmarks and JMH, as maven-shade-plugin does")
}

// moduleOf is the nearest folder above a jar that has a build file, or the folder itself.
func moduleOf(jar, folder string) string {
	for dir := filepath.Dir(jar); strings.HasPrefix(dir, folder) && dir != folder; dir = filepath.Dir(dir) {
		if Is(dir) {
			return dir
		}
	}
	return folder
}

// withBenchmarks are those jars that JMH can run from, each with the methods that none
// before it has: a build may pack the same ones twice. Where there is none, it is why
// the last will not do, or what none says.
func withBenchmarks(jars []Jar, none string) ([]Jar, error) {
	var found []Jar
	var without, packed error
	known := map[string]bool{}
	for _, j := range jars {
		methods, err := closure.Benchmarks(j.File)
		if err != nil {
			if without = err; errors.Is(err, closure.ErrNoRunner) {
				packed = err
			}
			continue
		}
		j.Methods = slices.DeleteFunc(methods, func(m closure.Method) bool { return known[m.Name] })
		for _, m := range j.Methods {
			known[m.Name] = true
		}
		if len(j.Methods) > 0 || len(methods) == 0 {
			found = append(found, j)
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case packed != nil:
		return nil, packed
	case none != "" || without == nil:
		return nil, errors.New(none)
	}
	return nil, without
}
