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
	failOn := flags.String("fail-on", "", "end with status 1 if a `verdict` was given: slower")
	if err := c.parse(flags, args, 1, "FILE..."); err != nil {
		return err
	}
	write, ok := map[string]func(io.Writer, *report.Report) error{
		"text": report.WriteText, "md": report.WriteMarkdown, "summary": report.WriteSummary, "json": report.WriteJSON,
	}[*format]
	if !ok {
		return fmt.Errorf("report: unknown format %q, want one of text, md, summary, json", *format)
	}
	if *failOn != "" && *failOn != string(report.Slower) {
		return fmt.Errorf("report: -fail-on %s: want %s", *failOn, report.Slower)
	}
	r, err := report.Read(compare.Files(flags.Args(), c.stdin))
	if err != nil {
		return err
	}
	if err := write(c.stdout, r); err != nil {
		return err
	}
	if n := r.Count(report.Slower); *failOn != "" && n > 0 {
		return errMeasured{fmt.Errorf("%d slower", n)}
	}
	return nil
}
