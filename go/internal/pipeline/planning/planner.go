// Package planning makes the suite's plans: of what somebody asks for at a
// terminal, and of what an event of GitHub asks for, which can be several.
//
// It reads commits from the repository and the history from its branch. It starts
// no measurement and writes nothing but plans.
package planning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
)

// A Planner makes plans in a checkout.
type Planner struct {
	Repository forge.Repository
	Conf       config.Config // of the working tree
	CPUs       int           // as plan.Request has them
	Missing    func(config.Runtime) (string, error)
	Log        io.Writer
}

// Plan makes the plan of a request, whose sides have refs and no commits yet.
func (p Planner) Plan(ctx context.Context, q plan.Request) (plan.Plan, error) {
	if q.Profile == "" {
		return plan.Plan{}, errors.New("-profile is missing: want a profile of bench-config/profiles.yaml")
	}
	var err error
	if q.Sides, err = p.resolve(ctx, q.Sides); err != nil {
		return plan.Plan{}, err
	}
	q.CPUs, q.Missing = p.CPUs, p.Missing
	made, err := plan.Make(p.Conf, q)
	if err != nil || len(q.Sides) == 1 || q.Sides[0].Commit == q.Sides[1].Commit {
		return made, err // the same code has lost nothing
	}
	before, err := configAt(ctx, p.Repository, q.Sides[0].Commit)
	if err != nil {
		fmt.Fprintf(p.Log, "base's bench-config can't be read, so benchmarks that head has removed go unmentioned: %v\n", err)
		return made, nil
	}
	base, err := plan.Make(before, q)
	if err != nil {
		return made, nil // base lacks what is asked for
	}
	if made.Unchanged && !base.Unchanged { // a job reports what head has removed
		q.Changes = nil
		if made, err = plan.Make(p.Conf, q); err != nil {
			return made, err
		}
	}
	made.Removed(base)
	return made, nil
}

// Sides are head, and base before it if there is one; a head of "" is the working
// tree.
func Sides(base, head string) []plan.Side {
	sides := []plan.Side{{Name: plan.Head, Ref: head}}
	if base != "" {
		sides = append([]plan.Side{{Name: plan.Base, Ref: base}}, sides...)
	}
	return sides
}

// resolve finds the commits of the sides' refs.
func (p Planner) resolve(ctx context.Context, sides []plan.Side) ([]plan.Side, error) {
	sides = slices.Clone(sides)
	for i := len(sides) - 1; i >= 0; i-- { // a wrong head is reported before a wrong base
		s := &sides[i]
		if s.Ref == "" {
			s.Commit = p.Repository.Head(ctx)
			continue
		}
		commit, err := p.Repository.Commit(ctx, s.Ref)
		if err != nil {
			return nil, fmt.Errorf("-%s %w", s.Name, err)
		}
		s.Commit = commit
	}
	return sides, nil
}

var configFiles = []string{config.WorkloadsFile, config.RuntimesFile, config.ProfilesFile, config.CostsFile}

// configAt is the configuration of a commit.
func configAt(ctx context.Context, repository forge.Repository, commit string) (config.Config, error) {
	files := fstest.MapFS{}
	for _, name := range configFiles {
		content, err := repository.File(ctx, commit, "bench-config/"+name)
		if err != nil {
			return config.Config{}, err
		}
		files[name] = &fstest.MapFile{Data: content}
	}
	return config.Load(files, "bench-config")
}

// Foretell says in one line what a job will do and how long it will take.
func Foretell(p plan.Plan, j plan.Job) string {
	var runtimes []string
	for _, b := range j.Benchmarks {
		if !slices.Contains(runtimes, b.Runtime) {
			runtimes = append(runtimes, b.Runtime)
		}
	}
	line := fmt.Sprintf("job %s: %d samples of %d benchmarks on %s: building about %v, measuring about %v",
		j.ID, len(p.Schedule(j)), len(j.Benchmarks), strings.Join(runtimes, ", "), j.Estimate.Build, j.Estimate.Measure)
	if over := j.Estimate.Build + j.Estimate.Measure - p.Budget; p.Budget > 0 && over > 0 {
		line += fmt.Sprintf(", %v over the budget of %v", over, p.Budget)
	}
	return line
}
