package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/publish"
)

func (c command) publish(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("publish", flag.ContinueOnError)
	history := flags.String("history", "", "`folder` with the history of results")
	out := flags.String("o", "", "`folder` to write: the site's data")
	var o publish.Options
	flags.StringVar(&o.Cache, "cache", "", "`folder` for what was derived before, which saves time and changes nothing")
	flags.StringVar(&o.Repository, "repository", "", "`address` of the repository's pages, which commits are linked to; the remote origin's if there is none")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *history == "" || *out == "" {
		return errors.New("publish: want -history and -o")
	}
	if o.Repository != "" && !strings.HasPrefix(o.Repository, "https://") && !strings.HasPrefix(o.Repository, "http://") {
		return fmt.Errorf("publish: -repository %q, want an address with https://", o.Repository)
	}
	c.askGit(ctx, ".", &o)
	index, err := publish.Publish(*history, *out, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "published %d runs, %d trends\n", index.Total, len(index.Trends.Series))
	return nil
}

// askGit fills in what git knows of the commits. Where it knows nothing, runs
// stand in the order of their dates, and nobody is told who made a commit.
func (c command) askGit(ctx context.Context, dir string, o *publish.Options) {
	repository := forge.Repository(dir)
	if o.Repository == "" {
		o.Repository = repository.Address(ctx)
	}
	log, err := repository.Log(ctx)
	if err != nil {
		fmt.Fprintln(c.stderr, "no commit has an author or a message: git log knows none here")
	}
	o.Commits = map[string]publish.Commit{}
	for _, l := range log {
		o.Commits[l.Hash] = publish.Commit{Author: l.Author, Subject: l.Subject, Time: l.Time}
	}
}
