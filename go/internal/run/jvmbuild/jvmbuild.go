// Package jvmbuild runs somebody's own build of Maven or Gradle: it finds out how its
// benchmarks are built, builds them, and finds the jars that JMH can run from.
package jvmbuild

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// buildFiles mark the folder of a build of Maven or Gradle, or of a part of one.
var buildFiles = []string{"pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"}

// Is tells whether a folder is one of Maven or Gradle.
func Is(folder string) bool {
	return slices.ContainsFunc(buildFiles, func(name string) bool { return files.Has(folder, name) })
}

// A Build is how the benchmarks of a Maven or Gradle project are built.
type Build struct {
	Command string // line for a shell, in the project's folder; or ""
	Gradle  string // path of the wrapper, below the folder, or a command
}

// Find tells how the benchmarks in a folder of a repository are built. Where
// both tools have a file there it is Gradle, whose plugins know what a jar needs.
func Find(environ []string, folder, top string) (Build, error) {
	gradle := slices.ContainsFunc(buildFiles[1:], func(name string) bool { return files.Has(folder, name) })
	if !gradle {
		command, err := mavenCommand(folder, top)
		return Build{Command: command}, err
	}
	if wrapper := files.Above(folder, top, windowsOr("gradlew.bat", "gradlew")); wrapper != "" {
		return Build{Gradle: wrapper}, nil
	}
	if toolchain.LookPath(environ, "gradle") == "" {
		return Build{}, fmt.Errorf("%s: a Gradle build without a gradlew, and no gradle on the PATH: add the wrapper, or install Gradle", folder)
	}
	return Build{Gradle: "gradle"}, nil
}

func windowsOr(windows, other string) string {
	if runtime.GOOS == "windows" {
		return windows
	}
	return other
}

// mavenCommand makes the modules with benchmarks, in a folder or below it, and what
// they need of the build that they belong to: it begins at the highest pom.xml in the
// folders above.
func mavenCommand(folder, top string) (string, error) {
	root, below := folder, "."
	for root != top && files.Has(filepath.Dir(root), "pom.xml") {
		below = filepath.ToSlash(filepath.Join(filepath.Base(root), below))
		root = filepath.Dir(root)
	}
	modules, err := mavenModules(root)
	if err != nil {
		return "", err
	}
	inside := func(path string) bool { return below == "." || path == below || strings.HasPrefix(path, below+"/") }
	if root != folder && !slices.ContainsFunc(modules, func(m mavenModule) bool { return m.path == below }) {
		return mavenCommand(folder, folder) // a build of its own, below another
	}
	var paths, profiles []string
	for _, m := range modules {
		if !m.jmh || !inside(m.path) {
			continue
		}
		paths = append(paths, m.path)
		if m.profile != "" && !slices.Contains(profiles, m.profile) {
			profiles = append(profiles, m.profile)
		}
	}
	if len(paths) == 0 {
		return "", noJMH(folder)
	}
	words := []string{"mvn", "-q", "-B", "-DskipTests"}
	if wrapper := files.Above(folder, top, windowsOr("mvnw.cmd", "mvnw")); wrapper != "" {
		words[0] = filepath.FromSlash(wrapper)
	}
	if root != folder {
		up, err := filepath.Rel(folder, root)
		if err != nil {
			return "", err
		}
		words = append(words, "-f", up)
	}
	if len(profiles) > 0 {
		words = append(words, "-P", strings.Join(profiles, ","))
	}
	if len(modules) > 1 {
		words = append(words, "-pl", strings.Join(paths, ","), "-am")
	}
	for i, w := range words {
		if strings.ContainsAny(w, " \t'\"$;&|<>()*?`\\") && runtime.GOOS != "windows" {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(append(words, "package"), " "), nil
}

// noJMH tells where else benchmarks are, if anywhere.
func noJMH(folder string) error {
	var found []string
	_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), ".") && path != folder {
			return filepath.SkipDir
		}
		if err == nil && e.Name() == "pom.xml" {
			if pom, err := readPom(path); err == nil && pom.jmh() {
				below, _ := filepath.Rel(folder, filepath.Dir(path))
				found = append(found, below)
			}
		}
		return nil
	})
	if len(found) > 0 {
		return fmt.Errorf("the benchmarks are in a build of its own: start cobench in %s", strings.Join(found, " or "))
	}
	return fmt.Errorf("%s: no pom.xml here or below depends on org.openjdk.jmh: name the build with -set build=COMMAND -set jar=PATTERN", folder)
}

// A mavenModule is one pom.xml of a build.
type mavenModule struct {
	path    string // below the root; "." is the root
	profile string // without which it is no part of the build, or ""
	jmh     bool   // it depends on JMH
}

// mavenModules are those of a build, the root first. A module is taken to inherit
// what the one that lists it depends on.
func mavenModules(root string) ([]mavenModule, error) {
	var all []mavenModule
	seen := map[string]bool{}
	var add func(path, profile string, inherited bool) error
	add = func(path, profile string, inherited bool) error {
		if seen[path] {
			return nil
		}
		seen[path] = true
		pom, err := readPom(filepath.Join(root, path, "pom.xml"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil // Maven will tell, if it matters
		} else if err != nil {
			return err
		}
		m := mavenModule{path, profile, inherited || pom.jmh()}
		all = append(all, m)
		below := func(name string) string {
			name = strings.TrimSuffix(filepath.FromSlash(strings.TrimSpace(name)), "pom.xml")
			return filepath.ToSlash(filepath.Join(path, name))
		}
		for _, name := range pom.Modules {
			if err := add(below(name), profile, m.jmh); err != nil {
				return err
			}
		}
		for _, p := range pom.Profiles {
			for _, name := range p.Modules {
				if err := add(below(name), p.ID, m.jmh); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return all, add(".", "", false)
}

// A pom is what matters here of a pom.xml.
type pom struct {
	Modules      []string     `xml:"modules>module"`
	Dependencies []dependency `xml:"dependencies>dependency"`
	Profiles     []struct {
		ID      string   `xml:"id"`
		Modules []string `xml:"modules>module"`
	} `xml:"profiles>profile"`
}

type dependency struct {
	Group string `xml:"groupId"`
}

// jmh tells whether it depends on JMH, and so may have benchmarks.
func (p pom) jmh() bool {
	is := func(d dependency) bool { return strings.TrimSpace(d.Group) == "org.openjdk.jmh" }
	return slices.ContainsFunc(p.Dependencies, is)
}

func readPom(file string) (pom, error) {
	var p pom
	text, err := os.Open(file)
	if err != nil {
		return p, err
	}
	defer text.Close()
	d := xml.NewDecoder(text)
	d.CharsetReader = latin // names of modules and groups are ASCII, in whatever encoding
	if err := d.Decode(&p); err != nil {
		return p, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

func latin(_ string, text io.Reader) (io.Reader, error) {
	return charmap.ISO8859_1.NewDecoder().Reader(text), nil
}
