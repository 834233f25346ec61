// Package gate judges what a run of a pull request has left: an artifact of which
// nothing is believed but numbers.
//
// In go the artifact and the repository's policy; out come a finding, its doubts,
// and the commit status that they make. A pull request has no part in the policy.
package gate

import (
	"fmt"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/plan"
)

// A Policy is what a repository wants of the verdicts on its pull requests. It
// comes from the default branch.
type Policy struct {
	Project      bool   // the repository has no bench-config
	Name         string // of these benchmarks among several in a project, or ""
	FailOnSlower bool
	AcceptLabel  string
	Rules        judge.Rules // of a report, all its jobs together
	Whose        string      // rules these are
	// Today decides which accepted slowdowns have expired, of a project whose default
	// branch, Branch, says in cobench.yaml what it accepts.
	Today  time.Time
	Branch string
}

// OfConfig is the policy of a bench-config.
func OfConfig(conf config.Config) (Policy, error) {
	profile, err := conf.Profile("pr")
	if err != nil {
		return Policy{}, err
	}
	rules, err := conf.Judging.Rules(profile.Alpha, profile.MinimumEffect, profile.Rounds)
	return Policy{
		FailOnSlower: conf.Pipeline.FailOnSlower, AcceptLabel: conf.Pipeline.AcceptLabel, Rules: rules, Whose: "the default branch",
	}, err
}

// OfProject completes the policy that a project's workflow has given.
func OfProject(given Policy) (Policy, error) {
	if given.Name != "" && !artifact.IsName(given.Name) {
		return Policy{}, fmt.Errorf("-name %.60q: want lower-case letters, numbers, dots and dashes", given.Name)
	}
	var err error
	given.Project, given.Whose = true, "cobench"
	given.Rules, err = plan.RulesOfFound()
	return given, err
}

// ProjectArtifact is what the workflow for other repositories calls its artifact,
// which none of theirs should be called already.
const ProjectArtifact = "cobench-report"

// Artifact is the name of the artifact to judge.
func (p Policy) Artifact() string {
	switch {
	case !p.Project:
		return artifact.Name
	case p.Name == "":
		return ProjectArtifact
	}
	return ProjectArtifact + "-" + p.Name
}

// Context is the name of the commit status.
func (p Policy) Context() string {
	const name = "cobench"
	if p.Name == "" {
		return name
	}
	return name + ": " + p.Name
}
