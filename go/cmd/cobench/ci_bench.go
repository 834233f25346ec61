package main

import (
	"context"
	"errors"
	"flag"

	"github.com/cobench/cobench/go/internal/pipeline"
)

// ciBench is bench as a job of a workflow for somebody's own repository: an event
// gives the sides, and the run folder is left for ci summary. A job of a manual run
// may measure older commits instead, and one of a night the verdicts.
func (c command) ciBench(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci bench", flag.ContinueOnError)
	var q projectRequest
	var settings settings
	q.job.flags(flags)
	flags.StringVar(&q.base, "base", "", "compare with this `ref`, whatever the event gives")
	flags.DurationVar(&q.budget, "budget", 0, "what all may take, such as 30m; 10m if none is given")
	backfill := flags.String("backfill", "", "measure `older` commits instead, each alone: so many of the branch, or tags")
	recording := flags.Bool("calibrate", false, "measure the commit against itself, for the rate of false alarms")
	q.flags(flags)
	flags.Var((*upgrades)(&q.upgrades), "upgrade", upgradeHelp)
	flags.Var(&settings, "set", settingsHelp)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if q.job.event == "" {
		return errors.New("ci bench: -event is missing: want the file that GITHUB_EVENT_PATH names")
	}
	if *backfill != "" && *recording {
		return errors.New("ci bench: -backfill and -calibrate: want one of them")
	}
	if len(q.upgrades) > 0 && (*backfill != "" || *recording) {
		return errors.New("ci bench: -upgrade with -backfill or -calibrate: want one of them")
	}
	if err := q.set(settings); err != nil {
		return err
	}
	switch {
	case *backfill != "":
		return c.backfill(ctx, q, *backfill)
	case *recording:
		q.recording, q.job.event = recordedRounds, ""
		q.job.name = pipeline.RecordingPlan + "-" + q.job.id()
	}
	return c.benchProject(ctx, q, "")
}
