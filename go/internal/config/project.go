package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// ProjectFile is where a project says what would else be flags.
const ProjectFile = "cobench.yaml"

// A Project is what somebody's repository says of its own benchmarks. Each field
// is the flag of the same name, which goes before it; "" is as if it were not there.
type Project struct {
	Base     string   `yaml:"base,omitempty" jsonschema_description:"The ref to compare with."`
	Filter   string   `yaml:"filter,omitempty" jsonschema_description:"Which benchmarks, in benchstat's syntax."`
	Budget   Duration `yaml:"budget,omitempty" jsonschema_description:"What all may take: building, listing and measuring."`
	Packages []string `yaml:"packages,omitempty" jsonschema_description:"Patterns of Go packages."`
	Build    string   `yaml:"build,omitempty" jsonschema_description:"The command that makes the jar with JMH in it."`
	Jar      string   `yaml:"jar,omitempty" jsonschema_description:"The pattern of the jar's path."`
	JDK      int      `yaml:"jdk,omitempty" jsonschema_description:"The feature version of the JDK to measure on."`
	Env      []string `yaml:"env,omitempty" jsonschema_description:"Names of variables that the benchmarks are given. They have no others but PATH, HOME and the like."`
	// Units are no flag: what is judged of each benchmark besides its time.
	Units   []VotingUnit `yaml:"units,omitempty" jsonschema_description:"What is judged besides time, such as throughput or a percentile of the latency."`
	History string       `yaml:"history,omitempty" jsonschema_description:"The folder to keep results in."`
	// Accepted and Thresholds are no flags: they hold for each report.
	Accepted   []Accepted  `yaml:"accepted,omitempty" jsonschema_description:"Slowdowns that are known, and make no run or status fail."`
	Thresholds []Threshold `yaml:"thresholds,omitempty" jsonschema_description:"The least change of some benchmarks that is worth an alarm."`
	// Renamed is no flag: it holds for each comparison, and for the trends.
	Renamed []Renamed `yaml:"renamed,omitempty" jsonschema_description:"Benchmarks that had another name: they are compared with it, and their trends go on."`
}

// Accept is what the project says of its own verdicts.
func (p Project) Accept() Accept { return Accept{p.Accepted, p.Thresholds} }

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// CheckVariable checks a name of an environment variable.
func CheckVariable(name string) error {
	if !variable.MatchString(name) {
		return fmt.Errorf("%q: want the name of a variable such as DATABASE_URL, without its value", name)
	}
	return nil
}

// LoadProject reads the file in a folder; false where there is none.
func LoadProject(folder string) (Project, bool, error) {
	if _, err := os.Stat(filepath.Join(folder, ProjectFile)); errors.Is(err, fs.ErrNotExist) {
		return Project{}, false, nil
	}
	var p Project
	f, err := read(os.DirFS(folder), "", ProjectFile, &p)
	if err != nil {
		return p, false, err
	}
	return p.checked(f)
}

// ParseProject reads the text of such a file.
func ParseProject(text []byte) (Project, error) {
	var p Project
	if len(text) > mostProject {
		return p, fmt.Errorf("%s: more than %d bytes", ProjectFile, mostProject)
	}
	f := &file{name: ProjectFile}
	if err := f.decode(text, &p); err != nil {
		return p, err
	}
	p, _, err := p.checked(f)
	return p, err
}

// checked is the project that a file describes, true if it is valid.
func (p Project) checked(f *file) (Project, bool, error) {
	if n := len(p.Packages); n > mostPackages {
		return p, false, f.errorf("packages", "%d patterns: want %d at most", n, mostPackages)
	}
	for _, field := range []struct {
		name  string
		texts []string
	}{{"base", []string{p.Base}}, {"filter", []string{p.Filter}}, {"packages", p.Packages}, {"build", []string{p.Build}}, {"jar", []string{p.Jar}}, {"history", []string{p.History}}} {
		for _, text := range field.texts {
			if len(text) > longestWord {
				return p, false, f.errorf(field.name, "%s %.60q…: want %d bytes at most", field.name, text, longestWord)
			}
			// In a filter -x is all but x.
			if strings.HasPrefix(text, "-") && field.name != "filter" {
				return p, false, f.errorf(field.name, "%s %.60q: begins with a dash", field.name, text)
			}
		}
	}
	if err := CheckDuration("budget", p.Budget, 0); err != nil {
		return p, false, f.errorf("budget", "%v", err)
	}
	if p.Jar != "" && p.Build == "" {
		return p, false, f.errorf("jar", "jar without build: want the command that makes the jar too")
	}
	if filepath.IsAbs(p.Jar) || strings.Contains(p.Jar, "..") {
		return p, false, f.errorf("jar", "jar %q: want a pattern below the folder of this file", p.Jar)
	}
	if p.JDK != 0 && p.JDK < 8 {
		return p, false, f.errorf("jdk", "jdk %d: want a feature version such as 21", p.JDK)
	}
	for _, name := range p.Env {
		if err := CheckVariable(name); err != nil {
			return p, false, f.errorf("env", "env %v", err)
		}
	}
	if path, err := p.Accept().Check(); err != nil {
		return p, false, f.errorf(path, "%v", err)
	}
	if path, err := checkRenamed(p.Renamed); err != nil {
		return p, false, f.errorf(path, "%v", err)
	}
	return p, true, checkUnits(f, "units", p.Units)
}

// The bounds of what a project says.
const (
	mostPackages = 100
	longestWord  = 1000
)
