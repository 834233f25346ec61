// Package toolchain finds what is installed on this machine: JDKs and build
// tools.
//
// It takes the environment's variables and returns the toolchains with their
// exact versions, as recorded with each result. A variable that names no usable
// JDK is reported with the reason and otherwise ignored, since machines that
// others set up often have several.
package toolchain

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A JDK is one that is installed on this machine.
type JDK struct {
	Home    string
	Source  string // where it was found: JAVA_HOME, PATH, a folder
	Feature int    // 17, 21, 25
	Name    string // vendor and exact version: temurin-25.0.3+9
	Graal   bool   // a GraalVM: its java compiles with Graal, not with C2
}

// Java is the path of its java command.
func (j JDK) Java() string { return filepath.Join(j.Home, "bin", "java") }

// Folders are the patterns of where installers put JDKs.
func Folders(environ []string) []string {
	folders := []string{"/usr/lib/jvm/*", "/Library/Java/JavaVirtualMachines/*/Contents/Home"}
	if home := Getenv(environ, "HOME"); home != "" {
		folders = append(folders, filepath.Join(home, ".sdkman/candidates/java/*"), filepath.Join(home, ".jdks/*"))
	}
	return folders
}

// jdkVariable is how hosted runners name their JDKs: JAVA_HOME_21_X64.
var jdkVariable = regexp.MustCompile(`^JAVA_HOME_([0-9]+)(_[A-Za-z0-9]+)?$`)

// An Ignored is a variable that names a JDK and points at none of use.
type Ignored struct{ Variable, Home, Reason string }

func (i Ignored) String() string { return i.Variable + "=" + i.Home + ": " + i.Reason }

// JDKs lists the JDKs of this machine, one of each feature version and kind:
// the one that a variable names, else JAVA_HOME's, the PATH's, and the newest
// in the folders, patterns as Folders returns them. The newest feature version
// comes first. ignored are the variables that it makes no use of.
func JDKs(environ, folders []string) (jdks []JDK, ignored []Ignored) {
	found, ignored := named(environ)
	if java := LookPath(environ, "java"); java != "" {
		if resolved, err := filepath.EvalSymlinks(java); err == nil {
			// A wrapper script is no JDK, and no mistake either.
			if j, err := readJDK(filepath.Dir(filepath.Dir(resolved))); err == nil {
				j.Source = "PATH"
				found = append(found, j)
			}
		}
	}
	return firstOfEach(append(found, installed(folders)...)), ignored
}

// named are the JDKs that variables name.
func named(environ []string) (found []JDK, ignored []Ignored) {
	variables := slices.Clone(environ)
	slices.Sort(variables)
	for _, v := range variables {
		name, home, _ := strings.Cut(v, "=")
		match := jdkVariable.FindStringSubmatch(name)
		if match == nil || home == "" {
			continue
		}
		j, err := readJDK(home)
		switch {
		case err != nil:
			ignored = append(ignored, Ignored{name, home, err.Error()})
		case strconv.Itoa(j.Feature) != match[1]:
			ignored = append(ignored, Ignored{name, home, fmt.Sprintf("it is JDK %d (%s), not JDK %s", j.Feature, j.Name, match[1])})
		default:
			j.Source = name
			found = append(found, j)
		}
	}
	// A GraalVM only if it is one whose java compiles with Graal; whether it has native-image is another question.
	if home := Getenv(environ, "GRAALVM_HOME"); home != "" {
		if j, err := readJDK(home); err == nil && j.Graal {
			j.Source = "GRAALVM_HOME"
			found = append(found, j)
		}
	}
	if home := Getenv(environ, "JAVA_HOME"); home != "" {
		if j, err := readJDK(home); err != nil {
			ignored = append(ignored, Ignored{"JAVA_HOME", home, err.Error()})
		} else {
			j.Source = "JAVA_HOME"
			found = append(found, j)
		}
	}
	return found, ignored
}

// installed are the JDKs in the folders, the newest first.
func installed(folders []string) []JDK {
	var found []JDK
	for _, pattern := range folders {
		homes, _ := filepath.Glob(pattern) // the patterns are this package's own
		for _, home := range homes {
			if j, err := readJDK(home); err == nil {
				j.Source = filepath.Dir(home)
				found = append(found, j)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b JDK) int { return compareVersions(b.Name, a.Name) })
	return found
}

// Find returns the JDK of that feature version and kind among those found.
func Find(jdks []JDK, feature int, graal bool) (JDK, bool) {
	for _, j := range jdks {
		if j.Feature == feature && j.Graal == graal {
			return j, true
		}
	}
	return JDK{}, false
}

func firstOfEach(found []JDK) []JDK {
	type key struct {
		feature int
		graal   bool
	}
	seen := map[key]bool{}
	var all []JDK
	for _, j := range found {
		if k := (key{j.Feature, j.Graal}); !seen[k] {
			seen[k] = true
			all = append(all, j)
		}
	}
	slices.SortStableFunc(all, func(a, b JDK) int { return cmp.Compare(b.Feature, a.Feature) })
	return all
}

// oldestJDK is the first that JMH runs on.
const oldestJDK = 8

// readJDK takes the version from the release file that every JDK in use
// carries: starting each java to ask would cost half a second each.
func readJDK(home string) (JDK, error) { return here.readJDK(home) }

func (s system) readJDK(home string) (JDK, error) {
	if s.program(nil, filepath.Join(home, "bin", "java")) == "" {
		return JDK{}, errors.New("no JDK: no bin/java in it")
	}
	f, err := os.Open(filepath.Join(home, "release"))
	if err != nil {
		return JDK{}, errors.New("not a JDK with a known version: it has no release file")
	}
	defer f.Close()
	release := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), "=")
		release[key] = strings.Trim(value, `"`)
	}
	version := cmp.Or(release["JAVA_RUNTIME_VERSION"], release["JAVA_VERSION"])
	feature, err := featureOf(version)
	if err != nil {
		return JDK{}, errors.New("no JDK: its release file has no JAVA_VERSION")
	}
	if feature < oldestJDK {
		return JDK{}, fmt.Errorf("JDK %d is too old, want JDK %d or later", feature, oldestJDK)
	}
	resolved, err := filepath.EvalSymlinks(home)
	if err != nil {
		return JDK{}, err
	}
	graal := release["GRAALVM_VERSION"] != "" || strings.Contains(release["IMPLEMENTOR"], "GraalVM")
	number, _, _ := strings.Cut(version, "-")
	return JDK{Home: resolved, Feature: feature, Name: vendor(release["IMPLEMENTOR"], graal) + "-" + number, Graal: graal}, nil
}

// featureOf is the feature version: 17 of 17.0.15+6, and 8 of 1.8.0_502.
func featureOf(version string) (int, error) {
	return strconv.Atoi(leadingDigits(strings.TrimPrefix(version, "1.")))
}

func leadingDigits(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))] }

// vendor is the short name that setup-java knows a distribution by, or the
// first word of what the JDK calls its maker.
func vendor(implementor string, graal bool) string {
	if graal {
		return "graalvm"
	}
	word, _, _ := strings.Cut(strings.ToLower(implementor), " ")
	switch word {
	case "eclipse":
		return "temurin"
	case "amazon.com":
		return "corretto"
	case "azul":
		return "zulu"
	case "bellsoft":
		return "liberica"
	case "":
		return "openjdk"
	}
	return word
}

// compareVersions orders names by the numbers in them.
func compareVersions(a, b string) int {
	return slices.Compare(numbers(a), numbers(b))
}

var digits = regexp.MustCompile(`[0-9]+`)

func numbers(s string) []int {
	var all []int
	for _, d := range digits.FindAllString(s, -1) {
		n, _ := strconv.Atoi(d)
		all = append(all, n)
	}
	return all
}

// Newest is the JDK that a project is measured on if it names none:
// JAVA_HOME's, else the PATH's, else the newest.
func Newest(environ []string) (JDK, error) {
	jdks, ignored := JDKs(environ, Folders(environ))
	for _, i := range ignored {
		if i.Variable == "JAVA_HOME" {
			return JDK{}, fmt.Errorf("%v: unset it, or name the JDK with -set jdk=VERSION", i)
		}
	}
	for _, name := range []string{"PATH", "JAVA_HOME"} { // the last one is the first to be asked
		// By itself: among all, one that JAVA_HOME_17_X64 names too goes by that name.
		own, _ := JDKs([]string{name + "=" + Getenv(environ, name)}, nil)
		jdks = append(own, jdks...)
	}
	for _, j := range jdks {
		if !j.Graal {
			return j, nil
		}
	}
	return JDK{}, errors.New("no JDK found: install one, or set JAVA_HOME")
}
