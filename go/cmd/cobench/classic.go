package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/publish"
)

// mostSuites is how many jobs one run gives to the classic page; what is left
// then is for the next one.
const mostSuites = 20

// classic writes the input of github-action-benchmark for what the history has
// and its page lacks, and the list of these suites.
func (c command) classic(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci classic", flag.ContinueOnError)
	tree := flags.String("history", "", "`folder` with the history of results")
	page := flags.String("page", "", "`file` of the page, data.js; one that is not there is an empty page")
	out := flags.String("o", "", "`folder` to write: a file for each suite and commit")
	outputs := flags.String("output", "", "`file` to add the line suites=JSON to, GitHub's outputs of a step")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *tree == "" || *page == "" || *out == "" {
		return errors.New("ci classic: want -history, -page and -o")
	}
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	there, err := classic.ReadPage(*page)
	if err != nil {
		return err
	}
	logged := c.log(ctx, forge.Repository(root))
	trends, skipped, err := publish.ReadTrends(*tree, conf.Pipeline.Headline, told(logged))
	if err != nil {
		return err
	}
	for _, s := range skipped {
		fmt.Fprintln(c.stderr, s.Reason+": left out of the classic page")
	}
	trends, without := classic.Ruled(trends)
	for _, file := range without {
		fmt.Fprintln(c.stderr, file+": no ruler was measured beside it: left out of the classic page")
	}
	suites, late, err := classic.Left(trends, there, order(logged), mostSuites)
	if err != nil {
		return err
	}
	for _, l := range late {
		fmt.Fprintf(c.stderr, "%s: %d commits left out: they were measured after newer ones, and the classic page only grows at its end\n", l.Suite, l.Commits)
	}
	if err := os.MkdirAll(*out, 0o777); err != nil {
		return err
	}
	for _, s := range suites {
		fmt.Fprintf(c.stderr, "%s: commit %.12s, alert from %s on\n", s.Name, s.Commit, s.Threshold)
		if err := c.output(filepath.Join(*out, s.File), func(w io.Writer) error { _, err := w.Write(s.Points); return err }); err != nil {
			return err
		}
	}
	text, err := json.Marshal(append([]classic.Suite{}, suites...))
	if err != nil {
		return err
	}
	return pipeline.Step{Output: *outputs}.Set("suites", string(text))
}
