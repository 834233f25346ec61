package main

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
func (c command) reportGroup(ctx context.Context, hub forge.GitHub, want wishes, run forge.Run, defaultBranch string) error {
	into, accepted := defaultBranch, false
	if parts := queueBranch.FindStringSubmatch(run.HeadBranch); parts == nil {
		c.warn(fmt.Sprintf("merge group %.100q: want a branch such as gh-readonly-queue/main/pr-7-COMMIT: no label is seen", run.HeadBranch))
	} else {
		into = parts[2]
		var err error
		if accepted, err = c.acceptedBy(ctx, hub, want, parts[1]); err != nil {
			return err
		}
	}
	_, _, err := c.setStatus(ctx, hub, want, run, into, accepted)
	return err
}

// acceptedBy tells whether a pull request has the label that accepts it.
func (c command) acceptedBy(ctx context.Context, hub forge.GitHub, want wishes, pull string) (bool, error) {
	number, err := strconv.Atoi(pull)
	if err != nil || want.acceptLabel == "" {
		return false, err
	}
	p, err := hub.Pull(ctx, number)
	switch {
	case forge.Withheld(err):
		c.lacks("pull-requests: read", "no label is seen")
		return false, nil
	case forge.Missing(err):
		c.warn(fmt.Sprintf("pull request %d is gone: no label is seen", number))
		return false, nil
	}
	return p.Has(want.acceptLabel), err
}
