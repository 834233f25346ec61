package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/find"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// A projectJob is one of the jobs by which a workflow measures somebody's own
// repository; its zero value is a person who does.
type projectJob struct {
	event string // file
	dir   string // of the run
	name  string
	jobs  int
}

func (j *projectJob) flags(flags *flag.FlagSet) {
	flags.StringVar(&j.event, "event", "", "`file` with GitHub's event, which says what is base and what is head")
	flags.StringVar(&j.dir, "o", "", "new `folder` for the run")
	flags.StringVar(&j.name, "job", "", "`name` of this job among those that measure the same event, such as its runner's")
	flags.IntVar(&j.jobs, "jobs", 1, "`how many` jobs measure the same event; they share the false alarms")
}

func (j projectJob) check() error {
	if j.event != "" && j.jobs < 1 {
		return fmt.Errorf("-jobs %d: want 1 or more", j.jobs)
	}
	if j.dir == "" {
		return nil
	}
	if there, err := os.ReadDir(j.dir); err == nil && len(there) > 0 {
		return fmt.Errorf("-o %s: not empty: want a new folder", j.dir)
	}
	return nil
}

var noJobName = regexp.MustCompile(`[^a-z0-9.]+`)

// id is the job's name as a plan has it: labels of runners may be anything.
func (j projectJob) id() string {
	return strings.Trim(noJobName.ReplaceAllString(strings.ToLower(j.name), "-"), "-.")
}

// sidesOfEvent fills in what an event says of the sides. A base that the user
// has given goes before the event's, and the event's before that of cobench.yaml.
func (c command) sidesOfEvent(ctx context.Context, repository forge.Repository, q *projectRequest, folder, given string) error {
	if toolchain.Getenv(c.environ, "GITHUB_EVENT_NAME") == "pull_request_target" {
		return errors.New("pull_request_target: refused, since the code of a pull request would run with the rights of this repository: use on: pull_request")
	}
	read, err := event.Read(q.job.event)
	if err != nil {
		return err
	}
	event, err := read.Sides()
	if err != nil {
		return err
	}
	if q.head, err = repository.Resolve(ctx, event.Head); err != nil {
		return err
	}
	if given == "" && event.Base != "" && len(q.upgrades) == 0 {
		switch event.Trigger {
		case plan.PullRequest:
			if q.base, err = repository.MergeBase(ctx, event.Base, q.head); err != nil {
				return err
			}
		default:
			q.base = event.Base
			if _, err := repository.Commit(ctx, q.base); err != nil {
				fmt.Fprintf(c.stderr, "the commit before the push (%s) is gone: measuring head alone\n", q.base)
				q.base = ""
			}
		}
	}
	if q.base, err = c.releaseBase(ctx, repository, *q, folder); err != nil || q.base == "" {
		return err
	}
	base, err := repository.Resolve(ctx, q.base)
	if err != nil {
		return fmt.Errorf("-base %w", err)
	}
	if base == q.head {
		fmt.Fprintf(c.stderr, "base %s is head itself: measuring head alone\n", q.base)
		q.base = ""
	}
	return nil
}

// unplanned leaves in a job's folder that it was to measure, and why it did not.
func unplanned(dir raw.Dir, f plan.Finding, reason error) error {
	f.Candidates, f.Skips = nil, nil
	p, err := plan.Fit(f)
	if err != nil {
		return err
	}
	return find.NotPlanned(dir, p, reason)
}
