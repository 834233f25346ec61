package config

import (
	"embed"
	"fmt"
	"sync"

	"github.com/cobench/cobench/go/internal/judge"
)

// A FoundProfile says how to measure and judge the benchmarks that are found in a
// project. It is a profile whose benchmarks, and how long each of their processes
// may take, are known only when they are found.
type FoundProfile struct {
	Name          string             `yaml:"name"`
	Judging       Judging            `yaml:"judging"`
	Rounds        int                `yaml:"rounds"`
	Summary       string             `yaml:"summary"`
	Limit         Duration           `yaml:"limit"`
	Budget        Duration           `yaml:"budget"` // where the user gives none
	Why           Duration           `yaml:"why"`
	Alpha         float64            `yaml:"alpha"`
	MinimumEffect float64            `yaml:"minimum-effect"`
	FirstLook     float64            `yaml:"first-look"` // part of the time to measure
	Recording     int                `yaml:"recording"`  // rounds, at least
	Kinds         map[Kind]FoundKind `yaml:"kinds"`
}

// A FoundKind is what the processes of a kind take.
type FoundKind struct {
	Start    Duration `yaml:"start"`    // besides the iterations
	Approach Duration `yaml:"approach"` // besides each iteration
	Paces    []Pace   `yaml:"paces"`    // the best first
}

// A Pace is how long a process measures.
type Pace struct {
	Warmup     Duration `yaml:"warmup"`
	Iteration  Duration `yaml:"iteration"`
	Iterations int      `yaml:"iterations"`
}

const foundFile = "found.yaml"

//go:embed found.yaml
var foundFiles embed.FS

// Found is the profile of all projects whose benchmarks are found.
var Found = sync.OnceValue(func() FoundProfile {
	var p FoundProfile
	if _, err := read(foundFiles, "", foundFile, &p); err != nil {
		panic(fmt.Sprintf("the program is broken: %v", err)) // a test reads it too
	}
	return p
})

// At is the profile with processes of a pace.
func (p FoundProfile) At(kind Kind, pace Pace) Profile {
	return Profile{
		Name: p.Name, Rounds: p.Rounds, Iterations: pace.Iterations, Iteration: pace.Iteration,
		Warmup: map[Kind]Warmup{kind: Fixed(pace.Warmup)}, Summary: p.Summary, Limit: p.Limit,
		Budget: p.Budget, Why: p.Why, Alpha: p.Alpha, MinimumEffect: p.MinimumEffect,
	}
}

// Rules are those of a report on two sides of a project.
func (p FoundProfile) Rules() (judge.Rules, error) {
	return p.Judging.Rules(p.Alpha, p.MinimumEffect, p.Rounds)
}
