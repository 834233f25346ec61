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
	"strconv"

	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge"
)

// classic writes the input of github-action-benchmark for a run's results, and
// the list of its suites.
func (c command) classic(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("classic", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended")
	tree := flags.String("history", "", "`folder` with the history of results")
	out := flags.String("o", "", "`folder` to write: a file for each suite")
	outputs := flags.String("output", "", "`file` to add the line suites=JSON to, GitHub's outputs of a step")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *tree == "" || *out == "" {
		return errors.New("classic: want -history and -o")
	}
	event, err := readRunEvent(*file)
	if err != nil {
		return err
	}
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	series, notes, err := classic.Read(*tree, conf.Pipeline.Headline, order(c.log(ctx, forge.Repository(root))))
	if err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintln(c.stderr, note)
	}
	suites, others, err := classic.Suites(series, strconv.FormatInt(event.Run.ID, 10), event.Run.HeadSHA)
	if err != nil {
		return err
	}
	for _, commit := range others {
		fmt.Fprintf(c.stderr, "commit %s was measured later than others after it: left out of the classic page, which can only be added to\n", commit)
	}
	if err := os.MkdirAll(*out, 0o777); err != nil {
		return err
	}
	for _, s := range suites {
		fmt.Fprintf(c.stderr, "%s: alert from %s on\n", s.Name, s.Threshold)
		if err := c.output(filepath.Join(*out, s.File), func(w io.Writer) error { _, err := w.Write(s.Points); return err }); err != nil {
			return err
		}
	}
	if *outputs == "" {
		return nil
	}
	text, err := json.Marshal(append([]classic.Suite{}, suites...))
	if err != nil {
		return err
	}
	return add(*outputs, "suites="+string(text)+"\n")
}
