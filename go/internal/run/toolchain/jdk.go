// Package toolchain finds what is installed on this machine: JDKs and the
// tools that build.
//
// In go the environment's variables, out come the toolchains with their exact
// versions, as recorded with each result. It refuses a variable that names a
// JDK and points at something else.
package toolchain

import (
	"bufio"
	"cmp"
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

// JDKs lists the JDKs of this machine, one of each feature version and kind:
// the one that a variable names, else JAVA_HOME's, the PATH's, and the newest
// in the folders, patterns as Folders returns them. The newest feature version
// comes first.
func JDKs(environ, folders []string) ([]JDK, error) {
	var found []JDK
	add := func(home, source string) error {
		j, err := readJDK(home)
		if err != nil {
			return err
		}
		j.Source = source
		found = append(found, j)
		return nil
	}
	variables := slices.Clone(environ)
	slices.Sort(variables)
	for _, v := range variables {
		name, home, _ := strings.Cut(v, "=")
		match := jdkVariable.FindStringSubmatch(name)
		if match == nil || home == "" {
			continue
		}
		if err := add(home, name); err != nil {
			return nil, fmt.Errorf("%s=%s: %w", name, home, err)
		}
		if j := found[len(found)-1]; strconv.Itoa(j.Feature) != match[1] {
			return nil, fmt.Errorf("%s=%s: this is JDK %d (%s), want JDK %s", name, home, j.Feature, j.Name, match[1])
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
		if err := add(home, "JAVA_HOME"); err != nil {
			return nil, fmt.Errorf("JAVA_HOME=%s: %w", home, err)
		}
	}
	if java := LookPath(environ, "java"); java != "" {
		if resolved, err := filepath.EvalSymlinks(java); err == nil {
			_ = add(filepath.Dir(filepath.Dir(resolved)), "PATH") // a wrapper script is no JDK, and no mistake either
		}
	}
	var installed []JDK
	for _, pattern := range folders {
		homes, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, home := range homes {
			if j, err := readJDK(home); err == nil {
				j.Source = filepath.Dir(home)
				installed = append(installed, j)
			}
		}
	}
	slices.SortStableFunc(installed, func(a, b JDK) int { return compareVersions(b.Name, a.Name) })
	found = append(found, installed...)
	return firstOfEach(found), nil
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

// readJDK takes the version from the release file that every JDK since 9
// carries: starting each java to ask would cost half a second each.
func readJDK(home string) (JDK, error) {
	if info, err := os.Stat(filepath.Join(home, "bin", "java")); err != nil || info.Mode()&0o111 == 0 {
		return JDK{}, fmt.Errorf("no JDK: no bin/java in it")
	}
	f, err := os.Open(filepath.Join(home, "release"))
	if err != nil {
		return JDK{}, fmt.Errorf("no JDK 9 or later: no release file in it")
	}
	defer f.Close()
	release := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), "=")
		release[key] = strings.Trim(value, `"`)
	}
	version := cmp.Or(release["JAVA_RUNTIME_VERSION"], release["JAVA_VERSION"])
	feature, err := strconv.Atoi(version[:len(version)-len(strings.TrimLeft(version, "0123456789"))])
	if err != nil {
		return JDK{}, fmt.Errorf("no JDK: its release file has no JAVA_VERSION")
	}
	resolved, err := filepath.EvalSymlinks(home)
	if err != nil {
		return JDK{}, err
	}
	graal := release["GRAALVM_VERSION"] != "" || strings.Contains(release["IMPLEMENTOR"], "GraalVM")
	number, _, _ := strings.Cut(version, "-")
	return JDK{Home: resolved, Feature: feature, Name: vendor(release["IMPLEMENTOR"], graal) + "-" + number, Graal: graal}, nil
}

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
