package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// append adds the results of a run of the pipeline to the history, on the branch
// that holds it, and those of runs before it that were not added: GitHub drops a
// publishing job that waits behind two others.
func (c command) append(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("append", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended")
	remote := flags.String("remote", "origin", "`URL` of the repository that holds the history")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	event, err := readRunEvent(*file)
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
	there, err := to.Files(ctx, dataBranch)
	if err != nil {
		return err
	}
	runs, err := hub.Runs(ctx, benchWorkflow, "", "", 100)
	if err != nil {
		return err
	}
	runs = append([]forge.Run{*event.Run}, slices.DeleteFunc(runs, func(r forge.Run) bool {
		return r.ID == event.Run.ID || r.Status != "completed" || published(there, r)
	})...)
	for i, run := range runs {
		if why := placeless(run, event); why != "" {
			if i == 0 {
				fmt.Fprintf(c.stderr, "run %d %s: its results are no part of the history\n", run.ID, why)
			}
			continue
		}
		if err := c.appendRun(ctx, hub, to, run); err != nil {
			err = fmt.Errorf("run %d: %w", run.ID, err)
			if i == 0 {
				return err
			}
			fmt.Fprintln(c.stderr, err) // it was told when that run ended
		}
	}
	return nil
}

// remote is where a repository is shared, with the token of the job.
func (c command) remote(ctx context.Context, repository forge.Repository, name string) (forge.Remote, error) {
	url, err := repository.URL(ctx, name)
	return forge.Remote{URL: url, Token: toolchain.Getenv(c.environ, "GITHUB_TOKEN"), Environ: c.environ}, err
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
			e := history.New(kind, run.Created, p.Sides[len(p.Sides)-1].Commit, strconv.FormatInt(run.ID, 10), name)
			packed, err := history.Pack(e, a.Results[p.Name][job])
			if err != nil {
				return err
			}
			files[history.Folder+"/"+e.Path()] = packed
		}
	}
	if len(files) == 0 {
		fmt.Fprintf(c.stderr, "run %d ended with %s and left no results\n", run.ID, conclusion(run))
		return nil
	}
	added, err := to.Append(ctx, forge.Change{
		Branch: dataBranch, Message: fmt.Sprintf("history: run %d, %s", run.ID, run.Event), Files: files,
		Same: func(path string, there, wanted []byte) (bool, error) {
			if same, err := sameResults(there, wanted); err != nil || same {
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

// classic writes the input of github-action-benchmark for a run's results, and
// the list of its suites.
func (c command) classic(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("classic", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended")
	tree := flags.String("history", "", "`folder` with the history of results")
	out := flags.String("o", "", "`folder` to write: a file for each suite")
	outputs := flags.String("output", "", "`file` to add the line suites=JSON to, GitHub's outputs of a step")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *tree == "" || *out == "" {
		return errors.New("classic: want -history and -o")
	}
	event, err := readRunEvent(*file)
	if err != nil {
		return err
	}
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	series, notes, err := classic.Read(*tree, conf.Pipeline.Headline, order(c.log(ctx, forge.Repository(root))))
	if err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintln(c.stderr, note)
	}
	suites, others, err := classic.Suites(series, strconv.FormatInt(event.Run.ID, 10), event.Run.HeadSHA)
	if err != nil {
		return err
	}
	for _, commit := range others {
		fmt.Fprintf(c.stderr, "commit %s was measured later than others after it: left out of the classic page, which can only be added to\n", commit)
	}
	if err := os.MkdirAll(*out, 0o777); err != nil {
		return err
	}
	for _, s := range suites {
		fmt.Fprintf(c.stderr, "%s: alert from %s on\n", s.Name, s.Threshold)
		if err := c.output(filepath.Join(*out, s.File), func(w io.Writer) error { _, err := w.Write(s.Points); return err }); err != nil {
			return err
		}
	}
	if *outputs == "" {
		return nil
	}
	text, err := json.Marshal(append([]classic.Suite{}, suites...))
	if err != nil {
		return err
	}
	return add(*outputs, "suites="+string(text)+"\n")
}

// push sends the commits of the history's branch that another action made here.
func (c command) push(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("push", flag.ContinueOnError)
	remote := flags.String("remote", "origin", "`URL` of the repository that holds the history")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	root, err := root()
	if err != nil {
		return err
	}
	to, err := c.remote(ctx, forge.Repository(root), *remote)
	if err != nil {
		return err
	}
	return to.Push(ctx, forge.Repository(root), dataBranch)
}
