package gate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/report"
)

// A Refusal is of an artifact. Its status is what the commit status says, which
// repeats nothing that the artifact says.
type Refusal struct {
	Err    error
	Status string
}

func (r Refusal) Error() string { return r.Err.Error() }
func (r Refusal) Unwrap() error { return r.Err }

// refused is the refusal of an artifact that cobench can't have made.
func refused(err error) error {
	return Refusal{err, "the run's report is none that cobench makes: see the log of the comment's run"}
}

func nothing(err error, run forge.Run) error {
	return Refusal{err, "nothing was measured: the run ended with " + pipeline.Conclusion(run)}
}

// Find judges what a run has left, which is to be merged into a commit or branch.
func (p Policy) Find(ctx context.Context, hub forge.GitHub, log pipeline.Log, run forge.Run, into string) (Finding, error) {
	stored, err := hub.Artifacts(ctx, run.ID, p.Artifact())
	if err != nil {
		return Finding{}, err
	}
	if len(stored) == 0 {
		return Finding{}, nothing(fmt.Errorf("run %d left no artifact %s", run.ID, p.Artifact()), run)
	}
	newest := stored[len(stored)-1]
	if newest.Size > artifact.MostPacked {
		return Finding{}, refused(fmt.Errorf("artifact %s: %d bytes, want %d at most", newest.Name, newest.Size, artifact.MostPacked))
	}
	packed, err := hub.Download(ctx, newest, artifact.MostPacked)
	if err != nil {
		return Finding{}, err
	}
	f, base, err := within(readingLimit, func() (Finding, string, error) { return p.read(newest.Name+".zip", packed, run) })
	if err != nil {
		return Finding{}, err
	}
	if err := p.accept(ctx, hub, log, &f); err != nil {
		return Finding{}, err
	}
	foreign, err := foreignBase(ctx, hub, log, base, run.HeadSHA, into)
	if foreign != nil {
		f.Doubts = append(f.Doubts, *foreign)
	}
	return f, err
}

// readingLimit is how long an artifact may take to be read and judged: many times
// what the largest does.
const readingLimit = 3 * time.Minute

// within refuses an artifact that takes longer.
func within(limit time.Duration, read func() (Finding, string, error)) (Finding, string, error) {
	type outcome struct {
		Finding
		base string
		err  error
	}
	ended := make(chan outcome, 1)
	go func() {
		f, base, err := read()
		ended <- outcome{f, base, err}
	}()
	select {
	case o := <-ended:
		return o.Finding, o.base, o.err
	case <-time.After(limit):
		return Finding{}, "", refused(fmt.Errorf("the artifact was not read within %v", limit))
	}
}

// read judges the content of an artifact, and returns its base.
func (p Policy) read(name string, packed []byte, run forge.Run) (Finding, string, error) {
	a, err := artifact.UnpackNumbers(name, packed)
	if err == nil {
		err = p.check(a, run)
	}
	if err != nil {
		return Finding{}, "", refused(err)
	}
	base, err := bases(a)
	if err != nil {
		return Finding{}, "", refused(err)
	}
	r := &report.Report{Alpha: a.Plans[0].Alpha, MinimumEffect: a.Plans[0].MinimumEffect}
	if from := pipeline.Sources(a, a.Plans...); !pipeline.Unchanged(a) {
		if len(from) == 0 {
			return Finding{}, "", nothing(errors.New("no job has results"), run)
		}
		if r, err = report.Read(from); err != nil {
			return Finding{}, "", refused(err)
		}
		pipeline.Explain(r, a, a.Plans...)
	}
	f := Finding{Report: r, Missing: a.Missing(), folder: a.Plans[0].Project.Folder}
	if run.Conclusion != "success" && f.bad() == 0 && len(f.Missing) == 0 {
		f.Ended = pipeline.Conclusion(run)
	}
	foreign, err := p.foreignRules(a.Plans)
	if err != nil {
		return Finding{}, "", refused(err)
	}
	if foreign != nil {
		f.Doubts = append(f.Doubts, *foreign)
	}
	return f, base, nil
}

// check holds the plans of an artifact to what a pull request has: one, or of a
// project one for each job; of two sides, of which head is the run's commit.
func (p Policy) check(a artifact.Artifact, run forge.Run) error {
	for _, n := range a.Plans {
		switch {
		case p.Project && (!n.Project.Finds() || len(n.Jobs) != 1 || n.Jobs[0].ID != n.Name || !n.Judged()):
			return fmt.Errorf("plan %s: want the plan of job %s of a project, with two sides", n.Name, n.Name)
		case !p.Project && (n.Name != pipeline.PullRequestPlan || n.Project.Finds() || len(a.Plans) > 1 || !n.Judged()):
			return fmt.Errorf("plan %s: want the plan %s, with two sides", n.Name, pipeline.PullRequestPlan)
		case n.Sides[1].Commit != run.HeadSHA:
			return fmt.Errorf("plan %s: its commit is %.80q, but the run is of %s", n.Name, n.Sides[1].Commit, run.HeadSHA)
		}
	}
	return nil
}

// bases is the one commit that all plans of an artifact compare with.
func bases(a artifact.Artifact) (string, error) {
	base := a.Plans[0].Sides[0].Commit
	for _, p := range a.Plans {
		if b := p.Sides[0].Commit; b != base || !commitHash.MatchString(b) {
			return "", fmt.Errorf("plan %s: base is %.80q: want the hash of one commit for all plans", p.Name, b)
		}
	}
	return base, nil
}
