package pipeline

import (
	"fmt"
	"io"

	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/report"
)

// WriteFlames says in which artifact each flame graph is, as Markdown. GitHub hands out
// zip files, so there is no link to the page itself, and a stranger's run may have made
// it. All are in the artifacts at a place, each in that of a job.
func WriteFlames(w io.Writer, flames []report.Flame, place string, project bool, artifact func(job string) string) {
	if len(flames) == 0 {
		return
	}
	folder := PullRequestPlan
	if project {
		folder = "bench"
	}
	fmt.Fprintf(w, "\nFlame graphs of the difference are in %s:\n\n", place)
	for _, f := range flames {
		fmt.Fprintf(w, "- %s: %s in %s\n", markdown.Code(f.Benchmark), markdown.Code(folder+"-"+f.Job+"/"+f.File), artifact(f.Job))
	}
}
