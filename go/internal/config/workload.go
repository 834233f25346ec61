package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

type workloadsFile struct {
	Workloads []Workload `yaml:"workloads"`
}

// A Workload is what is done, the same in every language.
type Workload struct {
	Name        string              `yaml:"name" jsonschema:"pattern=^[A-Z][A-Za-z0-9]*$"`
	Doc         string              `yaml:"doc"`
	Parameters  []Parameter         `yaml:"parameters"`
	Execs       map[string][]string `yaml:"execs" jsonschema_description:"How concurrency is run, by language: go, kotlin."`
	Unsupported []Unsupported       `yaml:"unsupported,omitempty" jsonschema_description:"Runtimes that cannot run this workload, and why."`
}

// A Parameter is one key of a benchmark's name. It is either one of Values or
// an integer from Min to Max.
type Parameter struct {
	Name    string   `yaml:"name" jsonschema:"pattern=^[a-z][a-z0-9-]*$"`
	Doc     string   `yaml:"doc"`
	Values  []string `yaml:"values,omitempty"`
	Min     *int     `yaml:"min,omitempty"`
	Max     *int     `yaml:"max,omitempty"`
	Default *Value   `yaml:"default,omitempty" jsonschema_description:"A parameter at its default is left out of the name."`
}

// Unsupported says that a runtime cannot run a workload, all of it or one exec.
type Unsupported struct {
	Runtime string `yaml:"runtime"`
	Exec    string `yaml:"exec,omitempty"`
	Reason  string `yaml:"reason"`
}

func (w Workload) name() string  { return w.Name }
func (p Parameter) name() string { return p.Name }

// ExecKey is the last key of every benchmark's name; no parameter may be called so.
const ExecKey = "exec"

// CPUsKey is a parameter that every workload has: how many processors its
// process may use. The run sees to it, so no workload is told.
const CPUsKey = "cpus"

// AllCPUs is its default: as many as the machine has.
const AllCPUs Value = "all"

func cpus() Parameter {
	one, most, all := 1, 4096, AllCPUs
	return Parameter{Name: CPUsKey, Doc: "Processors that the process may use, by affinity.", Min: &one, Max: &most, Default: &all}
}

// Languages are the ones that a workload is written in.
var Languages = []string{"go", "kotlin"}

// Parameter returns the parameter of that name, or an error with the valid names.
func (w Workload) Parameter(name string) (Parameter, error) {
	return find("parameter of "+w.Name, w.Parameters, Parameter.name, name)
}

// AllExecs returns the execs of every language, in the order of Languages.
func (w Workload) AllExecs() []string {
	var all []string
	for _, language := range Languages {
		all = append(all, w.Execs[language]...)
	}
	return all
}

// Refuses tells why the runtime cannot run this workload with this exec, or "".
func (w Workload) Refuses(runtime, exec string) string {
	for _, u := range w.Unsupported {
		if u.Runtime == runtime && (u.Exec == "" || u.Exec == exec) {
			return u.Reason
		}
	}
	return ""
}

// Check reports why value is not one of this parameter, and what would be.
func (p Parameter) Check(value Value) error {
	if len(p.Values) > 0 {
		if slices.Contains(p.Values, string(value)) {
			return nil
		}
		return fmt.Errorf("%s=%s: want one of %s", p.Name, value, strings.Join(p.Values, ", "))
	}
	if p.Name == CPUsKey && value == AllCPUs {
		return nil
	}
	n, err := strconv.Atoi(string(value))
	// The spelling is part of the benchmark's name: 08 would be another series than 8.
	if err != nil || strconv.Itoa(n) != string(value) || n < *p.Min || n > *p.Max {
		return fmt.Errorf("%s=%s: want a whole number from %d to %d", p.Name, value, *p.Min, *p.Max)
	}
	return nil
}

func (c Config) checkWorkloads(f *file) error {
	if err := unique(f, "workload", "workloads", c.Workloads, Workload.name); err != nil {
		return err
	}
	for i, w := range c.Workloads {
		if err := c.checkWorkload(f, fmt.Sprintf("workloads[%d]", i), w); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) checkWorkload(f *file, at string, w Workload) error {
	if err := unique(f, "parameter", at+".parameters", w.Parameters, Parameter.name); err != nil {
		return err
	}
	for i, p := range w.Parameters {
		if err := checkParameter(f, fmt.Sprintf("%s.parameters[%d]", at, i), p); err != nil {
			return err
		}
	}
	for language := range w.Execs {
		if !slices.Contains(Languages, language) {
			return f.keyErrorf(at+".execs", language, "%v", unknown("language", language, Languages))
		}
	}
	if len(w.AllExecs()) == 0 {
		return f.errorf(at+".execs", "workload %s has no exec", w.Name)
	}
	for i, u := range w.Unsupported {
		at := fmt.Sprintf("%s.unsupported[%d]", at, i)
		if _, err := c.Runtime(u.Runtime); err != nil {
			return f.errorf(at+".runtime", "%v", err)
		}
		if u.Exec != "" && !slices.Contains(w.AllExecs(), u.Exec) {
			return f.errorf(at+".exec", "%v", unknown("exec of "+w.Name, u.Exec, w.AllExecs()))
		}
	}
	return nil
}

func checkParameter(f *file, at string, p Parameter) error {
	if p.Name == ExecKey || p.Name == CPUsKey {
		return f.errorf(at+".name", "parameter %q: every workload has this key, want another name", p.Name)
	}
	ranged := p.Min != nil || p.Max != nil
	switch {
	case len(p.Values) > 0 && ranged, len(p.Values) == 0 && (p.Min == nil || p.Max == nil):
		return f.errorf(at, "parameter %q: want either values, or min and max", p.Name)
	case ranged && *p.Min > *p.Max:
		return f.errorf(at+".min", "parameter %q: min %d is more than max %d", p.Name, *p.Min, *p.Max)
	case ranged && *p.Max > math.MaxInt32:
		return f.errorf(at+".max", "parameter %q: max %d does not fit the 32 bits of a Kotlin Int", p.Name, *p.Max)
	}
	for i, v := range p.Values {
		if v == "" || strings.ContainsAny(v, "/=, \t\n") {
			return f.errorf(fmt.Sprintf("%s.values[%d]", at, i), "value %q: a name can't hold it, want no blank, slash, comma or equals sign", v)
		}
	}
	if p.Default != nil {
		if err := p.Check(*p.Default); err != nil {
			return f.errorf(at+".default", "%v", err)
		}
	}
	return nil
}
