package find

import (
	"errors"
	"io/fs"
	"os"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/identity"
)

// Planned puts the plan of what was found into the run folder.
func Planned(dir raw.Dir, p plan.Plan) error {
	r, err := dir.Run()
	if err != nil {
		return err
	}
	job, err := p.Job(r.Job)
	if err != nil {
		return err
	}
	if p.Judged() && !p.MeasureIdentical {
		r.Identical = identity.Same(p, job, r.Builds)
	}
	if err := os.Remove(dir.Path(raw.FailureFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(raw.WriteJSON(dir.Path(raw.PlanFile), p), raw.WriteJSON(dir.Path(raw.RunFile), r))
}

// NotPlanned puts a plan of nothing into a run folder, and why it is one; Planned
// takes it back.
func NotPlanned(dir raw.Dir, p plan.Plan, reason error) error {
	if err := os.MkdirAll(string(dir), 0o777); err != nil {
		return err
	}
	return errors.Join(raw.WriteJSON(dir.Path(raw.PlanFile), p), maybe.WriteFile(dir.Path(raw.FailureFile), []byte(reason.Error()+"\n"), 0o644))
}
