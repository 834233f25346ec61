package archive

import (
	"context"
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/plan"
)

// A placing says as what the history keeps the results of a job: the kind, and the
// job's name in the path.
type placing func(p plan.Named, job string) (history.Kind, string, error)

// reports are the artifacts with results that a run has left, the newest of each name.
func (a Archive) reports(ctx context.Context, run forge.Run) ([]forge.StoredArtifact, error) {
	name := artifact.Name
	if a.Project != "" {
		name = "" // a caller may measure several sets of benchmarks, each with a report of its own
	}
	stored, err := a.Hub.Artifacts(ctx, run.ID, name)
	if err != nil {
		return nil, err
	}
	var newest []forge.StoredArtifact
	at := map[string]int{}
	for _, s := range stored {
		if a.Project != "" && s.Name != gate.ProjectArtifact && !strings.HasPrefix(s.Name, gate.ProjectArtifact+"-") {
			continue
		}
		if i, twice := at[s.Name]; twice {
			newest[i] = s
			continue
		}
		at[s.Name] = len(newest)
		newest = append(newest, s)
	}
	return newest, nil
}

// placing is how the results are kept that a run has left in an artifact.
func (a Archive) placing(run forge.Run, branch, report string) placing {
	trigger := plan.Trigger(run.Event)
	if a.Project == "" {
		return func(p plan.Named, job string) (history.Kind, string, error) {
			kind, err := kindOf(trigger, p.Name)
			if kind == history.Nightly || kind == history.Calibrate {
				job = p.Name + "-" + job // of several plans
			}
			return kind, job, err
		}
	}
	set := strings.TrimPrefix(strings.TrimPrefix(report, gate.ProjectArtifact), "-")
	return func(p plan.Named, job string) (history.Kind, string, error) {
		kind, err := kindOfProject(trigger, p.Name, run.HeadBranch == branch)
		if err == nil && p.Upgrades() {
			kind = history.Manual // a trend is of what the code says
		}
		if set != "" {
			job += "-" + set
		}
		return kind, job, err
	}
}

// kindOf is the history's kind of what was measured for an event by the plan of
// that name.
func kindOf(trigger plan.Trigger, name string) (history.Kind, error) {
	switch {
	case trigger == plan.Dispatch && name == pipeline.ManualPlan:
		return history.Manual, nil
	case (trigger == plan.Push || trigger == plan.Schedule) && name == pipeline.MainPlan, trigger == plan.Schedule && strings.HasPrefix(name, pipeline.BackfillPlan):
		return history.Main, nil
	case trigger == plan.Schedule && (name == pipeline.NightlyPlan || name == pipeline.StudyPlan):
		return history.Nightly, nil
	case trigger == plan.Schedule && (name == pipeline.IdenticalPlan || name == pipeline.RecordingPlan || strings.HasPrefix(name, pipeline.CanaryPlan)):
		return history.Calibrate, nil
	}
	return "", fmt.Errorf("plan %s is not one for a %s", name, trigger)
}

// kindOfProject is that of somebody's own benchmarks, whose plans are named after
// their jobs. A manual run fills the trends of the default branch only on that branch.
func kindOfProject(trigger plan.Trigger, name string, onDefault bool) (history.Kind, error) {
	recording := strings.HasPrefix(name, pipeline.RecordingPlan+"-")
	backfill := strings.HasPrefix(name, pipeline.BackfillPlan)
	switch {
	case recording && (trigger == plan.Schedule || trigger == plan.Dispatch):
		return history.Calibrate, nil
	case trigger == plan.Dispatch && backfill && onDefault, !recording && !backfill && (trigger == plan.Push || trigger == plan.Schedule):
		return history.Main, nil
	case trigger == plan.Dispatch && !backfill:
		return history.Manual, nil
	}
	return "", fmt.Errorf("plan %s is not one for a %s", name, trigger)
}
