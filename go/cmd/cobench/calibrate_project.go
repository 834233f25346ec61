package main

import (
	"context"
	"errors"
	"time"

	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/calibrate/recorded"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
)

// calibrateProject says how far verdicts on a project's benchmarks can be
// trusted here: by recording a commit against itself, or by files of such.
func (c command) calibrateProject(ctx context.Context, q projectRequest, files []string, o calibrate.Options) error {
	var err error
	if o.Rules, err = plan.RulesOfFound(); err != nil {
		return err
	}
	if len(files) == 0 {
		file, err := c.recordProject(ctx, q)
		if err != nil {
			return err
		}
		files = []string{file}
	}
	recordings, _, err := recorded.Read(compare.Files(files, c.stdin))
	if err != nil {
		return err
	}
	recordings = recorded.Enough(recordings, o.Block)
	if len(recordings) == 0 {
		return errMeasured{errors.New("nothing was recorded: give it a longer -budget")}
	}
	o.Benchmarks = len(recordings)
	result, err := calibrate.Run(recordings, o)
	if err != nil {
		return err
	}
	return result.WriteBrief(c.stdout)
}

// recordProject measures one commit on both sides, and returns the file of results.
func (c command) recordProject(ctx context.Context, q projectRequest) (string, error) {
	begun := c.now()
	dir, p, err := c.planProject(ctx, &q)
	if err != nil {
		return "", err
	}
	left := max(time.Second, q.budget-c.now().Sub(begun))
	measured := c.measure(ctx, dir, p, measuring{dir: dir, resume: true, budget: left})
	if measured != nil && !errors.As(measured, new(errMeasured)) || ctx.Err() != nil {
		return "", measured
	}
	results, err := c.collectAndKeep(dir, q.history, history.Calibrate, history.Recording, p)
	if err != nil {
		return "", err
	}
	return results, run.RemoveSources(raw.Dir(dir))
}
