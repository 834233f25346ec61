// Package run measures what a plan names, with one fresh process for each sample.
//
// It takes a plan, has its sides built, and writes a run folder (see package raw) with
// every raw result. A process that crashes, hangs or prints garbage is a failed sample
// with its reason, and the others are measured anyway. Finished samples survive
// whatever ends the run, and a resumed run continues from them.
package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"syscall"
	"time"

	"github.com/google/renameio/v2/maybe"
	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/identity"
	"github.com/cobench/cobench/go/internal/run/machine"
)

// Options say how to run a plan.
type Options struct {
	build.Options
	Job    string // "" is the only one
	Resume bool
	// BuildOnly ends the run when all is built; Resume goes on from there.
	BuildOnly bool
	// Budget is what this start of the run may take, builds included, before it
	// begins no further sample; 0 is no bound.
	Budget time.Duration
	// Confirm is what the rounds after the first look may take, or as much as those
	// before it took if that is more; 0 is no bound but the budget.
	Confirm time.Duration
	// Read reads what a sample's process left in its folder. An error is
	// the sample's failure.
	Read func(r raw.Run, p plan.Plan, record raw.Record, folder string) (Reading, error)
	// Ruler is the command that prints a reading of the ruler; none is none.
	Ruler []string
}

// A Reading is what a sample's process measured.
type Reading struct {
	Time     float64 // of an operation, in nanoseconds: the sample
	Timed    time.Duration
	Unsteady string
	Values   []benchfmt.Value // all that it measured
}

// A Summary tells how a run went.
type Summary struct {
	Samples, Failed int
	Left            int           // that the budget left no time for
	Machine         time.Duration // of all processes, from start to end
	Timed           time.Duration // the part of it that was measured
	Failures        []Failure
}

// A Failure is a reason for which samples failed.
type Failure struct {
	Runtime, Benchmark string // Benchmark is "" where none was built
	Reason             string
	Samples            int
}

func (f Failure) String() string {
	what := f.Runtime
	if f.Benchmark != "" {
		what += " " + f.Benchmark
	}
	return fmt.Sprintf("%s, %d samples: %s", what, f.Samples, f.Reason)
}

func (s *Summary) fail(f Failure) {
	s.Failed++
	for i := range s.Failures {
		if known := &s.Failures[i]; known.Runtime == f.Runtime && known.Benchmark == f.Benchmark && known.Reason == f.Reason {
			known.Samples++
			return
		}
	}
	f.Samples = 1
	s.Failures = append(s.Failures, f)
}

// TimedShare is the part of the machine's time that was measured.
func (s Summary) TimedShare() float64 {
	if s.Machine == 0 {
		return 0
	}
	return float64(s.Timed) / float64(s.Machine)
}

// Run measures the plan's job. The summary counts the samples of the whole
// folder, those of an earlier start too.
func Run(ctx context.Context, o Options) (Summary, error) {
	begun := o.Now()
	job, err := o.Plan.Job(o.Job)
	if err != nil {
		return Summary{}, failure.Inputf("%w", err)
	}
	dir, err := filepath.Abs(string(o.Dir))
	if err != nil {
		return Summary{}, err
	}
	o.Dir = raw.Dir(dir)
	unlock, err := o.open()
	if err != nil {
		return Summary{}, err
	}
	defer unlock()
	r, err := o.begin(ctx, job)
	if err != nil {
		return Summary{}, err
	}
	if o.BuildOnly {
		return Summary{}, nil
	}
	return o.measure(ctx, job, r, begun)
}

// open makes the run folder, or checks that the one to resume is this plan's. No
// other process writes into it until unlock is called.
func (o Options) open() (unlock func(), err error) {
	if _, err := os.ReadDir(string(o.Dir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failure.Inputf("%w", err)
	}
	if unlock, err = o.Dir.Lock(); err != nil {
		return nil, failure.Inputf("%w", err)
	}
	if err := o.check(); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// check checks that a folder is empty, or that the run in it is to go on and is this plan's.
func (o Options) check() error {
	entries, err := os.ReadDir(string(o.Dir))
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == raw.LockFile })
	if len(entries) > 0 && !o.Resume {
		return failure.Inputf("%s: not empty: use -resume to continue its run, or another folder", o.Dir)
	}
	old, err := os.ReadFile(o.Dir.Path(raw.PlanFile))
	var text bytes.Buffer
	if err := o.Plan.Write(&text); err != nil {
		return err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if o.Resume && len(entries) > 0 {
			return failure.Inputf("%s: no run to resume: %s is missing in it", o.Dir, raw.PlanFile)
		}
		return maybe.WriteFile(o.Dir.Path(raw.PlanFile), text.Bytes(), 0o644)
	case err != nil:
		return err
	case !bytes.Equal(old, text.Bytes()):
		return failure.Inputf("%s: the run in it has another plan: resume it with -plan %s", o.Dir, o.Dir.Path(raw.PlanFile))
	}
	return o.Dir.Clean()
}

// begin builds, or takes over what the run to resume has built.
func (o Options) begin(ctx context.Context, job plan.Job) (raw.Run, error) {
	here := machine.This(ctx)
	r, err := o.Dir.Run()
	if err == nil {
		if !reflect.DeepEqual(r.Machine, here) {
			return r, failure.Inputf("%s: this run was begun on another machine (%s, %d cores; here %s, %d cores)",
				o.Dir, r.Machine.CPU, r.Machine.Cores, here.CPU, here.Cores)
		}
		return r, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	if _, err := os.Stat(o.Dir.Path(raw.FailureFile)); err == nil {
		return r, failure.Inputf("%s: it has nothing to measure: start a new cobench bench", o.Dir)
	}
	r = raw.Run{Job: job.ID, Started: o.Now().UTC(), Machine: here, Environment: machine.Environment(ctx)}
	sides, err := build.All(ctx, o.Options, job)
	if err != nil {
		return r, err
	}
	r.Builds = sides.Builds
	if o.Plan.Judged() && o.Plan.Recording == 0 {
		if same := identity.Same(o.Plan, job, r.Builds); o.Plan.MeasureIdentical {
			r.Alike = same
		} else {
			r.Identical = same
		}
	} else if identity.Traced(o.Plan) {
		r.Alike = identity.Codes(job, o.Plan.Sides[0].Name, r.Builds)
	}
	if r.Counterpart, err = build.Counterpart(ctx, o.Options, job); err != nil {
		return r, err
	}
	if r.Digests, err = build.Digests(o.Dir, r); err != nil {
		return r, err
	}
	return r, raw.WriteJSON(o.Dir.Path(raw.RunFile), r)
}

// diskError tells an error of the disk, which ends a run, from one of a
// program that could not be started, which is a failed sample.
func diskError(err error) bool {
	for _, e := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func buildOf(r raw.Run, s plan.Sample) (raw.Build, error) {
	if b, ok := r.Build(s.Side, s.Benchmark); ok {
		return b, nil
	}
	return raw.Build{}, fmt.Errorf("nothing was built for %s, %s", s.Benchmark.Runtime, s.Side)
}
