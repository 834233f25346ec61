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
	// Webhook is the address that is told too, a secret; "" is none.
	Webhook string
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
		return c.conclude(ctx, *run, e.Repository.DefaultBranch, false)
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
	v, err := c.setStatus(ctx, run, pull.Base.SHA, accepted)
	if err != nil {
		return err
	}
	if v.found == nil {
		return c.check(ctx, run, v, "")
	}
	body, err := Text(*v.found, c.Policy, run, accepted)
	if err != nil {
		return err
	}
	news, err := c.say(ctx, pull.Number, body, v.found.Clean())
	if forge.Withheld(err) {
		c.Log.Lacks("pull-requests: write", "there is no comment; the page of the run has all of it")
		err = nil
		if !v.set {
			err = pipeline.Failure{Err: errors.New("neither comment nor status: the job lacks both permissions")}
		}
		news = true
	}
	if err != nil {
		return err
	}
	// Whoever has read the comment has read all: what follows can't undo it.
	if news && !v.found.Clean() {
		c.tell(ctx, run, pull, v)
	}
	return c.check(ctx, run, v, body)
}

// conclude says of the commit what its benchmarks have shown, where there is no pull
// request to comment on.
func (c Commenter) conclude(ctx context.Context, run forge.Run, into string, accepted bool) error {
	v, err := c.setStatus(ctx, run, into, accepted)
	if err != nil {
		return err
	}
	body := ""
	if v.found != nil {
		if body, err = Text(*v.found, c.Policy, run, accepted); err != nil {
			return err
		}
	}
	return c.check(ctx, run, v, body)
}

// A verdict is what is said of a commit.
type verdict struct {
	found  *gate.Finding // nil where the artifact was refused
	status forge.Status
	set    bool // the status could be
}

// setStatus says of the commit, which is to be merged into another, what its
// benchmarks have shown.
func (c Commenter) setStatus(ctx context.Context, run forge.Run, into string, accepted bool) (v verdict, err error) {
	v.status = forge.Status{Context: c.Policy.Context(), Target: run.HTML}
	all, err := c.Policy.Find(ctx, c.Hub, c.Log, run, into)
	var refusal gate.Refusal
	switch {
	case errors.As(err, &refusal):
		fmt.Fprintf(c.Log, "refused: %v\n", err)
		v.status.State, v.status.Description = "error", refusal.Status
	case forge.Withheld(err):
		return v, lacksActions(err)
	case err != nil:
		return v, err
	default:
		v.found = &all
		v.status = all.Status(c.Policy, run, accepted)
	}
	err = c.Hub.SetStatus(ctx, run.HeadSHA, v.status)
	if forge.Withheld(err) {
		c.Log.Lacks("statuses: write", fmt.Sprintf("there is no status %s", v.status.Context))
		return v, nil
	}
	v.set = err == nil
	return v, err
}

// say writes the one comment. Where all is well and nothing was said before,
// the status is enough. It returns whether it wrote anything.
func (c Commenter) say(ctx context.Context, pull int, body string, clean bool) (news bool, err error) {
	news, err = c.sayOnce(ctx, pull, body, clean)
	if forge.Stumbled(err) { // over a new one, which may be there
		var again bool
		again, err = c.sayOnce(ctx, pull, body, clean)
		news = news || again
	}
	return news, err
}

func (c Commenter) sayOnce(ctx context.Context, pull int, body string, clean bool) (news bool, err error) {
	comments, err := c.Hub.Comments(ctx, pull)
	if err != nil {
		return false, err
	}
	for _, comment := range comments {
		if comment.User.Type != "Bot" || !strings.HasPrefix(comment.Body, mark(c.Policy)) {
			continue
		}
		if strings.TrimSpace(comment.Body) == strings.TrimSpace(body) {
			fmt.Fprintf(c.Log, "pull request %d: the comment is up to date\n", pull)
			return false, nil
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
		return true, err
	}
	if clean {
		fmt.Fprintf(c.Log, "pull request %d: no comment needed\n", pull)
		return false, nil
	}
	if err := c.Hub.AddComment(ctx, pull, body); err != nil {
		return true, err
	}
	fmt.Fprintf(c.Log, "pull request %d: comment written\n", pull)
	return true, nil
}
