package config

import (
	"fmt"
	"slices"
)

// A Runner is a kind of machine that the pipeline measures on.
type Runner struct {
	Name       string `yaml:"name" jsonschema:"pattern=^[a-z][a-z0-9.-]*$" jsonschema_description:"GitHub's label of the runner."`
	Doc        string `yaml:"doc"`
	Processors int    `yaml:"processors" jsonschema:"minimum=0" jsonschema_description:"Processors that a process can be bound to; 0 if the system cannot bind."`
	Lacks      []Lack `yaml:"lacks,omitempty" jsonschema_description:"Kinds of runtime that cannot be measured there, and why."`
}

// A Lack is a kind of runtime that a runner can't measure, or the workloads
// that have a counterpart.
type Lack struct {
	Kind        Kind   `yaml:"kind,omitempty"`
	Counterpart bool   `yaml:"counterpart,omitempty"`
	Reason      string `yaml:"reason"`
}

// A Group is the kinds of runtime that one job of the pipeline measures
// together, on one machine.
type Group struct {
	Name  string `yaml:"name" jsonschema:"pattern=^[a-z][a-z0-9-]*$"`
	Kinds []Kind `yaml:"kinds"`
}

func (r Runner) name() string { return r.Name }
func (g Group) name() string  { return g.Name }

// Refuses tells why a runner can't measure a workload on a runtime, or "".
func (r Runner) Refuses(w Workload, runtime Runtime) string {
	for _, l := range r.Lacks {
		if l.Kind == runtime.Kind || l.Counterpart && w.Counterpart {
			return r.Name + ": " + l.Reason
		}
	}
	return ""
}

// Runner returns the runner of that name, or an error with the valid names.
func (c Config) Runner(name string) (Runner, error) {
	return find("runner", c.Runners, Runner.name, name)
}

func (c Config) checkRunners(f *file) error {
	if err := unique(f, "runner", "runners", c.Runners, Runner.name); err != nil {
		return err
	}
	for i, r := range c.Runners {
		if err := CheckCount("processors", r.Processors, 0); err != nil {
			return f.errorf(fmt.Sprintf("runners[%d].processors", i), "%v", err)
		}
		for j, l := range r.Lacks {
			if !l.Counterpart && !slices.Contains(Kinds, l.Kind) {
				return f.errorf(fmt.Sprintf("runners[%d].lacks[%d].kind", i, j), "%v", unknown("kind", string(l.Kind), kindNames()))
			}
		}
	}
	if err := unique(f, "group", "groups", c.Groups, Group.name); err != nil {
		return err
	}
	grouped := map[Kind]bool{}
	for i, g := range c.Groups {
		for j, k := range g.Kinds {
			at := fmt.Sprintf("groups[%d].kinds[%d]", i, j)
			if !slices.Contains(Kinds, k) {
				return f.errorf(at, "%v", unknown("kind", string(k), kindNames()))
			}
			if grouped[k] {
				return f.errorf(at, "kind %q is in two groups", k)
			}
			grouped[k] = true
		}
	}
	for _, k := range Kinds {
		if len(c.Runners) > 0 && !grouped[k] {
			return f.errorf("groups", "kind %q is in no group", k)
		}
	}
	return nil
}
