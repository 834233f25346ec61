package comment

import (
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/report"
)

// mark begins the one comment of these benchmarks; GitHub does not show it.
func mark(p gate.Policy) string {
	if p.Name == "" {
		return "<!-- cobench -->"
	}
	return "<!-- cobench " + p.Name + " -->"
}

const (
	mostComment = 64_000 // bytes, a little less than GitHub takes
	mostMissing = 10     // jobs that are named
)

// Text is the comment on a finding, as Markdown.
func Text(f gate.Finding, p gate.Policy, run forge.Run, accepted bool) (string, error) {
	var text strings.Builder
	title := "Benchmarks"
	if p.Name != "" {
		title += " of " + p.Name
	}
	fmt.Fprintf(&text, "%s\n### %s\n\n", mark(p), title)
	if err := report.WriteMarkdown(&text, f.Report); err != nil {
		return "", err
	}
	if run.HTML != "" {
		pipeline.WriteFlames(&text, f.Report.Flames(), "[the run's artifacts]("+run.HTML+"#artifacts)", p.Project, artifactOf(p))
	}
	for i, m := range f.Missing {
		if i == mostMissing {
			fmt.Fprintf(&text, "\nand %d jobs more\n", len(f.Missing)-mostMissing)
			break
		}
		fmt.Fprintf(&text, "\nMissing: job %s\n", markdown.Code(m.Job))
	}
	for _, d := range f.Doubts {
		fmt.Fprintf(&text, "\n%s\n", d.Comment)
	}
	if f.Ended != "" {
		fmt.Fprintf(&text, "\nThe run ended with %s; some results may be missing.\n", f.Ended)
	}
	if accepted && f.NeedsAccepting() {
		fmt.Fprintf(&text, "\nAccepted by the label %s.\n", markdown.Code(p.AcceptLabel))
	}
	if run.HTML != "" {
		fmt.Fprintf(&text, "\n[The run](%s) shows every row and has the raw results.\n", run.HTML)
	}
	if text.Len() > mostComment {
		return "", fmt.Errorf("a comment of %d bytes, want %d at most", text.Len(), mostComment)
	}
	return text.String(), nil
}

// artifactOf is what the workflows call the artifact of a job's run folder.
func artifactOf(p gate.Policy) func(job string) string {
	return func(job string) string {
		switch {
		case !p.Project:
			return markdown.Code("run-" + pipeline.PullRequestPlan + "-" + job)
		case p.Name == "":
			return markdown.Code("cobench-run_" + job)
		}
		return markdown.Code("cobench-run-" + p.Name + "_" + job)
	}
}
