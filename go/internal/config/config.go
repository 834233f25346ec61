// Package config reads bench-config: the workloads, the runtimes that execute
// them, the profiles that say how long to measure, and the measured costs.
//
// It reads the YAML files and returns one checked Config. It refuses unknown
// fields, undeclared names and values out of range, each with file, line, column
// and the valid values. It fills in nothing: the files contain everything.
package config

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// The files, by their names in the bench-config folder.
const (
	WorkloadsFile = "workloads.yaml"
	RuntimesFile  = "runtimes.yaml"
	ProfilesFile  = "profiles.yaml"
	CostsFile     = "costs.yaml"
)

// Config is all of bench-config, checked.
type Config struct {
	Title     string // of the site
	Workloads []Workload
	Runtimes  []Runtime
	Runners   []Runner
	Groups    []Group
	Judging   Judging
	Pipeline  Pipeline
	Sets      []Set
	Profiles  []Profile
	Jobs      JobCosts
	Costs     []KindCost
	Runs      []RunCost
}

// Load reads and checks the files in fsys. Errors show a file as prefix/name.
func Load(fsys fs.FS, prefix string) (Config, error) {
	var (
		c         Config
		workloads workloadsFile
		runtimes  runtimesFile
		profiles  profilesFile
		costs     costsFile
	)
	w, err := read(fsys, prefix, WorkloadsFile, &workloads)
	if err != nil {
		return c, err
	}
	r, err := read(fsys, prefix, RuntimesFile, &runtimes)
	if err != nil {
		return c, err
	}
	p, err := read(fsys, prefix, ProfilesFile, &profiles)
	if err != nil {
		return c, err
	}
	k, err := read(fsys, prefix, CostsFile, &costs)
	if err != nil {
		return c, err
	}
	c = Config{
		Title: workloads.Title, Workloads: workloads.Workloads, Runtimes: runtimes.Runtimes, Runners: runtimes.Runners, Groups: runtimes.Groups,
		Judging: profiles.Judging, Pipeline: profiles.Pipeline, Sets: profiles.Sets, Profiles: profiles.Profiles, Jobs: costs.Jobs, Costs: costs.Kinds, Runs: costs.Runs,
	}
	for _, check := range []func() error{
		func() error { return c.checkRuntimes(r) },
		func() error { return c.checkRunners(r) },
		func() error { return c.checkWorkloads(w) },
		func() error { c.addCommon(); return nil },
		func() error { return c.checkSets(p) },
		func() error { return c.checkProfiles(p) },
		func() error { c.addSets(); return nil },
		func() error { return c.checkJudging(p) },
		func() error { return c.checkPipeline(p) },
		func() error { return c.checkCosts(k, costs) },
	} {
		if err := check(); err != nil {
			return Config{}, err
		}
	}
	return c, nil
}

// addCommon adds the parameters that every workload has and none is told.
func (c Config) addCommon() {
	for i := range c.Workloads {
		w := &c.Workloads[i]
		w.Parameters = append(w.Parameters, cpus(), coroutines())
	}
}

// Workload returns the workload of that name, or an error with the valid names.
func (c Config) Workload(name string) (Workload, error) {
	return find("workload", c.Workloads, Workload.name, name)
}

// Runtime returns the runtime of that name, or an error with the valid names.
func (c Config) Runtime(name string) (Runtime, error) {
	return find("runtime", c.Runtimes, Runtime.name, name)
}

// Profile returns the profile of that name, or an error with the valid names.
func (c Config) Profile(name string) (Profile, error) {
	return find("profile", c.Profiles, Profile.name, name)
}

func find[T any](what string, list []T, nameOf func(T) string, name string) (T, error) {
	var names []string
	for _, x := range list {
		if nameOf(x) == name {
			return x, nil
		}
		names = append(names, nameOf(x))
	}
	var none T
	return none, unknown(what, name, names)
}

// unknown is the error for a name that nothing declares.
func unknown(what, name string, valid []string) error {
	return fmt.Errorf("unknown %s %q, want one of %s", what, name, strings.Join(valid, ", "))
}

// unique reports the first name that stands twice, at its place in the file.
func unique[T any](f *file, what, path string, list []T, nameOf func(T) string) error {
	var seen []string
	for i, x := range list {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch name := nameOf(x); {
		case name == "":
			return f.errorf(at, "a %s without a name", what)
		case slices.Contains(seen, name):
			return f.errorf(at+".name", "%s %q stands here twice", what, name)
		default:
			seen = append(seen, name)
		}
	}
	return nil
}
