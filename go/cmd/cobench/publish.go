package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/calibrate/recorded"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/report"
)

func (c command) publish(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("publish", flag.ContinueOnError)
	tree := flags.String("history", "", "`folder` with the history of results")
	out := flags.String("o", "", "`folder` to write: the site's data")
	var o publish.Options
	flags.StringVar(&o.Cache, "cache", "", "`folder` that caches derived data; it saves time and does not change the output")
	flags.StringVar(&o.Repository, "repository", "", "`address` of the repository's pages, which commits are linked to; the remote origin's if there is none")
	flags.BoolVar(&o.Empty, "empty", false, "allow an empty site to replace one with data")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *tree == "" || *out == "" {
		return errors.New("publish: want -history and -o")
	}
	if o.Repository != "" && !strings.HasPrefix(o.Repository, "https://") && !strings.HasPrefix(o.Repository, "http://") {
		return fmt.Errorf("publish: -repository %q, want an address with https://", o.Repository)
	}
	o.Now = c.now()
	c.askGit(ctx, ".", &o)
	o.Judge, o.Alarms = verdicts, alarms
	publish.RoomForSpeed()
	index, err := publish.Publish(*tree, *out, o)
	if err != nil {
		return err
	}
	for _, s := range index.Skipped {
		c.jobLog().Warn(s.Reason + ": left out, and named on the site")
	}
	fmt.Fprintf(c.stderr, "published %d runs, %d trends\n", index.Total, len(index.Trends.Series))
	return nil
}

// verdicts are those of a report on one file that say slower or faster.
func verdicts(path string) ([]publish.Verdict, error) {
	r, err := report.Read([]compare.Source{{Name: path, Label: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}})
	if err != nil {
		return nil, err
	}
	var all []publish.Verdict
	for _, row := range r.Rows {
		if row.Ratio == nil || row.Low == nil || row.High == nil || row.P == nil || row.Verdict != report.Slower && row.Verdict != report.Faster {
			continue
		}
		all = append(all, publish.Verdict{
			Base: r.Base, Head: r.Head, Verdict: string(row.Verdict), Runtime: row.Runtime, Benchmark: row.Benchmark,
			Ratio: *row.Ratio, Low: *row.Low, High: *row.High, P: *row.P, N: row.N,
		})
	}
	return all, nil
}

// alarms is how often our rules would have called something slower or faster, in
// reports drawn from the recorded rounds of one run.
func alarms(paths []string) (publish.Rate, error) {
	rate, err := recorded.Alarms(compare.Files(paths, nil))
	return publish.Rate{Count: rate.Count, Of: rate.Of, High: rate.High}, err
}

// askGit fills in what git knows of the commits. Where it knows nothing, runs
// stand in the order of their dates, and nobody is told who made a commit.
func (c command) askGit(ctx context.Context, dir string, o *publish.Options) {
	repository := forge.Repository(dir)
	if o.Repository == "" {
		o.Repository = repository.Address(ctx)
	}
	o.Commits = told(c.log(ctx, repository))
}

// told are commits as publish takes them.
func told(logged []forge.Logged) map[string]publish.Commit {
	commits := map[string]publish.Commit{}
	for _, l := range logged {
		commits[l.Hash] = publish.Commit{Author: l.Author, Subject: l.Subject, Time: l.Time}
	}
	return commits
}

// log is what git knows of commits, and tells what the history's order lacks by it.
func (c command) log(ctx context.Context, repository forge.Repository) []forge.Logged {
	commits, err := repository.Log(ctx)
	switch {
	case err != nil:
		fmt.Fprintln(c.stderr, "results are in the order of their dates, without authors and messages: git log has no commits here")
	case repository.Shallow(ctx):
		// When some commits were made and when others were measured is no order of both.
		for i := range commits {
			commits[i].Time = time.Time{}
		}
		fmt.Fprintf(c.stderr, "results are in the order of their dates, and only %d commits have an author and a message, since this clone is shallow: git fetch --unshallow\n", len(commits))
	}
	return commits
}

// order is that of the default branch, as far as git knows it.
func order(commits []forge.Logged) history.Order {
	order := history.Order{}
	for _, l := range commits {
		if !l.Time.IsZero() {
			order[l.Hash] = l.Time
		}
	}
	return order
}
