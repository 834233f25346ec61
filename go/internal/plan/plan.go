// Package plan decides what to measure, before anything is built.
//
// It takes bench-config, the name of a profile, the user's settings and the
// runtimes of the machine, and returns a Plan, which holds everything that a run
// needs. It refuses unknown names and values out of range, and lists the valid
// ones. The same input gives the same plan.
package plan

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/judge"
)

// Version is the plan file's format. A plan of another version is refused.
const Version = 1

// A Plan is what a run measures and how. It is complete: a run reads no
// configuration besides.
type Plan struct {
	Version int    `json:"version"`
	Profile string `json:"profile"`
	Rounds  int    `json:"rounds"` // samples of each benchmark and side
	// Fill is until when, from the start of the run, more rounds are taken after those; 0 is no more.
	Fill          config.Duration               `json:"fill,omitempty"`
	ColdRounds    int                           `json:"cold-rounds"` // cold samples of each benchmark and side
	Iterations    int                           `json:"iterations"`  // measured ones in a process
	Iteration     config.Duration               `json:"iteration"`
	Warmup        map[config.Kind]config.Warmup `json:"warmup"`
	Summary       string                        `json:"summary"`           // of a process's iterations: median, mean, minimum
	Limit         config.Duration               `json:"limit"`             // of a process
	Budget        config.Duration               `json:"budget,omitempty"`  // of a job's run; 0 is none
	Confirm       config.Duration               `json:"confirm,omitempty"` // of what follows the first look, or as much as came before it if that is more; 0 is no bound
	Why           config.Duration               `json:"why,omitempty"`     // what profiles of what got slower may take, after all samples and beside the budget; 0 is none
	Alpha         float64                       `json:"alpha"`
	MinimumEffect float64                       `json:"minimum-effect"`
	Judging       *config.Judging               `json:"judging,omitempty"` // of two sides
	// Recording is how many rounds are taken of everything, to be judged later and
	// often; 0 is a run that ends when all is said.
	Recording int `json:"recording,omitempty"`
	// MeasureIdentical measures what is the same on both sides too: to see what is said of it.
	MeasureIdentical bool `json:"measure-identical,omitempty"`
	// Note is what somebody who asked for the run wants to be told by it.
	Note     string           `json:"note,omitempty"`
	Sides    []Side           `json:"sides"`
	Runtimes []config.Runtime `json:"runtimes"`
	Figures  []config.Figure  `json:"figures"` // of all workloads in it
	Jobs     []Job            `json:"jobs"`
	// Unchanged says why there is no job: no benchmark has changed.
	Unchanged bool `json:"unchanged,omitempty"`
	// Project is where the benchmarks were found; its zero value is a suite, whose benchmarks bench-config declares.
	Project Project `json:"project,omitzero"`
}

// newPlan is how a profile measures sides, and judges them if there are two; what it
// measures is yet to be filled in.
func newPlan(profile config.Profile, judging config.Judging, sides []Side, recording int, measureIdentical bool) Plan {
	p := Plan{
		Version: Version, Profile: profile.Name,
		Rounds: profile.Rounds, Fill: profile.Fill, ColdRounds: profile.ColdRounds, Iterations: profile.Iterations, Iteration: profile.Iteration, Warmup: profile.Warmup,
		Summary: profile.Summary, Limit: profile.Limit, Budget: profile.Budget, Confirm: profile.Confirm, Alpha: profile.Alpha, MinimumEffect: profile.MinimumEffect,
		Sides: sides,
	}
	if len(sides) == 2 && p.Rounds > 0 {
		p.Judging, p.Recording, p.MeasureIdentical = &judging, recording, measureIdentical || recording > 0
		if recording == 0 {
			p.Why = profile.Why
		}
	}
	return p
}

// Side names one of the versions that are measured.
type Side struct {
	Name   string `json:"name"` // base or head
	Ref    string `json:"ref"`  // as asked for; "" is the working tree
	Commit string `json:"commit"`
	// Layout is a number by which code is placed in a program, or what lies beside it: the
	// same code, elsewhere. 0 is its own order.
	Layout int `json:"layout,omitempty"`
	// Slowdown is the part by which each operation is made slower: a known change.
	Slowdown float64 `json:"slowdown,omitempty"`
	// Warmup is another than the plan's, for all kinds, where it is not 0.
	Warmup config.Duration `json:"warmup,omitempty"`
	// Upgrades are what head is built with and run by in place of what its code says.
	Upgrades []Upgrade `json:"upgrades,omitempty"`
}

// The names of the sides.
const (
	Base = "base"
	Head = "head"
)

// A Job is what one machine measures.
type Job struct {
	ID         string      `json:"id"`
	Runner     string      `json:"runner,omitempty"` // that measures it; "" is the machine that planned it
	Setup      Setup       `json:"setup,omitzero"`
	Estimate   Estimate    `json:"estimate"`
	Benchmarks []Benchmark `json:"benchmarks"`
	Skips      []Skip      `json:"skips"`
}

// A Benchmark is a workload with its parameters and exec, on a runtime.
type Benchmark struct {
	Runtime    string  `json:"runtime"`
	Workload   string  `json:"workload"`
	Name       string  `json:"name"`                 // without "Benchmark": MatMul/pattern=fan/n=100/workers=8/exec=default
	Parameters []Param `json:"parameters"`           // all of them, defaults and exec too, in the order of workloads.yaml
	CPUs       int     `json:"cpus"`                 // processors that the process may use; 0 is all
	Coroutines string  `json:"coroutines,omitempty"` // version of kotlinx-coroutines; "" is what the source says
	Operations int     `json:"operations"`           // that one run makes; what a process prints is of a run
	// Whether cobench's counterpart takes part, which has the other processors.
	Counterpart bool `json:"counterpart,omitempty"`
	// Why its time compares with no other's, or "".
	Unranked string `json:"unranked,omitempty"`
	// Instead of the plan's, where they are not 0.
	Rounds     int `json:"rounds,omitempty"`
	Warmups    int `json:"warmups,omitempty"` // iterations
	Iterations int `json:"iterations,omitempty"`
	// Found is the zero value for a benchmark of bench-config.
	Found Found `json:"found,omitzero"`
}

// Key names the benchmark among those of a report.
func (b Benchmark) Key() string { return b.Runtime + " " + b.Name }

// Param is one key of a benchmark with its value.
type Param struct {
	Key   string       `json:"key"`
	Value config.Value `json:"value"`
}

// A Skip is a benchmark that will not be measured, and why.
type Skip struct {
	Benchmark
	Reason string `json:"reason"`
	Side   string `json:"side,omitempty"` // that it is skipped on; "" is all
	// Failed says that head fails where base does not: the reason is why.
	Failed bool `json:"failed,omitempty"`
}

// Removed adds to the plan what base's own configuration plans and this one's
// does not: nothing of it is measured, since head can't be. Each runner is held
// against itself, in whichever of its jobs a benchmark is.
func (p *Plan) Removed(base Plan) {
	known := map[string]bool{}
	jobs := map[string]int{}
	for i, j := range slices.Backward(p.Jobs) {
		jobs[j.Runner] = i // the first one
		for _, b := range j.Benchmarks {
			known[j.Runner+" "+b.Runtime+" "+b.Name] = true
		}
		for _, s := range j.Skips {
			known[j.Runner+" "+s.Runtime+" "+s.Name] = true
		}
	}
	for _, baseJob := range base.Jobs {
		i, planned := jobs[baseJob.Runner]
		for _, b := range baseJob.Benchmarks {
			if _, err := p.Runtime(b.Runtime); err == nil && planned && !known[baseJob.Runner+" "+b.Runtime+" "+b.Name] {
				p.Jobs[i].Skips = append(p.Jobs[i].Skips, Skip{Benchmark: b, Reason: "head does not have it", Side: Head})
			}
		}
	}
}

// Runtime returns the plan's runtime of that name.
func (p Plan) Runtime(name string) (config.Runtime, error) {
	i := slices.IndexFunc(p.Runtimes, func(r config.Runtime) bool { return r.Name == name })
	if i < 0 {
		return config.Runtime{}, fmt.Errorf("runtime %q is not in the plan", name)
	}
	return p.Runtimes[i], nil
}

// Job returns the job of that ID; "" is the only one there is.
func (p Plan) Job(id string) (Job, error) {
	if id == "" && len(p.Jobs) == 1 {
		return p.Jobs[0], nil
	}
	var ids []string
	for _, j := range p.Jobs {
		if j.ID == id {
			return j, nil
		}
		ids = append(ids, j.ID)
	}
	return Job{}, fmt.Errorf("unknown job %q, want one of %s", id, joinNames(ids))
}

// Judged tells whether base and head are told apart while they are measured.
func (p Plan) Judged() bool { return p.Judging != nil }

// Rules are by what each job of a judged plan is. The jobs share alpha evenly,
// so that it is that of the whole report (Bonferroni).
func (p Plan) Rules() (judge.Rules, error) {
	rules, err := p.Judging.Rules(p.Alpha/float64(max(1, len(p.Jobs))), p.MinimumEffect, p.Rounds)
	if err != nil {
		return rules, fmt.Errorf("profile %s: its rules cannot judge a report: %w", p.Profile, err)
	}
	return rules, nil
}

// WarmupOf is how long the processes of a kind warm up on a side.
func (p Plan) WarmupOf(side string, kind config.Kind) config.Warmup {
	for _, s := range p.Sides {
		if s.Name == side && s.Warmup > 0 {
			return config.Fixed(s.Warmup)
		}
	}
	return p.Warmup[kind]
}

// Bounds are those within which a benchmark's process decides when it is warm;
// not ok where it warms up for a fixed time or number of iterations.
func (p Plan) Bounds(side string, b Benchmark, kind config.Kind) (bounds config.Warmup, ok bool) {
	bounds = p.WarmupOf(side, kind)
	return bounds, bounds.ByEvidence() && b.Warmups == 0
}

// settling is how many iterations go unmeasured after a process is warm: by
// them the harness around the operation gets warm too.
const settling = 2

// Counts is how many iterations of a benchmark's process go unmeasured, and
// how many are measured.
func (p Plan) Counts(side string, b Benchmark, kind config.Kind) (warmups, iterations int) {
	if b.Found.Once {
		return 0, 1
	}
	iterations = cmp.Or(b.Iterations, p.Iterations)
	if _, ok := p.Bounds(side, b, kind); ok {
		return settling, iterations
	}
	if warmup := p.WarmupOf(side, kind); warmup != p.Warmup[kind] || b.Warmups == 0 {
		return int((warmup.Least + p.Iteration - 1) / p.Iteration), iterations
	}
	return b.Warmups, iterations
}

// Write writes p as JSON.
func (p Plan) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(p)
}

// Read reads a plan; errors begin with the file's name and the place.
func Read(r io.Reader, file string) (Plan, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return Plan{}, fmt.Errorf("%s: %w", file, err)
	}
	var version struct{ Version int }
	if err := json.Unmarshal(src, &version); err != nil {
		return Plan{}, jsonError(file, src, 0, err)
	}
	if version.Version != Version {
		return Plan{}, fmt.Errorf("%s:1:1: plan of version %d, want %d: make it anew with cobench ci plan", file, version.Version, Version)
	}
	var p Plan
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return Plan{}, jsonError(file, src, d.InputOffset(), err)
	}
	if err := p.check(); err != nil {
		return Plan{}, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

// commitName is what a side's commit is called. It becomes an argument of git.
var commitName = regexp.MustCompile(`^(none|[0-9a-f]{1,64})?(-dirty)?$`)

// check holds a plan that somebody may have edited to what a run relies on.
func (p Plan) check() error {
	if err := cmp.Or(
		config.CheckCount("rounds", p.Rounds, 0),
		config.CheckCount("cold-rounds", p.ColdRounds, 0),
		config.CheckCount("recording", p.Recording, 0),
		config.CheckCount("iterations", p.Iterations, 1),
		config.CheckDuration("iteration", p.Iteration, config.MinIteration),
		config.CheckDuration("limit", p.Limit, config.MinIteration),
		config.CheckDuration("fill", p.Fill, 0),
		config.CheckDuration("budget", p.Budget, 0),
		config.CheckDuration("confirm", p.Confirm, 0),
		config.CheckDuration("why", p.Why, 0),
		p.checkWarmups(),
	); err != nil {
		return err
	}
	if len(p.Sides) == 0 || len(p.Jobs) == 0 != p.Unchanged {
		return errors.New("the plan has no sides or no jobs")
	}
	for _, s := range p.Sides {
		if !commitName.MatchString(s.Commit) || strings.HasPrefix(s.Ref, "-") {
			return fmt.Errorf("side %.20q: commit %.80q, ref %.80q: want a hash, and a ref that does not begin with a dash", s.Name, s.Commit, s.Ref)
		}
	}
	if p.Judged() {
		if len(p.Sides) != 2 || p.Sides[0].Name != Base || p.Sides[1].Name != Head {
			return errors.New("a plan that judges wants the sides base and head")
		}
		if _, err := p.Rules(); err != nil {
			return err
		}
	}
	if err := cmp.Or(p.checkSlowdown(), p.CheckUpgrades()); err != nil {
		return err
	}
	for _, j := range p.Jobs {
		for _, b := range j.Benchmarks {
			_, err := p.Runtime(b.Runtime)
			if err := cmp.Or(err,
				config.CheckCount("rounds", b.Rounds, 0),
				config.CheckCount("warmups", b.Warmups, 0),
				config.CheckCount("iterations", b.Iterations, 0),
			); err != nil {
				return fmt.Errorf("job %s: %s: %w", j.ID, b.Name, err)
			}
			if b.Operations < 1 {
				return fmt.Errorf("job %s: %s: operations %d: want 1 or more", j.ID, b.Name, b.Operations)
			}
		}
	}
	return nil
}

func (p Plan) checkWarmups() error {
	for _, s := range p.Sides {
		if err := config.CheckDuration("warmup", s.Warmup, 0); err != nil {
			return fmt.Errorf("side %s: %w", s.Name, err)
		}
	}
	return nil
}

// checkSlowdown refuses a known change on a runtime that can't make it: it would
// be taken for one that was missed.
func (p Plan) checkSlowdown() error {
	for _, side := range p.Sides {
		for _, r := range p.Runtimes {
			if side.Slowdown != 0 && r.Kind != config.Go && r.Kind != config.JVM && r.Kind != config.GraalJIT {
				return fmt.Errorf("a slowdown of %v: not possible on runtime %s, want go or a JVM with JMH", side.Slowdown, r.Name)
			}
		}
		if !(side.Slowdown >= 0) {
			return fmt.Errorf("a slowdown of %v: want 0 or more", side.Slowdown)
		}
	}
	return nil
}

func jsonError(file string, src []byte, offset int64, err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &mismatch):
		offset = mismatch.Offset
		err = fmt.Errorf("%s: %s, want a %v", mismatch.Field, mismatch.Value, mismatch.Type)
	}
	before := src[:min(int(offset), len(src))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("%s:%d:%d: %w", file, line, column, err)
}
