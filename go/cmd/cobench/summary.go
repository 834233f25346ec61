package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io"

	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/summary"
	"github.com/cobench/cobench/go/internal/raw"
)

func (c command) summary(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("ci summary", flag.ContinueOnError)
	runs := flags.String("runs", "", "`folder` with a run folder for each job: PLAN-JOB, or any of a project")
	out := flags.String("o", "", "`folder` of the artifact: it holds the plans, or gets those of a project, and gets the results")
	file := flags.String("summary", "-", "`file` to add the page to, as Markdown; - is stdout")
	var wanted failOnSlower
	wanted.flag(flags)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *runs == "" || *out == "" {
		return errors.New("ci summary: want -runs and -o")
	}
	jobs := summary.Jobs{Runs: *runs, Artifact: *out, Today: c.now(), Collect: func(file string, dir raw.Dir) error { return c.collectInto(file, []raw.Dir{dir}) }}
	page, err := jobs.Make()
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { _, err := w.Write(page.Text); return err }
	if *file == "-" {
		err = write(c.stdout)
	} else {
		err = pipeline.Step{Summary: *file}.Show(write)
	}
	if !wanted {
		return errors.Join(err, page.Failed)
	}
	var gate error
	for _, r := range page.Reports {
		gate = errors.Join(gate, wanted.failure(r))
	}
	return errors.Join(err, cmp.Or(page.Failed, gate))
}
