package config

import (
	"fmt"
	"slices"
	"time"
)

type profilesFile struct {
	Judging  Judging   `yaml:"judging"`
	Pipeline Pipeline  `yaml:"pipeline,omitempty"`
	Sets     []Set     `yaml:"sets,omitempty"`
	Profiles []Profile `yaml:"profiles"`
}

// A Profile says what to measure, how long and how often, and from when on a
// change counts. Each field stands in the file.
type Profile struct {
	Name          string          `yaml:"name" jsonschema:"pattern=^[a-z][a-z0-9-]*$"`
	Doc           string          `yaml:"doc"`
	Runtimes      []string        `yaml:"runtimes"`
	NewestJDKs    int             `yaml:"newest-jdks" jsonschema:"minimum=0" jsonschema_description:"How many of the newest JDKs found on the machine are measured besides."`
	Runners       []string        `yaml:"runners,omitempty" jsonschema_description:"Runners of the pipeline, unless others are requested."`
	Rounds        int             `yaml:"rounds" jsonschema:"minimum=0,maximum=1000" jsonschema_description:"Samples of each benchmark and side, each from a fresh process."`
	Fill          Duration        `yaml:"fill,omitempty" jsonschema_description:"Take more rounds if they end within this time of the start, including builds; if missing, take no more."`
	ColdRounds    int             `yaml:"cold-rounds" jsonschema:"minimum=0,maximum=1000" jsonschema_description:"Cold samples of each benchmark and side: the first operations of a process that was not warmed up."`
	Iterations    int             `yaml:"iterations" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Measured iterations in a process; the summary makes one sample of them."`
	Iteration     Duration        `yaml:"iteration" jsonschema_description:"Length of an iteration, and of one of a fixed warm-up."`
	Warmup        map[Kind]Warmup `yaml:"warmup" jsonschema_description:"Unmeasured time at the start of each process, by kind of runtime: fixed, or within bounds such as 1s..30s until the process is warm."`
	Summary       string          `yaml:"summary" jsonschema:"enum=median,enum=mean,enum=minimum"`
	Limit         Duration        `yaml:"limit" jsonschema_description:"Time limit of a process; beyond it the process is ended and the sample is a failure."`
	Budget        Duration        `yaml:"budget,omitempty" jsonschema_description:"Time limit of a job. A run starts no sample after it and can be resumed; if missing, there is no limit."`
	Confirm       Duration        `yaml:"confirm,omitempty" jsonschema_description:"What the rounds after the first look may take, or as much as those before it took if that is more; none is no bound but the budget."`
	Why           Duration        `yaml:"why,omitempty" jsonschema_description:"What profiles of the benchmarks that got slower may take, after all samples and beside the budget; if missing, none are taken."`
	Alpha         float64         `yaml:"alpha" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1" jsonschema_description:"The chance of a false alarm in a report."`
	MinimumEffect float64         `yaml:"minimum-effect" jsonschema:"minimum=0" jsonschema_description:"The smallest change that matters, as a fraction."`
	Sets          []string        `yaml:"sets,omitempty" jsonschema_description:"Names of sets whose benchmarks are measured too, before the profile's own."`
	Benchmarks    []Selection     `yaml:"benchmarks"`
}

// A Set is benchmarks that several profiles measure.
type Set struct {
	Name       string      `yaml:"name" jsonschema:"pattern=^[a-z][a-z0-9-]*$"`
	Doc        string      `yaml:"doc"`
	Benchmarks []Selection `yaml:"benchmarks"`
}

func (s Set) name() string { return s.Name }

// A Selection is a workload with the values that its parameters take: every
// combination is a benchmark. Parameters left out are at their defaults.
type Selection struct {
	Workload   string             `yaml:"workload"`
	Execs      []string           `yaml:"execs"`
	Parameters map[string][]Value `yaml:"parameters"`
	Runtimes   []string           `yaml:"runtimes,omitempty" jsonschema_description:"Only on these runtimes."`
	// What a workload whose run takes seconds wants otherwise than the others.
	Rounds     int `yaml:"rounds,omitempty" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Instead of the profile's."`
	Warmups    int `yaml:"warmups,omitempty" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Warm-up iterations instead of the profile's warm-up time."`
	Iterations int `yaml:"iterations,omitempty" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Instead of the profile's."`
}

func (p Profile) name() string { return p.Name }

// Summaries are the valid ways to make one sample of a process's iterations.
var Summaries = []string{"median", "mean", "minimum"}

// Bounds of a profile, also for what is set on the command line.
const (
	MaxCount     = 1000
	MinIteration = Duration(10 * time.Millisecond)
	MaxDuration  = Duration(6 * time.Hour) // a hosted job's limit
)

func (c Config) checkProfiles(f *file) error {
	if err := unique(f, "profile", "profiles", c.Profiles, Profile.name); err != nil {
		return err
	}
	for i, p := range c.Profiles {
		if err := c.checkProfile(f, fmt.Sprintf("profiles[%d]", i), p); err != nil {
			return err
		}
	}
	return nil
}

// checkSets checks the sets by themselves: errors of their benchmarks stand where
// those are written.
func (c Config) checkSets(f *file) error {
	if err := unique(f, "set", "sets", c.Sets, Set.name); err != nil {
		return err
	}
	for i, s := range c.Sets {
		at := fmt.Sprintf("sets[%d]", i)
		if len(s.Benchmarks) == 0 {
			return f.errorf(at+".benchmarks", "set %q has no benchmarks", s.Name)
		}
		for j, selection := range s.Benchmarks {
			if err := c.checkSelection(f, fmt.Sprintf("%s.benchmarks[%d]", at, j), selection); err != nil {
				return err
			}
		}
	}
	return nil
}

// addSets puts the benchmarks of their sets before the profiles' own.
func (c Config) addSets() {
	for i := range c.Profiles {
		p := &c.Profiles[i]
		var all []Selection
		for _, name := range p.Sets {
			set, _ := find("set", c.Sets, Set.name, name) // checked
			all = append(all, set.Benchmarks...)
		}
		p.Benchmarks = append(all, p.Benchmarks...)
	}
}

func (c Config) checkProfile(f *file, at string, p Profile) error {
	if err := c.checkNamed(f, at, p); err != nil {
		return err
	}
	if err := p.checkNumbers(f, at); err != nil {
		return err
	}
	if err := p.checkWarmups(f, at); err != nil {
		return err
	}
	switch {
	case !slices.Contains(Summaries, p.Summary):
		return f.errorf(at+".summary", "%v", unknown("summary", p.Summary, Summaries))
	case !(p.Alpha > 0 && p.Alpha < 1):
		return f.errorf(at+".alpha", "alpha %v: want more than 0 and less than 1", p.Alpha)
	case !(p.MinimumEffect >= 0 && p.MinimumEffect < 1):
		return f.errorf(at+".minimum-effect", "minimum-effect %v: want a fraction from 0 to below 1", p.MinimumEffect)
	case len(p.Benchmarks)+len(p.Sets) == 0 || p.Rounds+p.ColdRounds == 0:
		return f.errorf(at+".benchmarks", "profile %q measures nothing", p.Name)
	}
	for i, s := range p.Benchmarks {
		if err := c.checkSelection(f, fmt.Sprintf("%s.benchmarks[%d]", at, i), s); err != nil {
			return err
		}
	}
	return nil
}

// checkNamed checks that what a profile names is declared.
func (c Config) checkNamed(f *file, at string, p Profile) error {
	for _, list := range []struct {
		field string
		names []string
		check func(name string) error
	}{
		{"runtimes", p.Runtimes, func(name string) error { _, err := c.Runtime(name); return err }},
		{"runners", p.Runners, func(name string) error { _, err := c.Runner(name); return err }},
		{"sets", p.Sets, func(name string) error { _, err := find("set", c.Sets, Set.name, name); return err }},
	} {
		for i, name := range list.names {
			if err := list.check(name); err != nil {
				return f.errorf(fmt.Sprintf("%s.%s[%d]", at, list.field, i), "%v", err)
			}
		}
	}
	return nil
}

func (p Profile) checkNumbers(f *file, at string) error {
	if p.NewestJDKs < 0 {
		return f.errorf(at+".newest-jdks", "newest-jdks %d: want 0 or more", p.NewestJDKs)
	}
	for _, count := range []struct {
		field        string
		value, least int
	}{{"rounds", p.Rounds, 0}, {"cold-rounds", p.ColdRounds, 0}, {"iterations", p.Iterations, 1}} {
		if err := CheckCount(count.field, count.value, count.least); err != nil {
			return f.errorf(at+"."+count.field, "%v", err)
		}
	}
	for _, d := range []struct {
		field        string
		value, least Duration
	}{{"iteration", p.Iteration, MinIteration}, {"limit", p.Limit, Duration(time.Second)}, {"fill", p.Fill, 0}, {"budget", p.Budget, 0}, {"confirm", p.Confirm, 0}, {"why", p.Why, 0}} {
		if err := CheckDuration(d.field, d.value, d.least); err != nil {
			return f.errorf(at+"."+d.field, "%v", err)
		}
	}
	return nil
}

func (p Profile) checkWarmups(f *file, at string) error {
	for kind, warmup := range p.Warmup {
		if !slices.Contains(Kinds, kind) {
			return f.keyErrorf(at+".warmup", string(kind), "%v", unknown("kind", string(kind), kindNames()))
		}
		if err := CheckWarmup(kind, warmup); err != nil {
			return f.errorf(at+".warmup."+string(kind), "%v", err)
		}
	}
	for _, kind := range Kinds {
		if _, ok := p.Warmup[kind]; !ok {
			return f.errorf(at+".warmup", "warmup of kind %s is missing", kind)
		}
	}
	return nil
}

func (c Config) checkSelection(f *file, at string, s Selection) error {
	w, err := c.Workload(s.Workload)
	if err != nil {
		return f.errorf(at+".workload", "%v", err)
	}
	for i, name := range s.Runtimes {
		if _, err := c.Runtime(name); err != nil {
			return f.errorf(fmt.Sprintf("%s.runtimes[%d]", at, i), "%v", err)
		}
	}
	for i, exec := range s.Execs {
		if !slices.Contains(w.AllExecs(), exec) {
			return f.errorf(fmt.Sprintf("%s.execs[%d]", at, i), "%v", unknown("exec of "+w.Name, exec, w.AllExecs()))
		}
	}
	for _, count := range []struct {
		field string
		value int
	}{{"rounds", s.Rounds}, {"warmups", s.Warmups}, {"iterations", s.Iterations}} {
		if err := CheckCount(count.field, count.value, 0); err != nil {
			return f.errorf(at+"."+count.field, "%v", err)
		}
	}
	for name, values := range s.Parameters {
		p, err := w.Parameter(name)
		if err != nil {
			return f.keyErrorf(at+".parameters", name, "%v", err)
		}
		for i, v := range values {
			if err := p.Check(v); err != nil {
				return f.errorf(fmt.Sprintf("%s.parameters.%s[%d]", at, name, i), "%v", err)
			}
		}
	}
	for _, p := range w.Parameters {
		if len(s.Parameters[p.Name]) == 0 && p.Default == nil {
			return f.errorf(at+".parameters", "parameter %q of %s has no default, so it must stand here", p.Name, w.Name)
		}
	}
	return nil
}

// CheckCount reports a number of rounds or iterations that can't be measured.
func CheckCount(field string, n, least int) error {
	if n < least || n > MaxCount {
		return fmt.Errorf("%s %d: want a whole number from %d to %d", field, n, least, MaxCount)
	}
	return nil
}

// CheckDuration reports a time below least or longer than a job may last.
func CheckDuration(field string, d, least Duration) error {
	if d < least || d > MaxDuration {
		return fmt.Errorf("%s %v: want a duration from %v to %v", field, d, least, MaxDuration)
	}
	return nil
}
