package planning

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/plan"
)

// A request is what one plan of an event is made of.
type request struct {
	name string
	plan.Request
}

// An Asker finds out what events ask for.
type Asker struct {
	Planner
	Source forge.Remote // of the repository
	Data   forge.Remote // of the history
	Now    func() time.Time
	// Exactly is an upgrade with its exact version.
	Exactly func(context.Context, plan.Upgrade) (plan.Upgrade, error)
}

// Plans are those that an event asks for, what they will take, and the jobs of
// GitHub's matrix.
func (a Asker) Plans(ctx context.Context, asked event.Asked) (plan.Forecast, []plan.Cell, error) {
	var f plan.Forecast
	if err := a.fetch(ctx, asked); err != nil {
		return f, nil, err
	}
	requests, err := a.requests(ctx, asked)
	if err != nil {
		return f, nil, err
	}
	for _, q := range requests {
		if len(q.Runners) == 0 {
			profile, err := a.Conf.Profile(q.Profile)
			if err != nil {
				return f, nil, err
			}
			if len(profile.Runners) == 0 {
				return f, nil, fmt.Errorf("profile %s has no runners: choose some", profile.Name)
			}
			q.Runners = profile.Runners
		}
		p, err := a.Plan(ctx, q.Request)
		if err != nil {
			return f, nil, err
		}
		named := plan.Named{Name: q.name, Plan: p}
		cost := plan.CostOf(a.Conf, asked.Trigger, append(slices.Clip(f.Plans), named))
		if most := a.Conf.Pipeline.Night; asked.Trigger == plan.Schedule && cost.Total()+cost.Confirm > most {
			f.Left = append(f.Left, fmt.Sprintf("%s, which would make it %d runner minutes of %d", q.name, cost.Total()+cost.Confirm, most))
			continue
		}
		f.Plans, f.Cost = append(f.Plans, named), cost
	}
	if len(f.Plans) == 0 {
		return f, nil, fmt.Errorf("nothing fits into the night: %s", strings.Join(f.Left, "; "))
	}
	cells, err := plan.Matrix(f.Plans)
	return f, cells, err
}

// fetch brings what a hosted checkout lacks, which has one commit: the history of
// the commits that the event names, or every branch and tag where somebody has
// typed a name.
func (a Asker) fetch(ctx context.Context, asked event.Asked) error {
	if !a.Repository.Shallow(ctx) {
		return nil
	}
	var commits []string
	switch asked.Trigger {
	case plan.Dispatch:
		if asked.Base == "" && asked.Head == "" {
			return nil
		}
		return a.Source.History(ctx, a.Repository, pipeline.DataBranch)
	case plan.PullRequest, plan.MergeGroup:
		commits = []string{asked.Base, asked.Head}
	case plan.Push, plan.Schedule:
		head, err := a.Repository.Commit(ctx, "HEAD")
		if err != nil {
			return err
		}
		commits = []string{head}
	}
	return a.Source.History(ctx, a.Repository, pipeline.DataBranch, commits...)
}

func (a Asker) requests(ctx context.Context, asked event.Asked) ([]request, error) {
	switch asked.Trigger {
	case plan.PullRequest, plan.MergeGroup:
		base, err := a.Repository.MergeBase(ctx, asked.Base, asked.Head)
		if err != nil {
			return nil, err
		}
		changes, err := a.changes(ctx, base, asked.Head)
		if err != nil {
			return nil, err
		}
		changes.Runtimes = nil // both sides have head's
		return []request{{pipeline.PullRequestPlan, plan.Request{Profile: "pr", Sides: Sides(base, asked.Head), Changes: changes}}}, nil
	case plan.Dispatch:
		if asked.Head == "" { // what was checked out, as a commit of its own
			asked.Head = "HEAD"
		}
		upgrades, err := a.exactly(ctx, asked.Upgrades)
		if err != nil {
			return nil, err
		}
		return []request{{pipeline.ManualPlan, plan.Request{
			Profile: asked.Profile, Runtimes: asked.Runtimes, Runners: asked.Runners,
			Sides: plan.Upgraded(Sides(asked.Base, asked.Head), upgrades), Settings: asked.Settings, Note: asked.Note,
		}}}, nil
	case plan.Schedule:
		return a.night(ctx)
	}
	changes, err := a.sinceMeasured(ctx, asked.Head)
	if err != nil {
		return nil, err
	}
	return []request{{pipeline.MainPlan, plan.Request{Profile: "main", Sides: Sides("", asked.Head), Changes: changes}}}, nil
}

// exactly are upgrades with their exact versions: all machines measure the same.
func (a Asker) exactly(ctx context.Context, asked []plan.Upgrade) ([]plan.Upgrade, error) {
	var exact []plan.Upgrade
	for _, u := range asked {
		x, err := a.Exactly(ctx, u)
		if err != nil {
			return nil, fmt.Errorf("input upgrade: %v: %w", u, err)
		}
		exact = append(exact, x)
	}
	return exact, nil
}

// sinceMeasured is what has changed since the newest commit before this one that
// has results, be it by a push or at night: whatever came between, of a run that
// failed or was cancelled too, is measured with this one. nil is everything, where
// nothing is known to have been measured lately.
func (a Asker) sinceMeasured(ctx context.Context, head string) (*plan.Changes, error) {
	measured, err := a.measured(ctx)
	if err != nil {
		return nil, err
	}
	commits, err := a.Repository.Recent(ctx, head, recent)
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
func (a Asker) changes(ctx context.Context, base, head string) (*plan.Changes, error) {
	files, err := a.Repository.Changed(ctx, base, head)
	if err != nil {
		return nil, err
	}
	read := []string{goMod}
	for _, name := range configFiles {
		read = append(read, "bench-config/"+name)
	}
	for _, commit := range []string{base, head} {
		if err := a.Source.Contents(ctx, a.Repository, commit, read...); err != nil {
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
	before, err := configAt(ctx, a.Repository, base)
	for _, r := range a.Conf.Runtimes {
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

func (a Asker) sameGo(ctx context.Context, base, head string) bool {
	before, err := a.Repository.File(ctx, base, goMod)
	after, err2 := a.Repository.File(ctx, head, goMod)
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
