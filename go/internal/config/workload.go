package config

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

type workloadsFile struct {
	Title     string     `yaml:"title,omitempty" jsonschema_description:"Title of the site; if missing, the repository's name."`
	Workloads []Workload `yaml:"workloads"`
}

// A Workload is what is done, the same in every language.
type Workload struct {
	Name        string              `yaml:"name" jsonschema:"pattern=^[A-Z][A-Za-z0-9]*$"`
	Doc         string              `yaml:"doc"`
	Version     int                 `yaml:"version,omitempty" jsonschema:"minimum=2" jsonschema_description:"Increases when the work changes; if missing, 1. From 2 on it is part of the name, so that a trend never mixes different work."`
	Operation   string              `yaml:"operation" jsonschema_description:"The operation that ns/op refers to."`
	Per         []string            `yaml:"per,omitempty" jsonschema_description:"Parameters whose product is the number of operations per invocation; if missing, 1."`
	Grows       string              `yaml:"grows,omitempty" jsonschema_description:"The parameter with which the work of an invocation grows, at least in proportion."`
	Parameters  []Parameter         `yaml:"parameters"`
	Execs       map[string][]string `yaml:"execs" jsonschema_description:"Execs by language: go; kotlin for common Kotlin; jvm for a JVM and its native image only."`
	Figures     []Figure            `yaml:"figures,omitempty" jsonschema_description:"Values that the workload reports besides time, memory and threads."`
	Counterpart bool                `yaml:"counterpart,omitempty" jsonschema_description:"Whether another process takes part, on other processors if there are enough."`
	Unranked    []Unranked          `yaml:"unranked,omitempty" jsonschema_description:"Benchmarks excluded from rankings."`
	Together    []Together          `yaml:"together,omitempty" jsonschema_description:"Values that require certain values of other parameters."`
	Unsupported []Unsupported       `yaml:"unsupported,omitempty" jsonschema_description:"Runtimes that cannot run this workload, and why."`
}

// A Figure is a unit of what a workload sees besides time, memory and threads.
type Figure struct {
	Unit   string `yaml:"unit" json:"unit" jsonschema:"pattern=^[a-z0-9][A-Za-z0-9/.-]*$" jsonschema_description:"As the processes print it: p99-ns, lost-updates/op."`
	Better string `yaml:"better" json:"better" jsonschema:"enum=lower,enum=higher"`
	Doc    string `yaml:"doc" json:"doc"`
}

// Unranked says that a parameter's value makes a benchmark whose time is of
// interest and yet compares with no other's, and why.
type Unranked struct {
	Parameter string `yaml:"parameter"`
	Value     Value  `yaml:"value"`
	Reason    string `yaml:"reason"`
}

// Together says that a parameter's value goes with some values of other
// parameters alone: one of Want, each a key=value, must hold.
type Together struct {
	Parameter string   `yaml:"parameter"`
	Value     Value    `yaml:"value"`
	Want      []string `yaml:"want" jsonschema:"minItems=1"`
}

// A Parameter is one key of a benchmark's name. It is one of Values, an
// integer from Min to Max, or either of them.
type Parameter struct {
	Name    string   `yaml:"name" jsonschema:"pattern=^[a-z][a-z0-9-]*$"`
	Doc     string   `yaml:"doc"`
	Values  []string `yaml:"values,omitempty"`
	Min     *int     `yaml:"min,omitempty"`
	Max     *int     `yaml:"max,omitempty"`
	Default *Value   `yaml:"default,omitempty" jsonschema_description:"A parameter at its default is left out of the name."`
}

// Unsupported says that a kind of runtime cannot run a workload, all of it or
// one exec.
type Unsupported struct {
	Kind   Kind   `yaml:"kind"`
	Exec   string `yaml:"exec,omitempty"`
	Reason string `yaml:"reason"`
}

func (w Workload) name() string  { return w.Name }
func (p Parameter) name() string { return p.Name }

// ExecKey is the last key of every benchmark's name; no parameter may be called so.
const ExecKey = "exec"

// VersionKey is the first key of the name of a workload whose work has changed; no parameter may be called so.
const VersionKey = "version"

// CPUsKey is a parameter that every workload has: how many processors its
// process may use. The run sees to it, so no workload is told.
const CPUsKey = "cpus"

// AllCPUs is its default: as many as the machine has.
const AllCPUs Value = "all"

// CoroutinesKey is one that every workload has as well: the version of
// kotlinx-coroutines that Kotlin is built with. The build sees to it.
const CoroutinesKey = "coroutines"

// OwnVersion is its default: the one that the source says.
const OwnVersion Value = "own"

func coroutines() Parameter {
	own := OwnVersion
	return Parameter{Name: CoroutinesKey, Doc: "Version of kotlinx-coroutines that Kotlin is built with.", Default: &own}
}

var version = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[A-Za-z0-9.]+)?$`)

func cpus() Parameter {
	one, most, all := 1, 4096, AllCPUs
	return Parameter{Name: CPUsKey, Doc: "Processors that the process may use, by affinity.", Values: []string{string(all)}, Min: &one, Max: &most, Default: &all}
}

// Languages are the ones that a workload is written in. jvm is the Kotlin that
// needs a JVM's library, and so has no place in Kotlin/Native.
var Languages = []string{"go", "kotlin", "jvm"}

// onVirtualThreads are the execs that need virtual threads.
var onVirtualThreads = []string{"virtual", "virtual-dispatcher", "jetty"}

// virtualThreads is the first JDK that has them (JEP 444).
const virtualThreads = 21

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

// ExecsOf returns the execs that a kind of runtime has, in the order of Languages.
func (w Workload) ExecsOf(k Kind) []string {
	var execs []string
	for _, language := range k.Languages() {
		execs = append(execs, w.Execs[language]...)
	}
	return execs
}

// Refuses tells why the runtime cannot run this workload with this exec, or "".
func (w Workload) Refuses(r Runtime, exec string) string {
	if slices.Contains(onVirtualThreads, exec) && r.JDK > 0 && r.JDK < virtualThreads {
		return fmt.Sprintf("virtual threads need JDK %d or later", virtualThreads)
	}
	for _, u := range w.Unsupported {
		if u.Kind == r.Kind && (u.Exec == "" || u.Exec == exec) {
			return u.Reason
		}
	}
	return ""
}

// Conflict tells why values, by parameter, don't go together, or "".
func (w Workload) Conflict(values map[string]Value) string {
	for _, t := range w.Together {
		holds := func(want string) bool {
			key, value, _ := strings.Cut(want, "=")
			return values[key] == Value(value)
		}
		if values[t.Parameter] == t.Value && !slices.ContainsFunc(t.Want, holds) {
			return fmt.Sprintf("%s=%s: want %s", t.Parameter, t.Value, strings.Join(t.Want, " or "))
		}
	}
	return ""
}

// checkTogether reports a parameter or value of a rule that isn't there.
func (w Workload) checkTogether(t Together) error {
	known := func(name string, value Value) error {
		p, err := w.Parameter(name)
		if err != nil {
			return err
		}
		return p.Check(value)
	}
	if err := known(t.Parameter, t.Value); err != nil {
		return err
	}
	if len(t.Want) == 0 {
		return fmt.Errorf("want is empty: %s=%s would never be measured", t.Parameter, t.Value)
	}
	for _, want := range t.Want {
		key, value, ok := strings.Cut(want, "=")
		if !ok {
			return fmt.Errorf("want %q: want key=value", want)
		}
		if err := known(key, Value(value)); err != nil {
			return err
		}
	}
	return nil
}

// Check reports why value is not one of this parameter, and what would be.
func (p Parameter) Check(value Value) error {
	if slices.Contains(p.Values, string(value)) {
		return nil
	}
	if p.Name == CoroutinesKey {
		if value == OwnVersion || version.MatchString(string(value)) {
			return nil
		}
		return fmt.Errorf("%s=%s: want %s or a version such as 1.10.2", p.Name, value, OwnVersion)
	}
	if p.Min == nil {
		return fmt.Errorf("%s=%s: want %s", p.Name, value, p.Range())
	}
	n, err := strconv.Atoi(string(value))
	// The spelling is part of the benchmark's name: 08 would be another series than 8.
	if err != nil || strconv.Itoa(n) != string(value) || n < *p.Min || n > *p.Max {
		return fmt.Errorf("%s=%s: want %s", p.Name, value, p.Range())
	}
	return nil
}

// Range says in words what a value may be.
func (p Parameter) Range() string {
	words := strings.Join(p.Values, ", ")
	if p.Min == nil {
		return "one of " + words
	}
	if words != "" {
		words += " or "
	}
	return fmt.Sprintf("%sa whole number from %d to %d", words, *p.Min, *p.Max)
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
	if w.Version < 0 || w.Version == 1 {
		return f.errorf(at+".version", "version %d: want 2 or more, or none for the first", w.Version)
	}
	for language := range w.Execs {
		if !slices.Contains(Languages, language) {
			return f.keyErrorf(at+".execs", language, "%v", unknown("language", language, Languages))
		}
	}
	for i, name := range w.Per {
		if err := w.checkNumber(name); err != nil {
			return f.errorf(fmt.Sprintf("%s.per[%d]", at, i), "%v", err)
		}
	}
	if w.Grows != "" {
		if err := w.checkNumber(w.Grows); err != nil {
			return f.errorf(at+".grows", "%v", err)
		}
	}
	if err := unique(f, "figure", at+".figures", w.Figures, func(x Figure) string { return x.Unit }); err != nil {
		return err
	}
	for i, x := range w.Figures {
		if !slices.Contains(directions, x.Better) {
			return f.errorf(fmt.Sprintf("%s.figures[%d].better", at, i), "%v", unknown("direction", x.Better, directions))
		}
	}
	for i, u := range w.Unranked {
		at := fmt.Sprintf("%s.unranked[%d]", at, i)
		p, err := w.Parameter(u.Parameter)
		if err != nil {
			return f.errorf(at+".parameter", "%v", err)
		}
		if err := p.Check(u.Value); err != nil {
			return f.errorf(at+".value", "%v", err)
		}
	}
	for i, t := range w.Together {
		if err := w.checkTogether(t); err != nil {
			return f.errorf(fmt.Sprintf("%s.together[%d]", at, i), "%v", err)
		}
	}
	if len(w.AllExecs()) == 0 {
		return f.errorf(at+".execs", "workload %s has no exec", w.Name)
	}
	return w.checkUnsupported(f, at)
}

// checkUnsupported reports a kind or an exec that there is not.
func (w Workload) checkUnsupported(f *file, at string) error {
	for i, u := range w.Unsupported {
		at := fmt.Sprintf("%s.unsupported[%d]", at, i)
		if !slices.Contains(Kinds, u.Kind) {
			return f.errorf(at+".kind", "%v", unknown("kind", string(u.Kind), kindNames()))
		}
		if u.Exec != "" && !slices.Contains(w.AllExecs(), u.Exec) {
			return f.errorf(at+".exec", "%v", unknown("exec of "+w.Name, u.Exec, w.AllExecs()))
		}
	}
	return nil
}

// directions are those in which a unit gets better.
var directions = []string{"lower", "higher"}

// checkNumber reports a name that is no parameter, or one that has no number.
func (w Workload) checkNumber(name string) error {
	p, err := w.Parameter(name)
	if err == nil && (p.Min == nil || len(p.Values) > 0) {
		err = fmt.Errorf("parameter %q: want one that is always a number", name)
	}
	return err
}

func checkParameter(f *file, at string, p Parameter) error {
	if slices.Contains([]string{ExecKey, VersionKey, CPUsKey, CoroutinesKey}, p.Name) {
		return f.errorf(at+".name", "parameter %q: every workload has this key, want another name", p.Name)
	}
	ranged := p.Min != nil || p.Max != nil
	switch {
	case len(p.Values) == 0 && !ranged, ranged && (p.Min == nil || p.Max == nil):
		return f.errorf(at, "parameter %q: want values, or min and max, or all three", p.Name)
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
