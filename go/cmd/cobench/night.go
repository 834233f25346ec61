package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
)

// The names of a night's plans, besides mainPlan.
const (
	nightlyPlan   = "nightly"
	studyPlan     = "study"
	identicalPlan = "identical"
	recordingPlan = history.Recording
	canaryPlan    = "canary-"   // and by how many percent it is slower
	backfillPlan  = "backfill-" // and the beginning of the commit
)

// canaryRuntimes are those that can be slowed down.
const canaryRuntimes = "go,jvm-25"

var canaries = []float64{0.05, 0.10, 0.25}

// night is what a schedule measures, the most important first, since what does not
// fit is left out: a point of every trend; a part of the wide matrix; what the
// verdicts are tried by, and in turn with that a part of the study; and the commits
// that no push has measured by themselves.
func (a asker) night(ctx context.Context) ([]namedRequest, error) {
	head, err := a.repository.Commit(ctx, "HEAD")
	if err != nil {
		return nil, err
	}
	measured, err := a.measured(ctx)
	if err != nil {
		return nil, err
	}
	wide, err := a.conf.Profile("nightly")
	if err != nil {
		return nil, err
	}
	pipeline := a.conf.Pipeline
	day := int(a.now().Unix() / int64((24 * time.Hour).Seconds()))
	whole := namedRequest{mainPlan, planRequest{profile: "main", head: head, runners: strings.Join(wide.Runners, ",")}}
	nightly := namedRequest{nightlyPlan, planRequest{profile: "nightly", head: head, part: plan.Part{Index: day, Of: pipeline.NightlyParts}}}
	if a.wentRound(ctx, measured, head) {
		if day%pipeline.NightlyParts == 0 {
			return []namedRequest{whole}, nil
		}
		nightly.changes = &plan.Changes{} // none
		return []namedRequest{nightly}, nil
	}
	tried, recording, err := a.trials(ctx, head, day)
	if err != nil {
		return nil, err
	}
	requests := append([]namedRequest{whole, nightly}, tried...)
	// These two are long, and have the first place in turn.
	long := append(recording, namedRequest{studyPlan, planRequest{profile: "study", head: head, part: plan.Part{Index: day / 2, Of: pipeline.StudyParts}}})
	if day%2 == 0 {
		slices.Reverse(long)
	}
	requests = append(requests, long...)
	skipped, err := a.skipped(ctx, measured, head)
	return append(requests, skipped...), err
}

// trials are what the verdicts are tried by: a pull request's benchmarks without a
// change, and made slower by known parts; and a commit against itself, recorded.
func (a asker) trials(ctx context.Context, head string, day int) (requests, recordings []namedRequest, err error) {
	pr, err := a.conf.Profile("pr")
	if err != nil {
		return nil, nil, err
	}
	if len(pr.Runners) == 0 {
		return nil, nil, fmt.Errorf("profile %s names no runners: give some", pr.Name)
	}
	one := pr.Runners[0]
	if parent, err := a.repository.Parent(ctx, head); err == nil {
		requests = append(requests, namedRequest{identicalPlan, planRequest{
			profile: "pr", base: parent, head: head, runners: one, measureIdentical: true, part: plan.Part{Index: day, Of: a.conf.Pipeline.IdenticalParts},
		}})
	}
	if len(a.conf.Pipeline.Canary) == 0 {
		return requests, nil, nil
	}
	tried := planRequest{
		profile: "pr", base: head, head: head, runners: one, runtimes: canaryRuntimes, measureIdentical: true,
		settings: []plan.Setting{{Key: "workload", Value: strings.Join(a.conf.Pipeline.Canary, ",")}},
	}
	for _, part := range canaries {
		slowed := tried
		slowed.slowdown = part
		requests = append(requests, namedRequest{fmt.Sprintf("%s%02.0f", canaryPlan, 100*part), slowed})
	}
	recording := tried
	recording.recording = a.conf.Pipeline.RecordingRounds
	return requests, []namedRequest{{recordingPlan, recording}}, nil
}

// recent is how far back a night looks for what was skipped, and a push for what
// was measured.
const recent = 100

// skipped are the newest commits that no push has measured by themselves, and that
// have changed something: a push of several measures the last one alone. What is
// older than all that was ever measured is not missing.
func (a asker) skipped(ctx context.Context, measured past, head string) ([]namedRequest, error) {
	commits, err := a.repository.Recent(ctx, head, recent)
	if err != nil {
		return nil, err
	}
	oldest := 0
	for i, commit := range commits {
		if measured.commits[commit] {
			oldest = i
		}
	}
	var requests []namedRequest
	for i, commit := range commits[:oldest] {
		if measured.commits[commit] || commit == head || len(requests) == a.conf.Pipeline.Backfill {
			continue
		}
		changes, err := a.changes(ctx, commits[i+1], commit)
		if err != nil {
			return nil, err
		}
		if changes.Measurable(a.conf) {
			requests = append(requests, namedRequest{backfillPlan + commit[:12], planRequest{profile: "main", head: commit, changes: changes}})
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

func (a asker) measured(ctx context.Context) (past, error) {
	files, err := a.data.Files(ctx, dataBranch)
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
		case e.Kind == history.Nightly && strings.HasPrefix(e.Job, nightlyPlan+"-"):
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
// matrix, and nothing that is measured has changed since the first of them.
func (a asker) wentRound(ctx context.Context, measured past, head string) bool {
	parts := a.conf.Pipeline.NightlyParts
	if len(measured.nights) < parts {
		return false
	}
	for _, commit := range measured.nights[:parts] {
		if changes, err := a.changes(ctx, commit, head); err != nil || changes.Measurable(a.conf) {
			return false
		}
	}
	return true
}
