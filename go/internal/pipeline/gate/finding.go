package gate

import (
	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/report"
)

// A Finding is what there is to say of a pull request.
type Finding struct {
	Report  *report.Report
	Missing []artifact.Missing
	Doubts  []Doubt
	folder  string // of a project's module or build, as its run says
	Ended   string // how the run did, if without success and nothing here says why
}

// bad is how many benchmarks got slower or failed.
func (f Finding) bad() int { return f.Report.Count(report.Slower) + f.Report.Count(report.Failed) }

// NeedsAccepting tells whether a label would change anything.
func (f Finding) NeedsAccepting() bool { return f.bad()+len(f.Doubts) > 0 }

// Clean tells whether a comment would have nothing to say.
func (f Finding) Clean() bool {
	for _, v := range []report.Verdict{report.Slower, report.Failed, report.Faster, report.Accepted, report.New, report.Removed} {
		if f.Report.Count(v) > 0 {
			return false
		}
	}
	if f.Report.CountUnits(report.Worse)+f.Report.CountUnits(report.Better) > 0 {
		return false
	}
	for _, v := range report.AllocationVerdicts {
		if f.Report.CountAllocations(v) > 0 {
			return false
		}
	}
	return len(f.Missing) == 0 && f.Ended == "" && f.Report.Unanswered() == "" && len(f.Doubts) == 0
}

// Status is the commit's status: a failure only where the repository wants one,
// and nobody has accepted it.
func (f Finding) Status(p Policy, run forge.Run, accepted bool) forge.Status {
	s := forge.Status{Context: p.Context(), Target: run.HTML, State: f.state(p, accepted), Description: f.Report.Headline()}
	if n := len(f.Missing); n > 0 {
		s.Description += "; " + markdown.Count(n, "job") + " without results"
	}
	if f.Ended != "" {
		s.Description += "; the run ended with " + f.Ended
	}
	for _, d := range f.Doubts {
		s.Description += "; " + d.Status
	}
	if tally := f.Report.Tally(); tally != "" {
		s.Description += "; " + tally
	}
	if p.FailOnSlower && accepted && f.NeedsAccepting() {
		s.Description = "accepted by label: " + s.Description
	}
	return s
}

func (f Finding) state(p Policy, accepted bool) string {
	switch {
	case !p.FailOnSlower || accepted && f.NeedsAccepting():
		return "success"
	case f.bad() > 0:
		return "failure"
	case len(f.Missing) > 0 || len(f.Doubts) > 0 || f.Report.Unanswered() != "":
		return "error"
	}
	return "success"
}
