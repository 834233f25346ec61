package main

import (
	"context"
	"errors"
	"flag"
)

// ciBench is bench as a job of a workflow for somebody's own repository: an event
// gives the sides, and the run folder is left for ci summary.
func (c command) ciBench(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci bench", flag.ContinueOnError)
	var q projectRequest
	var settings settings
	q.job.flags(flags)
	flags.StringVar(&q.base, "base", "", "compare with this `ref`, whatever the event gives")
	flags.DurationVar(&q.budget, "budget", 0, "what all may take, such as 30m; 10m if none is given")
	q.flags(flags)
	flags.Var(&settings, "set", settingsHelp)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if q.job.event == "" {
		return errors.New("ci bench: -event is missing: want the file that GITHUB_EVENT_PATH names")
	}
	if err := q.set(settings); err != nil {
		return err
	}
	return c.benchProject(ctx, q, "")
}
