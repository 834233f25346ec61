package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// errCutShort says that the end of the budget ended a process: there is no sample.
var errCutShort = errors.New("the budget is used up")

// sample starts one process and keeps what it left. Only what keeps the
// folder from being written is an error; all else is the record's failure.
func (m *measurement) sample(ctx context.Context, s plan.Sample) (raw.Record, Reading, error) {
	folder, err := m.Dir.NewSample()
	if err != nil {
		return raw.Record{}, Reading{}, err
	}
	defer os.RemoveAll(folder) // gone already if it was kept
	record := raw.Record{Sample: s, Started: m.Now().UTC()}
	reading, err := m.start(ctx, &record, folder)
	if ctx.Err() != nil {
		return record, reading, ctx.Err()
	}
	if err != nil {
		if diskError(err) || errors.Is(err, errCutShort) {
			return record, reading, err
		}
		record.Failure = err.Error()
	}
	record.Timed = reading.Timed
	if err := m.Dir.Keep(folder, record); err != nil {
		return record, reading, err
	}
	if len(record.Command) > 0 { // else it was told before why there is nothing to start
		m.Report(progress.Event{Kind: progress.Ended, Sample: s, Failure: record.Failure})
	}
	return record, reading, nil
}

// Start starts one more process of a measured run, with another command than that of its
// sample, and keeps nothing of it but what it leaves in the folder. end is when the
// options' budget is spent.
func Start(ctx context.Context, o Options, r raw.Run, end time.Time, s plan.Sample, folder string, with func(command []string) []string) error {
	m := &measurement{Options: o, run: r, end: end, limits: newLimits(r), seen: map[string]stamp{}, with: with}
	_, err := m.start(ctx, &raw.Record{Sample: s, Started: o.Now().UTC()}, folder)
	return err
}

func (m *measurement) start(ctx context.Context, record *raw.Record, folder string) (Reading, error) {
	b, err := buildOf(m.run, record.Sample)
	if err != nil {
		return Reading{}, err
	}
	if reason := cmp.Or(b.Error, b.Failed[record.Sample.Benchmark.Workload], m.limits.given(record.Sample)); reason != "" {
		return Reading{}, errors.New(reason)
	}
	if err := m.intact(b, record.Sample); err != nil {
		return Reading{}, err
	}
	runtime, err := m.Plan.Runtime(b.Runtime)
	if err != nil {
		return Reading{}, err
	}
	stdout, err := os.Create(filepath.Join(folder, raw.StdoutFile))
	if err != nil {
		return Reading{}, err
	}
	defer stdout.Close()
	stderr, err := os.Create(filepath.Join(folder, raw.StderrFile))
	if err != nil {
		return Reading{}, err
	}
	defer stderr.Close()

	temp := filepath.Join(folder, raw.TempFolder)
	if err := os.Mkdir(temp, 0o777); err != nil {
		return Reading{}, err
	}
	defer os.RemoveAll(temp)

	begun, placed := m.Now(), m.layouts.placed(b, record.Sample)
	record.Command = m.with(commandline.Of(commandline.Sample{
		Sample: record.Sample, Plan: m.Plan, Dir: m.Dir, Runtime: runtime, Build: b,
		Placed: placed.Program, Counterpart: m.run.Counterpart, Folder: folder, Now: m.Now,
	}))
	record.Layout = placed.Layout
	limit, byEnd := m.limit(record.Sample)
	usage, err := m.Start(ctx, process.Command{
		Args:    record.Command,
		Dir:     m.runsIn(b, record.Sample, folder),
		Environ: commandline.Environ(m.Environ, m.Plan.Project.Env, "TMPDIR="+temp),
		Stdout:  &process.BoundedFile{File: stdout},
		Stderr:  &process.BoundedFile{File: stderr},
		Limit:   limit,
		CPUs:    record.Sample.Benchmark.CPUs,
		Threads: runtime.Kind == config.KotlinNative && !record.Sample.Cold, // the others count for themselves
	})
	record.Elapsed, record.PeakRSS = m.Now().Sub(begun), usage.PeakRSS
	record.Threads = usage.Threads
	if byEnd && errors.As(err, new(process.LimitError)) {
		return Reading{}, errCutShort
	}
	if err != nil {
		return Reading{}, m.whyEnded(err, record.Sample, folder)
	}
	if err := errors.Join(stdout.Sync(), stderr.Sync()); err != nil {
		return Reading{}, err
	}
	return m.Read(m.run, m.Plan, *record, folder)
}

// runsIn is where a sample's process runs: in its own folder, or where what it
// was built from expects it.
func (m *measurement) runsIn(b raw.Build, s plan.Sample, folder string) string {
	if expected := b.Folders[s.Benchmark.Workload]; expected != "" {
		return m.Dir.Path(expected)
	}
	return folder
}

// whyEnded is why a sample's process failed, with what it said last.
func (m *measurement) whyEnded(err error, s plan.Sample, folder string) error {
	err = m.limits.explain(err, s)
	if line := failure.LastWords(folder); line != "" && !errors.Is(err, process.ErrTooMuch) && !errors.As(err, new(process.LimitError)) {
		err = fmt.Errorf("%w: %s", err, line)
	}
	return err
}
