package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
)

// The names of plans.
const (
	pullRequestPlan = "pr"
	manualPlan      = "manual"
	mainPlan        = "main"
)

// namedRequest is what one plan of an event is made of.
type namedRequest struct {
	name string
	planRequest
}

// An asker finds out what an event asks for.
type asker struct {
	command
	repository forge.Repository
	origin     forge.Remote // of the source
	data       forge.Remote // of the history
	conf       config.Config
	event      plan.Event
}

func (c command) plansOf(ctx context.Context, root string, conf config.Config, event plan.Event, remote string) (plan.Forecast, []plan.Cell, error) {
	repository := forge.Repository(root)
	data, err := c.remote(ctx, repository, remote)
	if err != nil {
		return plan.Forecast{}, nil, err
	}
	origin, err := c.origin(ctx, repository)
	if err != nil {
		origin = data // a repository without one is whole
	}
	a := asker{c, repository, origin, data, conf, event}
	if err := a.fetch(ctx); err != nil {
		return plan.Forecast{}, nil, err
	}
	requests, err := a.requests(ctx)
	if err != nil {
		return plan.Forecast{}, nil, err
	}
	var f plan.Forecast
	for _, q := range requests {
		if q.runners == "" {
			profile, err := conf.Profile(q.profile)
			if err != nil {
				return f, nil, err
			}
			if len(profile.Runners) == 0 {
				return f, nil, fmt.Errorf("profile %s names no runners: give some", profile.Name)
			}
			q.runners = strings.Join(profile.Runners, ",")
		}
		p, err := c.makePlan(ctx, root, q.planRequest)
		if err != nil {
			return f, nil, err
		}
		named := plan.Named{Name: q.name, Plan: p}
		cost := plan.CostOf(conf, event.Trigger, append(slices.Clip(f.Plans), named))
		if most := conf.Pipeline.Night; event.Trigger == plan.Schedule && cost.Total()+cost.Confirm > most {
			f.Left = append(f.Left, fmt.Sprintf("%s, which would make it %d runner minutes of %d", q.name, cost.Total()+cost.Confirm, most))
			continue
		}
		f.Plans, f.Cost = append(f.Plans, named), cost
	}
	if len(f.Plans) == 0 {
		return f, nil, fmt.Errorf("nothing of it fits: %s", strings.Join(f.Left, "; "))
	}
	cells, err := plan.Matrix(f.Plans)
	return f, cells, err
}

// fetch brings what a hosted checkout lacks, which has one commit: the history of
// the commits that the event names, or every branch and tag where somebody has
// typed a name.
func (a asker) fetch(ctx context.Context) error {
	if !a.repository.Shallow(ctx) {
		return nil
	}
	var commits []string
	switch a.event.Trigger {
	case plan.Dispatch:
		if a.event.Base == "" && a.event.Head == "" {
			return nil
		}
		return a.origin.History(ctx, a.repository, dataBranch)
	case plan.PullRequest, plan.MergeGroup:
		commits = []string{a.event.Base, a.event.Head}
	case plan.Push, plan.Schedule:
		head, err := a.repository.Commit(ctx, "HEAD")
		if err != nil {
			return err
		}
		commits = []string{head}
	}
	return a.origin.History(ctx, a.repository, dataBranch, commits...)
}

func (a asker) requests(ctx context.Context) ([]namedRequest, error) {
	event := a.event
	switch event.Trigger {
	case plan.PullRequest, plan.MergeGroup:
		base, err := a.repository.MergeBase(ctx, event.Base, event.Head)
		if err != nil {
			return nil, err
		}
		changes, err := a.changes(ctx, base, event.Head)
		if err != nil {
			return nil, err
		}
		changes.Runtimes = nil // both sides have head's
		return []namedRequest{{pullRequestPlan, planRequest{profile: "pr", base: base, head: event.Head, changes: changes}}}, nil
	case plan.Dispatch:
		if event.Head == "" { // what was checked out, as a commit of its own
			event.Head = "HEAD"
		}
		return []namedRequest{{manualPlan, planRequest{
			profile: event.Profile, runtimes: event.Runtimes, runners: strings.Join(event.Runners, ","),
			base: event.Base, head: event.Head, settings: event.Settings, note: event.Note,
		}}}, nil
	case plan.Schedule:
		return a.night(ctx)
	}
	changes, err := a.sinceMeasured(ctx, event.Head)
	if err != nil {
		return nil, err
	}
	return []namedRequest{{mainPlan, planRequest{profile: "main", head: event.Head, changes: changes}}}, nil
}

// sinceMeasured is what has changed since the newest commit before this one that
// has results, be it by a push or at night: whatever came between, of a run that
// failed or was cancelled too, is measured with this one. nil is everything, where
// nothing is known to have been measured lately.
func (a asker) sinceMeasured(ctx context.Context, head string) (*plan.Changes, error) {
	measured, err := a.measured(ctx)
	if err != nil {
		return nil, err
	}
	commits, err := a.repository.Recent(ctx, head, recent)
	if err != nil {
		return nil, err
	}
	for _, commit := range commits {
		if measured.commits[commit] && commit != head {
			return a.changes(ctx, commit, head)
		}
	}
	return nil, nil
}

// changes are what differs between two commits that can be measured.
func (a asker) changes(ctx context.Context, base, head string) (*plan.Changes, error) {
	files, err := a.repository.Changed(ctx, base, head)
	if err != nil {
		return nil, err
	}
	read := []string{goMod}
	for _, name := range configFiles {
		read = append(read, "bench-config/"+name)
	}
	for _, commit := range []string{base, head} {
		if err := a.origin.Contents(ctx, a.repository, commit, read...); err != nil {
			return nil, err
		}
	}
	changes := &plan.Changes{Files: files}
	if slices.Contains(files, goMod) && a.sameGo(ctx, base, head) {
		changes.Files = slices.DeleteFunc(files, func(file string) bool { return file == goMod })
	}
	if !slices.Contains(files, "bench-config/"+config.RuntimesFile) {
		return changes, nil
	}
	before, err := configAt(ctx, a.repository, base)
	for _, r := range a.conf.Runtimes {
		old, unknown := before.Runtime(r.Name)
		old.Doc = r.Doc
		if err != nil || unknown != nil || !reflect.DeepEqual(old, r) {
			changes.Runtimes = append(changes.Runtimes, r.Name)
		}
	}
	return changes, nil
}

// goMod says by which version of Go, and with which of its defaults, workloads are
// built. What else it requires is not theirs: they import the standard library alone.
const goMod = "go/go.mod"

func (a asker) sameGo(ctx context.Context, base, head string) bool {
	before, err := a.repository.File(ctx, base, goMod)
	after, err2 := a.repository.File(ctx, head, goMod)
	return errors.Join(err, err2) == nil && slices.Equal(languageLines(before), languageLines(after))
}

func languageLines(mod []byte) []string {
	var lines []string
	for line := range strings.Lines(string(mod)) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word == "go" || word == "toolchain" || word == "godebug" {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}
