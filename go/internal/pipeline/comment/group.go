package comment

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
)

// commented tells whether the end of such a run is reported: a merge queue waits for
// the same status as a pull request does.
func commented(event string) bool {
	return event == string(plan.PullRequest) || event == string(plan.MergeGroup)
}

// queueBranch is what GitHub calls the branch of a merge group: it ends with the
// pull request that the group adds, and the commit that it adds it to.
var queueBranch = regexp.MustCompile(`^gh-readonly-queue/.+/pr-([1-9][0-9]{0,8})-([0-9a-f]{40}|[0-9a-f]{64})$`)

// reportGroup sets the status of a merge group's commit. It writes no comment: the
// pull request has its own. A branch of another name still gets a status, since the
// queue waits for one: the group then has no labels, and its base is that of the
// default branch.
func (c Commenter) reportGroup(ctx context.Context, run forge.Run, defaultBranch string) error {
	into, accepted := defaultBranch, false
	if parts := queueBranch.FindStringSubmatch(run.HeadBranch); parts == nil {
		c.Log.Warn(fmt.Sprintf("merge group %.100q: want a branch such as gh-readonly-queue/main/pr-7-COMMIT: no label is seen", run.HeadBranch))
	} else {
		into = parts[2]
		var err error
		if accepted, err = c.acceptedBy(ctx, parts[1]); err != nil {
			return err
		}
	}
	return c.conclude(ctx, run, into, accepted)
}

// acceptedBy tells whether a pull request has the label that accepts it.
func (c Commenter) acceptedBy(ctx context.Context, pull string) (bool, error) {
	number, err := strconv.Atoi(pull)
	if err != nil || c.Policy.AcceptLabel == "" {
		return false, err
	}
	p, err := c.Hub.Pull(ctx, number)
	switch {
	case forge.Withheld(err):
		c.Log.Lacks("pull-requests: read", "no label is seen")
		return false, nil
	case forge.Missing(err):
		c.Log.Warn(fmt.Sprintf("pull request %d is gone: no label is seen", number))
		return false, nil
	}
	return p.Has(c.Policy.AcceptLabel), err
}
