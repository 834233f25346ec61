package main

import (
	"context"

	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
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
	return c.tryRules(files, o, o.Block, (*calibrate.Result).WriteBrief)
}

// recordProject measures one commit on both sides, and returns the file of results.
func (c command) recordProject(ctx context.Context, q projectRequest) (string, error) {
	begun := c.now()
	dir, p, err := c.planProject(ctx, &q)
	if err != nil {
		return "", err
	}
	results, err := c.recordTrial(ctx, trial{dir, p, measuring{dir: dir, resume: true, budget: c.left(q, begun)}}, q.history)
	if err != nil {
		return "", err
	}
	return results, build.RemoveSources(raw.Dir(dir))
}
