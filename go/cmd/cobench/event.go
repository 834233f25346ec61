package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
)

// dataBranch holds the history.
const dataBranch = "bench-data"

// eventPlans says where an event comes from and what is made of it goes.
type eventPlans struct{ file, out, matrix, summary, remote string }

// planEvent makes the plans that an event asks for. All of them or none: what
// can't be measured is told in the summary, with what would be right.
func (c command) planEvent(ctx context.Context, root string, e eventPlans) error {
	conf, err := benchConfig(root)
	if err != nil {
		return err
	}
	event, err := readEvent(e.file)
	var plans []plan.Named
	var cells []plan.Cell
	if err == nil {
		plans, cells, err = c.plansOf(ctx, root, conf, event, e.remote)
	}
	if err != nil {
		refuse := func(w io.Writer) error { return plan.WriteRefusal(w, conf, err, event.Trigger == plan.Dispatch) }
		return errors.Join(err, c.summarise(e.summary, refuse))
	}
	if e.out == "-" {
		return errors.New("plan: -o is missing: want the folder for the plans of -event")
	}
	if err := os.MkdirAll(e.out, 0o777); err != nil {
		return err
	}
	for _, p := range plans {
		for _, j := range p.Jobs {
			fmt.Fprintf(c.stderr, "%s: %s\n", p.Name, forecast(p.Plan, j))
		}
		if err := c.output(filepath.Join(e.out, p.Name+".json"), p.Write); err != nil {
			return err
		}
	}
	if e.matrix != "" {
		text, err := json.Marshal(map[string][]plan.Cell{"include": cells})
		if err != nil {
			return err
		}
		if err := add(e.matrix, "matrix="+string(text)+"\n"); err != nil {
			return err
		}
	}
	return c.summarise(e.summary, func(w io.Writer) error { return plan.WriteForecast(w, plans) })
}

// mostSummary is what GitHub takes of a step, less what others may have said.
const mostSummary = 900_000

// summarise adds Markdown to a job's page.
func (c command) summarise(file string, write func(io.Writer) error) error {
	if file == "" {
		return nil
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if text.Len() > mostSummary {
		text.Truncate(mostSummary)
		text.WriteString("…\n")
	}
	return add(file, text.String())
}

func add(file, text string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func readEvent(file string) (plan.Event, error) {
	f, err := os.Open(file)
	if err != nil {
		return plan.Event{}, err
	}
	defer f.Close()
	return plan.ReadEvent(f, file)
}

// namedRequest is what one plan of an event is made of.
type namedRequest struct {
	name string
	planRequest
}

func (c command) plansOf(ctx context.Context, root string, conf config.Config, event plan.Event, remote string) ([]plan.Named, []plan.Cell, error) {
	requests, err := c.requests(ctx, root, conf, event, remote)
	if err != nil {
		return nil, nil, err
	}
	var plans []plan.Named
	for _, q := range requests {
		if q.runners == "" {
			profile, err := conf.Profile(q.profile)
			if err != nil {
				return nil, nil, err
			}
			if len(profile.Runners) == 0 {
				return nil, nil, fmt.Errorf("profile %s names no runners: give some", profile.Name)
			}
			q.runners = strings.Join(profile.Runners, ",")
		}
		p, err := c.makePlan(ctx, root, q.planRequest)
		if err != nil {
			return nil, nil, err
		}
		plans = append(plans, plan.Named{Name: q.name, Plan: p})
	}
	cells, err := plan.Matrix(plans)
	return plans, cells, err
}

func (c command) requests(ctx context.Context, root string, conf config.Config, event plan.Event, remote string) ([]namedRequest, error) {
	repository := forge.Repository(root)
	switch event.Trigger {
	case plan.PullRequest:
		base, err := repository.MergeBase(ctx, event.Base, event.Head)
		if err != nil {
			return nil, err
		}
		return []namedRequest{{pullRequestPlan, planRequest{profile: "pr", base: base, head: event.Head}}}, nil
	case plan.Dispatch:
		if event.Head == "" { // what was checked out, as a commit of its own
			event.Head = "HEAD"
		}
		return []namedRequest{{manualPlan, planRequest{
			profile: event.Profile, runtimes: event.Runtimes, runners: strings.Join(event.Runners, ","),
			base: event.Base, head: event.Head, settings: event.Settings, note: event.Note,
		}}}, nil
	case plan.Schedule:
		return c.night(ctx, repository, conf, remote)
	}
	return []namedRequest{{mainPlan, planRequest{profile: "main", head: event.Head}}}, nil
}

// The names of plans.
const (
	pullRequestPlan = "pr"
	manualPlan      = "manual"
	mainPlan        = "main"
	backfillPlan    = "backfill-" // and the beginning of the commit
	nightlyPlan     = "nightly"
	studyPlan       = "study"
	identicalPlan   = "identical"
	recordingPlan   = history.Recording
	canaryPlan      = "canary-" // and by how many percent it is slower
)

// canaryRuntimes are those that can be slowed down.
const canaryRuntimes = "go,jvm-25"

var canaries = []float64{0.05, 0.10, 0.25}

// night is what a schedule measures: the wide matrix, the commits that pushes
// have skipped, a part of the study, and what the verdicts are tried by.
func (c command) night(ctx context.Context, repository forge.Repository, conf config.Config, remote string) ([]namedRequest, error) {
	head, err := repository.Commit(ctx, "HEAD")
	if err != nil {
		return nil, err
	}
	day := int(c.now().Unix() / int64((24 * time.Hour).Seconds()))
	nightly := []namedRequest{
		{nightlyPlan, planRequest{profile: "nightly", head: head}},
		{studyPlan, planRequest{profile: "study", head: head, part: plan.Part{Index: day, Of: conf.Pipeline.StudyParts}}},
	}
	skipped, err := c.skippedCommits(ctx, repository, remote, head, conf.Pipeline.Backfill)
	if err != nil {
		return nil, err
	}
	for _, commit := range skipped {
		nightly = append(nightly, namedRequest{backfillPlan + commit[:12], planRequest{profile: "main", head: commit}})
	}
	pr, err := conf.Profile("pr")
	if err != nil {
		return nil, err
	}
	if len(pr.Runners) == 0 {
		return nil, fmt.Errorf("profile %s names no runners: give some", pr.Name)
	}
	one := pr.Runners[0]
	if parent, err := repository.Parent(ctx, head); err == nil {
		nightly = append(nightly, namedRequest{identicalPlan, planRequest{
			profile: "pr", base: parent, head: head, runners: one, measureIdentical: true, part: plan.Part{Index: day, Of: conf.Pipeline.IdenticalParts},
		}})
	}
	if len(conf.Pipeline.Canary) == 0 {
		return nightly, nil
	}
	tried := planRequest{
		profile: "pr", base: head, head: head, runners: one, runtimes: canaryRuntimes, measureIdentical: true,
		settings: []plan.Setting{{Key: "workload", Value: strings.Join(conf.Pipeline.Canary, ",")}},
	}
	recording := tried
	recording.recording = conf.Pipeline.RecordingRounds
	nightly = append(nightly, namedRequest{recordingPlan, recording})
	for _, part := range canaries {
		slowed := tried
		slowed.slowdown = part
		nightly = append(nightly, namedRequest{fmt.Sprintf("%s%02.0f", canaryPlan, 100*part), slowed})
	}
	return nightly, nil
}

// recent is how far back a night looks for what was skipped.
const recent = 100

// skippedCommits are the newest that no push has measured: a push of several
// measures the last one alone. What is older than all that was ever measured is
// not missing.
func (c command) skippedCommits(ctx context.Context, repository forge.Repository, remote, head string, most int) ([]string, error) {
	measured, err := c.measuredCommits(ctx, repository, remote)
	if err != nil {
		return nil, err
	}
	commits, err := repository.Recent(ctx, head, recent)
	if err != nil {
		return nil, err
	}
	var skipped []string
	oldest := 0
	for i, commit := range commits {
		if measured[commit] {
			oldest = i
		}
	}
	for _, commit := range commits[:oldest] {
		if !measured[commit] && len(skipped) < most {
			skipped = append(skipped, commit)
		}
	}
	return skipped, nil
}

// measuredCommits are those of the default branch that the history has.
func (c command) measuredCommits(ctx context.Context, repository forge.Repository, remote string) (map[string]bool, error) {
	from, err := c.remote(ctx, repository, remote)
	if err != nil {
		return nil, err
	}
	files, err := from.Files(ctx, dataBranch)
	if err != nil {
		return nil, err
	}
	commits := map[string]bool{}
	for file := range files {
		if below, ok := strings.CutPrefix(file, history.Folder+"/"); ok {
			if e, err := history.Parse(below); err == nil && e.Kind == history.Main {
				commits[e.Commit] = true
			}
		}
	}
	return commits, nil
}
