package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
)

// The bounds of a backfill: GitHub ends a job after six hours.
const (
	mostBackfill = 500 // commits
	backfillTime = 5 * time.Hour
	tags         = "tags"
)

// backfill measures older commits one after the other on this machine, each alone,
// and leaves a run folder of each, beside the job's. What the history has is left out,
// so that another run goes on where this one has ended.
func (c command) backfill(ctx context.Context, q projectRequest, which string) error {
	begun := c.now()
	found, err := c.findProject(ctx, &q)
	if err != nil {
		return err
	}
	repository := forge.Repository(found.top)
	commits, err := backfilled(ctx, repository, found.folder, which)
	if err != nil {
		return err
	}
	there := repository.Files(ctx, "origin/"+pipeline.DataBranch, history.Folder+"/"+string(history.Main))
	var left []string
	for _, commit := range spread(commits) {
		if !strings.Contains(there, backfillJob(commit, q.job)) {
			left = append(left, commit)
		}
	}
	if len(left) == 0 {
		return fmt.Errorf("-backfill %s: the history has all %d commits: ask for more", which, len(commits))
	}
	fmt.Fprintf(c.stderr, "backfill: %d commits, of which the history has %d\n", len(commits), len(commits)-len(left))
	q.alone, q.job.event = true, ""
	measured := 0
	var failed error
	for i, commit := range left {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		each := min(q.spend(), backfillTime/time.Duration(len(left)))
		if c.now().Sub(begun)+each > backfillTime {
			fmt.Fprintf(c.stderr, "backfill: %d commits are left; start it again to go on\n", len(left)-i)
			break
		}
		fmt.Fprintf(c.stderr, "\nbackfill: commit %.12s, %d of %d\n", commit, i+1, len(left))
		one := q
		one.head, one.budget = commit, each
		one.job.name = backfillJob(commit, q.job)
		one.job.dir = fmt.Sprintf("%s-%.12s", q.job.dir, commit)
		if err := c.benchProject(ctx, one, ""); err != nil {
			failed = fmt.Errorf("commit %.12s: %w", commit, err)
			fmt.Fprintln(c.stderr, failed)
		} else {
			measured++
		}
		// What was built of dozens of commits would fill the disk.
		if err := errors.Join(build.RemoveSources(raw.Dir(one.job.dir)), os.RemoveAll(filepath.Join(one.job.dir, "build"))); err != nil {
			return err
		}
	}
	if measured == 0 && failed != nil {
		return failed
	}
	return nil
}

// backfillJob names the job that measures a commit.
func backfillJob(commit string, of projectJob) string {
	return fmt.Sprintf("%s%.12s-%s", pipeline.BackfillPlan, commit, of.id())
}

// backfilled are the commits that somebody asks for, the newest first: so many of
// the branch, or those of version tags.
func backfilled(ctx context.Context, repository forge.Repository, folder, which string) ([]string, error) {
	if which == tags {
		releases, err := releasesOf(ctx, repository, folder)
		if err != nil {
			return nil, err
		}
		var commits []string
		for _, r := range releases[:min(len(releases), mostBackfill)] {
			commits = append(commits, r.Commit)
		}
		if len(commits) == 0 {
			return nil, errors.New("-backfill tags: no version tag such as v1.2.3 is in the history of HEAD")
		}
		return commits, nil
	}
	count, err := strconv.Atoi(which)
	if err != nil || count < 1 || count > mostBackfill {
		return nil, fmt.Errorf("-backfill %.60q: want a number of commits from 1 to %d, or tags", which, mostBackfill)
	}
	return repository.Recent(ctx, "HEAD", count)
}

// releasesOf are the version tags of a module: those below its folder's name, as Go
// has them, or the repository's own.
func releasesOf(ctx context.Context, repository forge.Repository, folder string) ([]forge.Release, error) {
	if folder != "." {
		if own, err := repository.Releases(ctx, "HEAD", folder+"/"); err != nil || len(own) > 0 {
			return own, err
		}
	}
	return repository.Releases(ctx, "HEAD", "")
}

// spread orders commits so that those measured so far are spread over all of them,
// whenever it ends: both ends, then the middle of the longest gap, and so on.
func spread(commits []string) []string {
	if len(commits) < 3 {
		return commits
	}
	order := []string{commits[0], commits[len(commits)-1]}
	gaps := [][2]int{{0, len(commits) - 1}}
	for len(gaps) > 0 {
		gap := gaps[0]
		gaps = gaps[1:]
		middle := (gap[0] + gap[1]) / 2
		if middle == gap[0] {
			continue
		}
		order = append(order, commits[middle])
		gaps = append(gaps, [2]int{gap[0], middle}, [2]int{middle, gap[1]})
	}
	return order
}
