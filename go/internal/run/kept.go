package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
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
		r.Identical = identical(p, job, r.Builds)
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

// RemoveSources removes what a run has exported and built, when nothing of it is
// left to measure.
func RemoveSources(dir raw.Dir) error {
	return errors.Join(os.RemoveAll(dir.Path(sourceFolder)), os.RemoveAll(dir.Path("build")))
}

// Built is how much a run has exported and built, in bytes, and when it was last
// written to.
func Built(dir raw.Dir) (size int64, last time.Time) {
	for _, name := range []string{"", "samples", sourceFolder, "build"} {
		if info, err := os.Stat(dir.Path(name)); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	for _, name := range []string{sourceFolder, "build"} {
		_ = filepath.WalkDir(dir.Path(name), func(_ string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil // it is being removed, or there is none
			}
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
				size += info.Size()
			}
			return nil
		})
	}
	return size, last
}
