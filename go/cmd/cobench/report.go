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
	return wanted.failure(r)
}

// failOn is the verdict that a command fails on, "" if on none.
type failOn string

func (f *failOn) flag(flags *flag.FlagSet) {
	flags.StringVar((*string)(f), "fail-on", "", "end with status 1 if a `verdict` was given, and with 3 if too little was measured to give it: slower")
}

func (f failOn) check(flags *flag.FlagSet) error {
	if f != "" && string(f) != string(report.Slower) {
		return fmt.Errorf("%s: -fail-on %s: want %s", flags.Name(), f, report.Slower)
	}
	return nil
}

// failure is what the status tells of a report, which is nil where one side alone
// was measured: a benchmark that only head fails in is one whatever was asked for.
func (f failOn) failure(r *report.Report) error {
	if r == nil {
		return nil
	}
	slower, failed := r.Count(report.Slower), r.Count(report.Failed)
	switch {
	case f != "" && slower > 0 && failed > 0:
		return errMeasured{fmt.Errorf("%d slower, %d failed", slower, failed)}
	case f != "" && slower > 0:
		return errMeasured{fmt.Errorf("%d slower", slower)}
	case failed > 0:
		return errMeasured{fmt.Errorf("%d failed", failed)}
	case f != "" && r.Unanswered() != "":
		return errUndecided{fmt.Errorf("-fail-on %s: %s: give it a longer -budget, or choose with -filter", f, r.Unanswered())}
	}
	return nil
}
