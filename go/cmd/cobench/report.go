package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/report"
)

func (c command) report(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	format := flags.String("format", "text", "text, md (a comment), summary (a job's page) or json")
	var wanted failOn
	wanted.flag(flags)
	if err := c.parse(flags, args, 1, "FILE..."); err != nil {
		return err
	}
	write, ok := map[string]func(io.Writer, *report.Report) error{
		"text": report.WriteText, "md": report.WriteMarkdown, "summary": report.WriteSummary, "json": report.WriteJSON,
	}[*format]
	if !ok {
		return fmt.Errorf("report: unknown format %q, want one of text, md, summary, json", *format)
	}
	if err := wanted.check(flags); err != nil {
		return err
	}
	r, err := report.Read(compare.Files(flags.Args(), c.stdin))
	if err != nil {
		return err
	}
	if err := write(c.stdout, r); err != nil {
		return err
	}
	return wanted.failure(r.Count(report.Slower))
}

// failOn is the verdict that a command fails on, "" if on none.
type failOn string

func (f *failOn) flag(flags *flag.FlagSet) {
	flags.StringVar((*string)(f), "fail-on", "", "end with status 1 if a `verdict` was given: slower")
}

func (f failOn) check(flags *flag.FlagSet) error {
	if f != "" && string(f) != string(report.Slower) {
		return fmt.Errorf("%s: -fail-on %s: want %s", flags.Name(), f, report.Slower)
	}
	return nil
}

func (f failOn) failure(slower int) error {
	if f != "" && slower > 0 {
		return errMeasured{fmt.Errorf("%d slower", slower)}
	}
	return nil
}
