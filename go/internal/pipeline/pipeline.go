// Package pipeline holds what the rooms of the GitHub pipeline share: the names
// of its plans and of its branch, and what a step of a workflow writes to.
//
// The rooms follow a run: event reads why it was started, planning decides what
// its jobs measure, summary puts their results onto one page and into one
// artifact, gate judges that artifact, comment tells a pull request, and archive
// adds the results to the history. Setup checks a repository for all of it.
package pipeline

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/report"
)

// BenchWorkflow is the file of the workflow that measures.
const BenchWorkflow = "bench.yml"

// DataBranch holds the history.
const DataBranch = "bench-data"

// The names of plans. A night has several.
const (
	PullRequestPlan = "pr"
	ManualPlan      = "manual"
	MainPlan        = "main"
	NightlyPlan     = "nightly"
	StudyPlan       = "study"
	IdenticalPlan   = history.Identical
	RecordingPlan   = history.Recording
	CanaryPlan      = "canary-"   // followed by the percentage of the slowdown
	BackfillPlan    = "backfill-" // followed by the beginning of the commit's hash
)

// A Failure is of a run: it has measured nothing, or missed what it must find.
// Every other error is a mistake of the input, or of the job's surroundings.
type Failure struct{ Err error }

func (f Failure) Error() string { return f.Err.Error() }
func (f Failure) Unwrap() error { return f.Err }

// A Step names the files that a step of a workflow adds to; "" is none.
type Step struct {
	Output  string // GITHUB_OUTPUT
	Summary string // GITHUB_STEP_SUMMARY
}

// Set adds an output of the step, for the jobs and steps after it.
func (s Step) Set(name, value string) error {
	if s.Output == "" {
		return nil
	}
	return add(s.Output, name+"="+value+"\n")
}

// mostSummary is less than the 1 MiB that GitHub takes of a step.
const mostSummary = 900_000

// Show adds Markdown to the job's page.
func (s Step) Show(write func(io.Writer) error) error {
	if s.Summary == "" {
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
	return add(s.Summary, text.String())
}

func add(file, text string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// Conclusion is one of GitHub's words for how a run ended.
func Conclusion(run forge.Run) string {
	if run.Conclusion == "" {
		return "no word"
	}
	return strings.ReplaceAll(run.Conclusion, "_", " ")
}

// Unchanged tells whether there was nothing to measure.
func Unchanged(a artifact.Artifact) bool {
	return !slices.ContainsFunc(a.Plans, func(p plan.Named) bool { return !p.Unchanged })
}

// Sources are the results of plans, to be read one after the other.
func Sources(a artifact.Artifact, plans ...plan.Named) []compare.Source {
	var all []compare.Source
	for _, p := range plans {
		for _, job := range a.Jobs(p) {
			text, name := a.Results[p.Name][job], p.Name+"/"+job+".txt"
			all = append(all, compare.Source{Name: name, Label: name, Open: func() (io.ReadCloser, error) {
				return io.NopCloser(bytes.NewReader(text)), nil
			}})
		}
	}
	return all
}

// Explain adds to a report on plans what the profiles of their jobs say.
func Explain(r *report.Report, a artifact.Artifact, plans ...plan.Named) {
	for _, p := range plans {
		for _, job := range a.Jobs(p) {
			if file, ok := a.Why[artifact.Missing{Plan: p.Name, Job: job}]; ok {
				r.Explain(job, file)
			}
		}
	}
}
