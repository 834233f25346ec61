package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/cobench/cobench/go/internal/report"
)

func (c command) report(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	format := flags.String("format", "text", "text, md (pull request comment), summary (GitHub job summary) or json")
	var wanted failOnSlower
	wanted.flag(flags)
	if err := c.parse(flags, args, 1, "FILE..."); err != nil {
		return err
	}
	write, err := writer(*format)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	r, err := c.readReport(flags.Args())
	if err != nil {
		return err
	}
	if err := write(c.stdout, r); err != nil {
		return err
	}
	return wanted.failure(r)
}

// writer writes a report in a format.
func writer(format string) (func(io.Writer, *report.Report) error, error) {
	write, ok := map[string]func(io.Writer, *report.Report) error{
		"text": report.WriteText, "md": report.WriteMarkdown, "summary": report.WriteSummary, "json": report.WriteJSON,
	}[format]
	if !ok {
		return nil, fmt.Errorf("unknown format %q, want one of text, md, summary, json", format)
	}
	return write, nil
}

// failOnSlower tells whether a command fails where something got slower.
type failOnSlower bool

func (f *failOnSlower) flag(flags *flag.FlagSet) {
	flags.BoolVar((*bool)(f), "fail-on-slower", false, "end with status 1 if something got slower, and with 3 if too little was measured to tell")
}

// failure is what the status tells of a report, which is nil where one side alone
// was measured: a benchmark that only head fails in is one whatever was asked for.
func (f failOnSlower) failure(r *report.Report) error {
	if r == nil {
		return nil
	}
	slower, failed := r.Count(report.Slower), r.Count(report.Failed)
	switch {
	case bool(f) && slower > 0 && failed > 0:
		return errMeasured{fmt.Errorf("%d slower, %d failed", slower, failed)}
	case bool(f) && slower > 0:
		return errMeasured{fmt.Errorf("%d slower", slower)}
	case failed > 0:
		return errMeasured{fmt.Errorf("%d failed", failed)}
	case bool(f) && r.Unanswered() != "":
		return errUndecided{fmt.Errorf("-fail-on-slower: %s: use a longer -budget, or select benchmarks with -filter", r.Unanswered())}
	}
	return nil
}
