package comment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/report"
)

// checkName is the check's. A status and a check of one name would both be required
// where a branch requires one of them.
func checkName(p gate.Policy) string {
	const name = "cobench-lines"
	if p.Name == "" {
		return name
	}
	return name + ": " + p.Name
}

// check makes a check run of the commit, with what the comment says and a warning at
// the line of each function that made a benchmark slower. A job that may not make one
// has said everything else.
func (c Commenter) check(ctx context.Context, run forge.Run, v verdict, body string) error {
	made := forge.Check{
		Name: checkName(c.Policy), Commit: run.HeadSHA, Conclusion: conclusion(v), Details: run.HTML,
		Output: forge.CheckOutput{Title: v.status.Description, Summary: v.status.Description},
	}
	if v.found != nil {
		_, made.Output.Summary, _ = strings.Cut(body, "\n")
	}
	err := c.checkOnce(ctx, run, v, made)
	if forge.Stumbled(err) { // over a new one, which may be there
		err = c.checkOnce(ctx, run, v, made)
	}
	if forge.Withheld(err) {
		fmt.Fprintf(c.Log, "no lines are marked: add checks: write to the job's permissions to have a check with a warning at the line of each slower function\n")
		return nil
	}
	return err
}

func (c Commenter) checkOnce(ctx context.Context, run forge.Run, v verdict, made forge.Check) error {
	made.External = fmt.Sprintf("%d-%d-%s", run.ID, run.Attempt, digest(made))
	there, err := c.Hub.Checks(ctx, made.Commit, made.Name)
	if err != nil {
		return err
	}
	if len(there) > 0 && there[0].External == made.External {
		fmt.Fprintf(c.Log, "the check of %s is up to date\n", made.Commit)
		return nil
	}
	if v.found != nil {
		if made.Output.Annotations, err = c.annotations(ctx, run.HeadSHA, v.found.Report.Lines()); err != nil {
			return err
		}
	}
	if err := c.Hub.AddCheck(ctx, made); err != nil {
		return err
	}
	fmt.Fprintf(c.Log, "check %s: %s, with %s marked\n", made.Name, made.Conclusion, markdown.Count(len(made.Output.Annotations), "line"))
	return nil
}

// digest tells checks apart that say different things of a run.
func digest(c forge.Check) string {
	text, err := json.Marshal(c)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16]
}

// conclusion is the commit status as a check has it, or neutral where that is a success
// and there is something to read all the same.
func conclusion(v verdict) string {
	switch {
	case v.status.State != "success":
		return "failure"
	case !v.found.Clean():
		return "neutral"
	}
	return "success"
}

// mostFiles is how many files are looked at to mark their lines.
const mostFiles = 20

// annotations are warnings at lines of the commit's files. A stranger's profile names
// the lines: what is not a line of a file of that commit is left out.
func (c Commenter) annotations(ctx context.Context, commit string, lines []report.Line) ([]forge.Annotation, error) {
	var all []forge.Annotation
	has := map[string]int{} // lines, by file
	for _, l := range lines {
		if len(all) == forge.MostAnnotations {
			break
		}
		n, known := has[l.File]
		if !known && len(has) < mostFiles {
			text, err := c.Hub.File(ctx, commit, l.File)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				fmt.Fprintf(c.Log, "%s of %s could not be read, and none of its lines is marked: %v\n", l.File, commit, err)
			}
			n = bytes.Count(text, []byte("\n"))
			if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
				n++
			}
			has[l.File] = n
		}
		if l.Line <= n {
			all = append(all, forge.Annotation{Path: l.File, Start: l.Line, End: l.Line, Level: "warning", Title: l.Title, Message: l.Text})
		}
	}
	return slices.Clip(all), nil
}
