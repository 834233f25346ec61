// Package archive adds the results of runs to the history, on the branch that holds
// it, which it begins where there is none.
//
// What is kept, and where, follows from what GitHub says of a run, and from
// nothing that the run has left.
package archive

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
)

// An Archive is the history of one repository.
type Archive struct {
	Hub  forge.GitHub
	Data forge.Remote // of the history
	Log  pipeline.Log
	// Project is the workflow's file that measures somebody's own benchmarks; "" is
	// the suite, which bench.yml measures.
	Project string
}

// mostRuns are looked at for results that were not added.
const mostRuns = 100

// Append adds the results of the run that an event is about, and those of runs
// before it that were not added: a publishing job can fail, and GitHub drops one
// that waits behind a hundred others. An event that is about no run, as when it is
// started by hand, adds those alone.
func (a Archive) Append(ctx context.Context, e event.Event) error {
	there, err := a.begin(ctx)
	if err != nil {
		return err
	}
	runs, err := a.Hub.Runs(ctx, cmp.Or(a.Project, pipeline.BenchWorkflow), "", "", mostRuns)
	if err != nil {
		return err
	}
	if run := e.Run; run != nil {
		if why := placeless(*run, e); why != "" {
			fmt.Fprintf(a.Log, "run %d %s: its results are not added to the history\n", run.ID, why)
		} else if err := a.appendRun(ctx, *run, e.Repository.DefaultBranch); err != nil {
			return fmt.Errorf("run %d: %w", run.ID, err)
		}
	}
	for _, run := range runs {
		if e.Run != nil && run.ID == e.Run.ID || run.Status != "completed" || published(there, run) || placeless(run, e) != "" {
			continue
		}
		if err := a.appendRun(ctx, run, e.Repository.DefaultBranch); err != nil {
			fmt.Fprintf(a.Log, "run %d: %v\n", run.ID, err) // it failed when that run ended
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
func placeless(run forge.Run, e event.Event) string {
	switch plan.Trigger(run.Event) {
	case plan.Dispatch:
	case plan.Push, plan.Schedule:
		if run.HeadBranch != e.Repository.DefaultBranch {
			return "is of branch " + strconv.Quote(run.HeadBranch)
		}
	default:
		return "is of a " + run.Event
	}
	if run.Head.FullName != e.Repository.FullName || run.Head.FullName == "" {
		return "is of another repository"
	}
	return ""
}

func (a Archive) appendRun(ctx context.Context, run forge.Run, branch string) error {
	stored, err := a.reports(ctx, run)
	if err != nil {
		return err
	}
	if len(stored) == 0 {
		fmt.Fprintf(a.Log, "run %d ended with %s and left no results\n", run.ID, pipeline.Conclusion(run))
		return nil
	}
	files := map[string][]byte{}
	for _, report := range stored {
		packed, err := a.Hub.Download(ctx, report, artifact.MostPacked)
		if err != nil {
			return err
		}
		left, err := artifact.Unpack(report.Name+".zip", packed)
		if err != nil {
			return err
		}
		of, err := a.filesOf(run, left, a.placing(run, branch, report.Name))
		if err != nil {
			return err
		}
		maps.Copy(files, of)
	}
	if len(files) == 0 {
		fmt.Fprintf(a.Log, "run %d ended with %s and left no results that can be kept\n", run.ID, pipeline.Conclusion(run))
		return nil
	}
	added, err := a.Data.Append(ctx, forge.Change{
		Branch: pipeline.DataBranch, Message: fmt.Sprintf("history: run %d, %s", run.ID, run.Event), Files: files,
		Same: func(path string, there, wanted []byte) (bool, error) {
			same, err := sameResults(there, wanted)
			if err != nil {
				return false, fmt.Errorf("%s of branch %s: %w", path, pipeline.DataBranch, err)
			}
			if !same {
				fmt.Fprintf(a.Log, "%s: measured again; the history keeps its earlier results\n", path)
			}
			return true, nil
		},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Log, "run %d: %d of %d jobs added to the history\n", run.ID, added, len(files))
	return nil
}

// filesOf are the files that an artifact makes in the history, packed, without
// those of a job whose results the history can't keep.
func (a Archive) filesOf(run forge.Run, left artifact.Artifact, placed placing) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, p := range left.Plans {
		for _, job := range left.Jobs(p) {
			kind, name, err := placed(p, job)
			if err != nil {
				return nil, err
			}
			if err := results.Check(bytes.NewReader(left.Results[p.Name][job]), fmt.Sprintf("%s/%s/%s.txt", artifact.Results, p.Name, job)); err != nil {
				a.Log.Warn(fmt.Sprintf("run %d: %v: the history keeps the others", run.ID, err))
				continue
			}
			e := history.New(kind, run.Created, p.Sides[len(p.Sides)-1].Commit, strconv.FormatInt(run.ID, 10), name)
			packed, err := history.Pack(e, left.Results[p.Name][job])
			if err != nil {
				return nil, err
			}
			files[history.Folder+"/"+e.Path()] = packed
		}
	}
	return files, nil
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
