package planning

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/plan"
)

// canaryRuntimes are those that can be slowed down.
var canaryRuntimes = []string{"go", "jvm-25"}

var canaries = []float64{0.05, 0.10, 0.25}

// night is what a schedule measures, the most important first, since what does not
// fit is left out: a point of every trend; a part of the wide matrix; what the
// verdicts are tried by, and in turn with that a part of the study; and the commits
// that no push has measured by themselves.
func (a Asker) night(ctx context.Context) ([]request, error) {
	head, err := a.Repository.Commit(ctx, "HEAD")
	if err != nil {
		return nil, err
	}
	measured, err := a.measured(ctx)
	if err != nil {
		return nil, err
	}
	wide, err := a.Conf.Profile("nightly")
	if err != nil {
		return nil, err
	}
	parts := a.Conf.Pipeline
	day := int(a.Now().Unix() / int64((24 * time.Hour).Seconds()))
	whole := request{pipeline.MainPlan, plan.Request{Profile: "main", Sides: Sides("", head), Runners: wide.Runners}}
	nightly := request{pipeline.NightlyPlan, plan.Request{Profile: "nightly", Sides: Sides("", head), Part: plan.Part{Index: day, Of: parts.NightlyParts}}}
	if a.wentRound(ctx, measured, head) {
		if day%parts.NightlyParts == 0 {
			return []request{whole}, nil
		}
		nightly.Changes = &plan.Changes{} // none
		return []request{nightly}, nil
	}
	tried, recording, err := a.trials(ctx, head, day)
	if err != nil {
		return nil, err
	}
	requests := append([]request{whole, nightly}, tried...)
	// These two are long, and have the first place in turn.
	long := append(recording, request{pipeline.StudyPlan, plan.Request{Profile: "study", Sides: Sides("", head), Part: plan.Part{Index: day / 2, Of: parts.StudyParts}}})
	if day%2 == 0 {
		slices.Reverse(long)
	}
	requests = append(requests, long...)
	skipped, err := a.skipped(ctx, measured, head)
	return append(requests, skipped...), err
}

// trials are what the verdicts are tried by: a pull request's benchmarks without a
// change, and made slower by known parts; and a commit against itself, recorded.
func (a Asker) trials(ctx context.Context, head string, day int) (requests, recordings []request, err error) {
	pr, err := a.Conf.Profile("pr")
	if err != nil {
		return nil, nil, err
	}
	if len(pr.Runners) == 0 {
		return nil, nil, fmt.Errorf("profile %s has no runners: choose some", pr.Name)
	}
	one := pr.Runners[:1]
	if parent, err := a.Repository.Parent(ctx, head); err == nil {
		requests = append(requests, request{pipeline.IdenticalPlan, plan.Request{
			Profile: "pr", Sides: Sides(parent, head), Runners: one, MeasureIdentical: true, Part: plan.Part{Index: day, Of: a.Conf.Pipeline.IdenticalParts},
		}})
	}
	if len(a.Conf.Pipeline.Canary) == 0 {
		return requests, nil, nil
	}
	tried := plan.Request{
		Profile: "pr", Sides: Sides(head, head), Runners: one, Runtimes: canaryRuntimes, MeasureIdentical: true,
		Settings: []plan.Setting{{Key: "workload", Value: strings.Join(a.Conf.Pipeline.Canary, ",")}},
	}
	for _, part := range canaries {
		slowed := tried
		slowed.Sides = Sides(head, head)
		slowed.Sides[1].Slowdown = part
		requests = append(requests, request{fmt.Sprintf("%s%02.0f", pipeline.CanaryPlan, 100*part), slowed})
	}
	recording := tried
	recording.Recording = a.Conf.Pipeline.RecordingRounds
	return requests, []request{{pipeline.RecordingPlan, recording}}, nil
}

// recent is how far back a night looks for what was skipped, and a push for what
// was measured.
const recent = 100

// skipped are the newest commits that no push has measured by themselves, and that
// have changed something: a push of several measures the last one alone. What is
// older than all that was ever measured is not missing.
func (a Asker) skipped(ctx context.Context, measured past, head string) ([]request, error) {
	commits, err := a.Repository.Recent(ctx, head, recent)
	if err != nil {
		return nil, err
	}
	oldest := 0
	for i, commit := range commits {
		if measured.commits[commit] {
			oldest = i
		}
	}
	var requests []request
	for i, commit := range commits[:oldest] {
		if measured.commits[commit] || commit == head || len(requests) == a.Conf.Pipeline.Backfill {
			continue
		}
		changes, err := a.changes(ctx, commits[i+1], commit)
		if err != nil {
			return nil, err
		}
		if changes.Measurable(a.Conf) {
			requests = append(requests, request{pipeline.BackfillPlan + commit[:12], plan.Request{Profile: "main", Sides: Sides("", commit), Changes: changes}})
		}
	}
	return requests, nil
}

// past is what the history knows: the commits that are points of trends, and
// what each night's part of the wide matrix was of, the newest night first.
type past struct {
	commits map[string]bool
	nights  []string
}

func (a Asker) measured(ctx context.Context) (past, error) {
	files, err := a.Data.Files(ctx, pipeline.DataBranch)
	if err != nil {
		return past{}, err
	}
	m := past{commits: map[string]bool{}}
	nights := map[string]string{} // commits, by run
	for file := range files {
		below, ok := strings.CutPrefix(file, history.Folder+"/")
		if !ok {
			continue
		}
		e, err := history.Parse(below)
		switch {
		case err != nil:
		case e.Kind == history.Main:
			m.commits[e.Commit] = true
		case e.Kind == history.Nightly && strings.HasPrefix(e.Job, pipeline.NightlyPlan+"-"):
			nights[e.Run] = e.Commit
		}
	}
	// Of numbers the longer one is the newer.
	runs := slices.SortedFunc(maps.Keys(nights), func(x, y string) int { return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(y, x)) })
	for _, run := range runs {
		m.nights = append(m.nights, nights[run])
	}
	return m, nil
}

// wentRound tells whether the newest nights have measured all parts of the wide
// matrix, and no benchmark has changed since the first of them.
func (a Asker) wentRound(ctx context.Context, measured past, head string) bool {
	parts := a.Conf.Pipeline.NightlyParts
	if len(measured.nights) < parts {
		return false
	}
	for _, commit := range measured.nights[:parts] {
		if changes, err := a.changes(ctx, commit, head); err != nil || changes.Measurable(a.Conf) {
			return false
		}
	}
	return true
}
