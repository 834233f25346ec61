package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
)

// append adds the results of a run of the pipeline to the history, on the branch
// that holds it, and those of runs before it that were not added: a publishing
// job can fail, and GitHub drops one that waits behind a hundred others. An event
// that is about no run, as when it is started by hand, adds those alone.
func (c command) append(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("append", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended")
	remote := flags.String("remote", "origin", "`URL` of the repository that holds the history")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	event, err := readGitHubEvent(*file)
	if err != nil {
		return err
	}
	root, err := root()
	if err != nil {
		return err
	}
	hub, err := c.gitHub()
	if err != nil {
		return err
	}
	to, err := c.remote(ctx, forge.Repository(root), *remote)
	if err != nil {
		return err
	}
	there, err := c.begin(ctx, to)
	if err != nil {
		return err
	}
	runs, err := hub.Runs(ctx, benchWorkflow, "", "", 100)
	if err != nil {
		return err
	}
	if run := event.Run; run != nil {
		if why := placeless(*run, event); why != "" {
			fmt.Fprintf(c.stderr, "run %d %s: its results are no part of the history\n", run.ID, why)
		} else if err := c.appendRun(ctx, hub, to, *run); err != nil {
			return fmt.Errorf("run %d: %w", run.ID, err)
		}
	}
	for _, run := range runs {
		if event.Run != nil && run.ID == event.Run.ID || run.Status != "completed" || published(there, run) || placeless(run, event) != "" {
			continue
		}
		if err := c.appendRun(ctx, hub, to, run); err != nil {
			fmt.Fprintf(c.stderr, "run %d: %v\n", run.ID, err) // it failed when that run ended
		}
	}
	return nil
}

// published tells whether the history has anything of a run.
func published(there map[string]string, run forge.Run) bool {
	for file := range there {
		below, ok := strings.CutPrefix(file, history.Folder+"/")
		if e, err := history.Parse(below); ok && err == nil && e.Run == strconv.FormatInt(run.ID, 10) {
			return true
		}
	}
	return false
}

// placeless tells why a run has no place in the history, or "". It goes by what
// GitHub says of the run, and by nothing that the run has left.
func placeless(run forge.Run, event gitHubEvent) string {
	switch plan.Trigger(run.Event) {
	case plan.Dispatch:
	case plan.Push, plan.Schedule:
		if run.HeadBranch != event.Repository.DefaultBranch {
			return "is of branch " + strconv.Quote(run.HeadBranch)
		}
	default:
		return "is of a " + run.Event
	}
	if run.Head.FullName != event.Repository.FullName || run.Head.FullName == "" {
		return "is of another repository"
	}
	return ""
}

func (c command) appendRun(ctx context.Context, hub forge.GitHub, to forge.Remote, run forge.Run) error {
	stored, err := hub.Artifacts(ctx, run.ID, artifact.Name)
	if err != nil {
		return err
	}
	if len(stored) == 0 {
		fmt.Fprintf(c.stderr, "run %d ended with %s and left no results\n", run.ID, conclusion(run))
		return nil
	}
	packed, err := hub.Download(ctx, stored[len(stored)-1], artifact.MostPacked)
	if err != nil {
		return err
	}
	a, err := artifact.Unpack(artifact.Name+".zip", packed)
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, p := range a.Plans {
		kind, err := kindOf(plan.Trigger(run.Event), p.Name)
		if err != nil {
			return err
		}
		for _, job := range a.Jobs(p) {
			name := job
			if kind == history.Nightly || kind == history.Calibrate {
				name = p.Name + "-" + job // of several plans
			}
			if err := results.Check(bytes.NewReader(a.Results[p.Name][job]), fmt.Sprintf("%s/%s/%s.txt", artifact.Results, p.Name, job)); err != nil {
				c.warn(fmt.Sprintf("run %d: %v: the history keeps the others", run.ID, err))
				continue
			}
			e := history.New(kind, run.Created, p.Sides[len(p.Sides)-1].Commit, strconv.FormatInt(run.ID, 10), name)
			packed, err := history.Pack(e, a.Results[p.Name][job])
			if err != nil {
				return err
			}
			files[history.Folder+"/"+e.Path()] = packed
		}
	}
	if len(files) == 0 {
		fmt.Fprintf(c.stderr, "run %d ended with %s and left no results that can be kept\n", run.ID, conclusion(run))
		return nil
	}
	added, err := to.Append(ctx, forge.Change{
		Branch: dataBranch, Message: fmt.Sprintf("history: run %d, %s", run.ID, run.Event), Files: files,
		Same: func(path string, there, wanted []byte) (bool, error) {
			if same, err := sameResults(there, wanted); err != nil || same {
				if err != nil {
					err = fmt.Errorf("%s of branch %s: %w", path, dataBranch, err)
				}
				return same, err
			}
			fmt.Fprintf(c.stderr, "%s: measured again; the history keeps what it had\n", path)
			return true, nil
		},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "run %d: %d of %d jobs' results are new in the history\n", run.ID, added, len(files))
	return nil
}

// kindOf is the history's kind of what was measured for an event by the plan of
// that name.
func kindOf(trigger plan.Trigger, name string) (history.Kind, error) {
	switch {
	case trigger == plan.Dispatch && name == manualPlan:
		return history.Manual, nil
	case (trigger == plan.Push || trigger == plan.Schedule) && name == mainPlan, trigger == plan.Schedule && strings.HasPrefix(name, backfillPlan):
		return history.Main, nil
	case trigger == plan.Schedule && (name == nightlyPlan || name == studyPlan):
		return history.Nightly, nil
	case trigger == plan.Schedule && (name == identicalPlan || name == recordingPlan || strings.HasPrefix(name, canaryPlan)):
		return history.Calibrate, nil
	}
	return "", fmt.Errorf("plan %s is none of a %s", name, trigger)
}

// sameResults compares what is packed: two releases of Go may pack the same
// otherwise.
func sameResults(a, b []byte) (bool, error) {
	var texts [2][]byte
	for i, packed := range [][]byte{a, b} {
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return false, err
		}
		if texts[i], err = io.ReadAll(z); err != nil {
			return false, err
		}
	}
	return bytes.Equal(texts[0], texts[1]), nil
}
