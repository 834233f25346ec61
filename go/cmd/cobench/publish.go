package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/calibrate/recorded"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/config"
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
	flags.StringVar(&o.Repository, "repository", "", "`URL` of the repository, for links to commits (default: that of the remote origin)")
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
	o.Judge, o.Alarms = judged, alarms
	var err error
	if o.Suite, err = suite("."); err != nil {
		return err
	}
	project, _, err := config.LoadProject(".")
	if err != nil {
		return err
	}
	o.Renamed = renames(project)
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

// judged is the report on one file of results with two sides.
func judged(path string) (*publish.Judged, error) {
	r, err := report.Read([]compare.Source{{Name: path, Label: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}})
	if err != nil {
		return nil, err
	}
	j := &publish.Judged{Base: r.Base, Head: r.Head, Headline: r.Headline(), Rest: r.Rest(), Command: r.Reproduce(), Rows: []publish.Row{}}
	j.Alike, j.Called = r.Alike()
	for _, x := range r.Groups {
		j.Groups = append(j.Groups, judgedRow(x))
	}
	for _, x := range r.Rows {
		if x.Verdict != report.Identical {
			j.Rows = append(j.Rows, judgedRow(x))
		}
	}
	return j, nil
}

func judgedRow(x report.Row) publish.Row {
	base, head := x.Values()
	return publish.Row{
		Verdict: string(x.Verdict), Allocations: string(x.Allocations), Runtime: x.Runtime, Benchmark: x.Benchmark, Members: x.Members,
		Base: base, Head: head, Ratio: x.Ratio, Low: x.Low, High: x.High, P: x.P, N: x.N, Remark: x.Remark(),
	}
}

// suite is what the configuration of root says of its benchmarks; a repository
// without one has nothing to say.
func suite(root string) (publish.Suite, error) {
	dir := filepath.Join(root, "bench-config")
	if _, err := os.Stat(dir); err != nil {
		return publish.Suite{}, nil
	}
	conf, err := config.Load(os.DirFS(dir), "bench-config")
	if err != nil {
		return publish.Suite{}, err
	}
	s := publish.Suite{Title: conf.Title, Described: map[string]publish.Described{}}
	for _, w := range conf.Workloads {
		d := publish.Described{Doc: w.Doc, Parameters: map[string]string{}}
		for _, p := range w.Parameters {
			d.Parameters[p.Name] = p.Doc
		}
		s.Described[w.Name] = d
	}
	return s, nil
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
	if r, err := repository.NewestRelease(ctx, "HEAD", ""); err == nil { // without one, nobody asks for it
		o.Release = publish.Release{Tag: r.Tag, Commit: r.Commit}
	}
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
