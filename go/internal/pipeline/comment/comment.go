// Package comment tells a pull request what its benchmarks have shown: by a
// status of the commit, and by one comment where there is anything to say, which
// is edited from then on.
//
// It runs with the right to write, and so takes from the pull request's own run
// nothing but what gate lets pass.
package comment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/plan"
)

// A Commenter comments in one repository.
type Commenter struct {
	Hub    forge.GitHub
	Policy gate.Policy
	Log    pipeline.Log
}

// Comment comments on the pull requests that an event is about: the end of a run
// of the benchmarks, or a label.
func (c Commenter) Comment(ctx context.Context, e event.Event) error {
	run, err := c.measuredRun(ctx, e)
	if forge.Withheld(err) {
		return lacksActions(err)
	} else if err != nil || run == nil {
		return err
	}
	if run.Event == string(plan.MergeGroup) {
		return c.reportGroup(ctx, *run, e.Repository.DefaultBranch)
	}
	pulls, err := c.pullsOf(ctx, *run)
	if forge.Withheld(err) {
		c.Log.Lacks("pull-requests: write", "there is no comment, and no label is seen")
		_, _, err := c.setStatus(ctx, *run, e.Repository.DefaultBranch, false)
		return err
	} else if err != nil {
		return err
	}
	for _, pull := range pulls {
		if err := c.commentOn(ctx, *run, pull); err != nil {
			return fmt.Errorf("pull request %d: %w", pull.Number, err)
		}
	}
	return nil
}

// lacksActions is the error of a job that may read no run.
func lacksActions(err error) error {
	return fmt.Errorf("the job lacks the permission actions: read, so it cannot read the run's report: %w", err)
}

func (c Commenter) commentOn(ctx context.Context, run forge.Run, pull forge.Pull) error {
	accepted := c.Policy.AcceptLabel != "" && pull.Has(c.Policy.AcceptLabel)
	found, said, err := c.setStatus(ctx, run, pull.Base.SHA, accepted)
	if err != nil || found == nil {
		return err
	}
	body, err := Text(*found, c.Policy, run, accepted)
	if err != nil {
		return err
	}
	err = c.say(ctx, pull.Number, body, found.Clean())
	if !forge.Withheld(err) {
		return err
	}
	c.Log.Lacks("pull-requests: write", "there is no comment; the page of the run has all of it")
	if !said {
		return pipeline.Failure{Err: errors.New("neither comment nor status: the job lacks both permissions")}
	}
	return nil
}

// setStatus says of the commit, which is to be merged into another, what its
// benchmarks have shown. It returns nil where there is nothing more to say, and
// whether the status could be set.
func (c Commenter) setStatus(ctx context.Context, run forge.Run, into string, accepted bool) (found *gate.Finding, said bool, err error) {
	status := forge.Status{Context: c.Policy.Context(), Target: run.HTML}
	all, err := c.Policy.Find(ctx, c.Hub, c.Log, run, into)
	var refusal gate.Refusal
	switch {
	case errors.As(err, &refusal):
		fmt.Fprintf(c.Log, "refused: %v\n", err)
		status.State, status.Description = "error", refusal.Status
	case forge.Withheld(err):
		return nil, false, lacksActions(err)
	case err != nil:
		return nil, false, err
	default:
		found = &all
		status = all.Status(c.Policy, run, accepted)
	}
	err = c.Hub.SetStatus(ctx, run.HeadSHA, status)
	if forge.Withheld(err) {
		c.Log.Lacks("statuses: write", fmt.Sprintf("there is no status %s", status.Context))
		return found, false, nil
	}
	return found, err == nil, err
}

// say writes the one comment. Where all is well and nothing was said before,
// the status is enough.
func (c Commenter) say(ctx context.Context, pull int, body string, clean bool) error {
	err := c.sayOnce(ctx, pull, body, clean)
	if forge.Stumbled(err) { // over a new one, which may be there
		err = c.sayOnce(ctx, pull, body, clean)
	}
	return err
}

func (c Commenter) sayOnce(ctx context.Context, pull int, body string, clean bool) error {
	comments, err := c.Hub.Comments(ctx, pull)
	if err != nil {
		return err
	}
	for _, comment := range comments {
		if comment.User.Type != "Bot" || !strings.HasPrefix(comment.Body, mark(c.Policy)) {
			continue
		}
		if strings.TrimSpace(comment.Body) == strings.TrimSpace(body) {
			fmt.Fprintf(c.Log, "pull request %d: the comment is up to date\n", pull)
			return nil
		}
		err := c.Hub.EditComment(ctx, comment.ID, body)
		if forge.Missing(err) { // somebody has deleted it just now
			fmt.Fprintf(c.Log, "pull request %d: comment %d is gone\n", pull, comment.ID)
			clean = false // something was said, which may be so no more
			continue
		}
		if err == nil {
			fmt.Fprintf(c.Log, "pull request %d: comment %d edited\n", pull, comment.ID)
		}
		return err
	}
	if clean {
		fmt.Fprintf(c.Log, "pull request %d: no comment needed\n", pull)
		return nil
	}
	if err := c.Hub.AddComment(ctx, pull, body); err != nil {
		return err
	}
	fmt.Fprintf(c.Log, "pull request %d: comment written\n", pull)
	return nil
}
