package comment

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/plan"
)

// mostRuns is of one commit.
const mostRuns = 100

// measuredRun is the run of the benchmarks that an event is about: the one that
// has ended, or the newest of a pull request that got or lost a label. nil is
// none.
func (c Commenter) measuredRun(ctx context.Context, e event.Event) (*forge.Run, error) {
	switch run := e.Run; {
	case run == nil && e.PullRequest == nil:
		return nil, fmt.Errorf("%s: neither a run nor a pull request", e.File)
	case run == nil:
		return c.labelledRun(ctx, *e.PullRequest)
	case !commented(run.Event):
		fmt.Fprintf(c.Log, "run %d is for a %s: nothing to comment on\n", run.ID, run.Event)
		return nil, nil
	case waits(*run):
		fmt.Fprintf(c.Log, "run %d waits for approval: nothing has been measured yet\n", run.ID)
		return nil, nil
	}
	all, err := c.Hub.Runs(ctx, workflowOf(*e.Run), e.Run.Event, e.Run.HeadSHA, mostRuns)
	if err != nil {
		return nil, err
	}
	if later := newer(*e.Run, all); later != nil {
		fmt.Fprintf(c.Log, "run %d, attempt %d, measured %s later: left to that run\n", later.ID, later.Attempt, e.Run.HeadSHA)
		return nil, nil
	}
	return e.Run, nil
}

func (c Commenter) labelledRun(ctx context.Context, pull forge.Pull) (*forge.Run, error) {
	if pull.Head.Repo == nil {
		fmt.Fprintf(c.Log, "the repository of pull request %d is gone: nothing to comment on\n", pull.Number)
		return nil, nil
	}
	runs, err := c.Hub.Runs(ctx, pipeline.BenchWorkflow, string(plan.PullRequest), pull.Head.SHA, mostRuns)
	if err != nil {
		return nil, err
	}
	var newest *forge.Run
	for _, run := range runs {
		if run.Event == string(plan.PullRequest) && ofSame(run, pull.Head.SHA, pull.Head.Repo.FullName) && (newest == nil || run.ID > newest.ID) {
			newest = &run
		}
	}
	if newest == nil {
		fmt.Fprintf(c.Log, "no run of %s has ended yet: the labels are checked when it does\n", pull.Head.SHA)
	}
	return newest, nil
}

// pullsOf are the open pull requests whose newest commit a run has measured. A
// run of a fork does not say of which it is; its branch and its commit do.
func (c Commenter) pullsOf(ctx context.Context, run forge.Run) ([]forge.Pull, error) {
	if run.Head.Owner.Login == "" || run.HeadBranch == "" {
		fmt.Fprintf(c.Log, "the repository or the branch of run %d is gone: nothing to comment on\n", run.ID)
		return nil, nil
	}
	all, err := c.Hub.PullsOf(ctx, run.Head.Owner.Login, run.HeadBranch)
	if err != nil {
		return nil, err
	}
	var pulls []forge.Pull
	for _, p := range all {
		switch {
		case p.Head.Repo == nil || p.Head.Repo.FullName != run.Head.FullName:
			continue
		case p.State != "open":
			fmt.Fprintf(c.Log, "pull request %d is %s: skipped\n", p.Number, p.State)
		case p.Head.SHA != run.HeadSHA:
			fmt.Fprintf(c.Log, "pull request %d is now at %s, and this run measured %s: skipped\n", p.Number, p.Head.SHA, run.HeadSHA)
		default:
			pulls = append(pulls, p)
		}
	}
	if len(pulls) == 0 {
		fmt.Fprintf(c.Log, "no open pull request is at %s: nothing to comment on\n", run.HeadSHA)
	}
	return pulls, nil
}

// waits tells whether a run is none yet: a stranger's first one begins when
// somebody approves it.
func waits(run forge.Run) bool { return run.Conclusion == "action_required" }

// newer is a later run of the same benchmarks on the same commit, that has ended
// and speaks for it now, or nil.
func newer(run forge.Run, all []forge.Run) *forge.Run {
	for _, r := range all {
		later := cmp.Or(cmp.Compare(r.ID, run.ID), cmp.Compare(r.Attempt, run.Attempt)) > 0
		if later && r.Event == run.Event && ofSame(r, run.HeadSHA, run.Head.FullName) {
			return &r
		}
	}
	return nil
}

// ofSame tells whether a run has ended that has measured a commit of a repository:
// the same commit may be another fork's too, whose runs say nothing here.
func ofSame(run forge.Run, commit, repository string) bool {
	return run.Status == "completed" && run.HeadSHA == commit && run.Head.FullName == repository && !waits(run) && run.Conclusion != "skipped"
}

var workflowFile = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*\.ya?ml$`)

// workflowOf is the file of a run's workflow, as GitHub tells it.
func workflowOf(run forge.Run) string {
	file, _, _ := strings.Cut(run.Path, "@")
	if file = path.Base(file); workflowFile.MatchString(file) {
		return file
	}
	return pipeline.BenchWorkflow
}
