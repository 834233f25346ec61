package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/cobench/cobench/go/internal/compare"
)

func (c command) compare(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	var options compare.Options
	flags.StringVar(&options.Col, "col", "", "`projection` into columns: side, runtime, or any key; .file if none is given")
	flags.StringVar(&options.Row, "row", "", "`projection` into rows; .fullname if none is given")
	flags.StringVar(&options.Table, "table", "", "`projection` into tables; the machine's keys are always among them")
	flags.StringVar(&options.Filter, "filter", "", "`filter` of results, in benchstat's syntax")
	flags.StringVar(&options.Ignore, "ignore", "", "`keys` that may differ in a cell without a warning")
	flags.Float64Var(&options.Alpha, "alpha", 0, "a change counts up to this `p`; 0.05 if none is given")
	flags.Float64Var(&options.Confidence, "confidence", 0, "`level` of the intervals; 0.95 if none is given")
	format := flags.String("format", "text", "text or md")
	if err := c.parse(flags, args, 1, "FILE..."); err != nil {
		return err
	}
	write, ok := map[string]func(io.Writer, *compare.Report) error{
		"text": func(w io.Writer, r *compare.Report) error { return compare.WriteText(w, r, width(w)) },
		"md":   compare.WriteMarkdown,
	}[*format]
	if !ok {
		return fmt.Errorf("compare: unknown format %q, want text or md", *format)
	}
	report, err := compare.Read(options, compare.Files(flags.Args(), c.stdin))
	if err != nil {
		return err
	}
	return write(c.stdout, report)
}

// width is how many columns a terminal has; elsewhere as many as most have.
func width(w io.Writer) int {
	if o, ok := w.(*checked); ok {
		w = o.to
	}
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return columns
		}
	}
	return 120
}
