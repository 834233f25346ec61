// Package collect turns run folders into one stream of results in the Go
// benchmark format.
//
// Each measured process becomes one line. Its iterations are not independent, so
// their summary is the sample; the iterations themselves stay in the run folder.
// File configuration says where a result came from. Failed processes and skipped
// benchmarks have lines of their own, so nothing that was planned goes missing.
// The package computes no other statistics and filters nothing.
package collect

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/ruler"
)

const (
	warmupTime     = results.WarmupTime
	threadsStarted = results.ThreadsStarted
)

// Counts tells how much of a folder there was to collect.
type Counts struct{ Planned, Measured, Failed, Skipped, Identical int }

// Folders writes the samples of the folders to w.
func Folders(w io.Writer, folders []raw.Dir) (Counts, error) {
	var counts Counts
	out := benchfmt.NewWriter(w)
	for _, unit := range results.Units {
		if err := out.Write(results.UnitLine(unit, "lower")); err != nil {
			return counts, err
		}
	}
	// The compiler decides it.
	if err := out.Write(results.ExactLine(results.BinaryBytes)); err != nil {
		return counts, err
	}
	written := map[string]bool{}
	for _, dir := range folders {
		p, err := dir.Plan()
		if err != nil {
			return counts, err
		}
		for _, f := range p.Figures {
			if written[f.Unit] {
				continue
			}
			written[f.Unit] = true
			if err := out.Write(results.UnitLine(f.Unit, f.Better)); err != nil {
				return counts, err
			}
		}
	}
	for _, dir := range folders {
		if err := folder(out, dir, &counts); err != nil {
			return counts, err
		}
	}
	return counts, nil
}

func folder(out *benchfmt.Writer, dir raw.Dir, counts *Counts) error {
	p, err := dir.Plan()
	if err != nil {
		return err
	}
	r, err := dir.Run()
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: nothing was measured in it yet: %s is missing", dir, raw.RunFile)
	} else if err != nil {
		return err
	}
	job, err := p.Job(r.Job)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	readings, err := dir.Readings()
	if err != nil {
		return err
	}
	from := source{r, p, readings}
	if err := from.unmeasured(job, counts, out.Write); err != nil {
		return err
	}
	job.Benchmarks = r.Measured(job)
	records, err := dir.Records()
	if err != nil {
		return err
	}
	counts.Planned += max(len(p.Schedule(job)), len(records))
	for _, record := range records {
		result := from.sample(record, dir.Sample(record.Sample.Number))
		if result.Values[0].Unit == results.Failures {
			counts.Failed++
		} else {
			counts.Measured++
		}
		if err := out.Write(result); err != nil {
			return err
		}
	}
	return nil
}

// unmeasured writes a line for each benchmark and side without a sample: what was
// skipped, what is the same on both sides, what a side does not have or can't build.
func (f source) unmeasured(job plan.Job, counts *Counts, write func(benchfmt.Record) error) error {
	for _, skip := range job.Skips {
		for _, side := range f.plan.Sides {
			if skip.Side != "" && skip.Side != side.Name {
				continue
			}
			if err := write(f.skipped(skip, side.Name, counts)); err != nil {
				return err
			}
		}
	}
	for _, b := range job.Benchmarks {
		for _, side := range f.plan.Sides {
			why := f.without(b, side.Name, counts)
			if why == nil {
				continue
			}
			if err := write(why); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f source) skipped(skip plan.Skip, side string, counts *Counts) *benchfmt.Result {
	if skip.Failed && side == plan.Head {
		counts.Failed++
		counts.Planned++
		return mark(f.origin(side, skip.Benchmark, 1), skip.Benchmark, f.run, results.Failures, skip.Reason)
	}
	counts.Skipped++
	return mark(f.origin(side, skip.Benchmark, 0), skip.Benchmark, f.run, results.Skips, skip.Reason)
}

// without says why a planned benchmark has no sample on a side, nil where it has.
func (f source) without(b plan.Benchmark, side string, counts *Counts) *benchfmt.Result {
	key, identical := f.run.Identity(b)
	switch {
	case identical:
		counts.Identical++
		return mark(append(f.origin(side, b, 0), results.Line(results.Alike, key)), b, f.run, results.Skips, "identical on both sides")
	case b.Found.Match != "" && unbuilt(f.run, side, b) != "":
		counts.Failed++
		counts.Planned++
		return mark(f.origin(side, b, 1), b, f.run, results.Failures, unbuilt(f.run, side, b))
	case f.run.Lacks(side, b):
		counts.Skipped++
		return mark(f.origin(side, b, 0), b, f.run, results.Skips, side+" does not have it")
	}
	return nil
}

// unbuilt tells why a benchmark could not be built on a side, or "".
func unbuilt(r raw.Run, side string, b plan.Benchmark) string {
	built, _ := r.Build(side, b)
	return built.Failed[b.On(side).Workload]
}

// A source is the run that results come from.
type source struct {
	run      raw.Run
	plan     plan.Plan
	readings []ruler.Reading
}

// sample is the line of a process, from the folder that it left.
func (f source) sample(record raw.Record, folder string) *benchfmt.Result {
	r, p, s := f.run, f.plan, record.Sample
	origin := f.origin(s.Side, s.Benchmark, s.Round)
	if record.Failure != "" {
		return mark(origin, s.Benchmark, r, results.Failures, record.Failure)
	}
	sample, err := Read(r, p, record, folder)
	if err != nil {
		return mark(origin, s.Benchmark, r, results.Failures, err.Error())
	}
	if key, alike := r.Likeness(s.Benchmark); alike {
		origin = append(origin, results.Line(results.Alike, key))
	}
	if sample.Unsteady != "" {
		origin = append(origin, results.Line(results.Unsteady, sample.Unsteady))
	}
	if sample.Note != "" {
		origin = append(origin, results.Line(results.Note, sample.Note))
	}
	if s.Benchmark.Unranked != "" {
		origin = append(origin, results.Line(results.Unranked, s.Benchmark.Unranked))
	}
	if sample.Curve != "" {
		origin = append(origin, results.Line(results.Curve, sample.Curve))
	}
	if !record.Sample.Cold { // else the two would share a cell
		sample.Values = append(sample.Values, ofProcess(r, record, sample)...)
	}
	return &benchfmt.Result{Config: origin, Name: fullName(s.Benchmark, r), Iters: sample.Ops, Values: sample.Values}
}

// ofProcess are the values that the run knows of a sample's process.
func ofProcess(r raw.Run, record raw.Record, sample Sample) []benchfmt.Value {
	var values []benchfmt.Value
	counted := slices.ContainsFunc(sample.Values, func(v benchfmt.Value) bool { return v.Unit == threadsStarted })
	if record.Threads > 0 && !counted {
		values = append(values, benchfmt.Value{Value: float64(record.Threads), Unit: results.ThreadsPeak})
	}
	if record.PeakRSS > 0 {
		values = append(values, benchfmt.Value{Value: float64(record.PeakRSS), Unit: results.PeakRSS})
	}
	if b, _ := r.Build(record.Sample.Side, record.Sample.Benchmark); b.Size > 0 {
		values = append(values, benchfmt.Value{Value: float64(b.Size), Unit: results.BinaryBytes})
	}
	return values
}

// mark is the line of a benchmark without a number.
func mark(origin []benchfmt.Config, b plan.Benchmark, r raw.Run, unit, reason string) *benchfmt.Result {
	return results.Marked(origin, string(fullName(b, r)), unit, reason)
}

func fullName(b plan.Benchmark, r raw.Run) benchfmt.Name { return named(b, b.Bare(), r) }

// named is a name of a benchmark with its number of processors.
func named(b plan.Benchmark, name string, r raw.Run) benchfmt.Name {
	return benchfmt.Name(results.WithProcs(name, cmp.Or(b.CPUs, r.Machine.Cores)))
}

// origin is where a result came from. Round 0 is none.
func (f source) origin(side string, b plan.Benchmark, round int) []benchfmt.Config {
	r, p := f.run, f.plan
	origin := []benchfmt.Config{
		results.Line(results.OS, r.Machine.OS),
		results.Line(results.Arch, r.Machine.Arch),
		results.Line(results.CPU, r.Machine.CPU),
		results.Line(results.Cores, strconv.Itoa(r.Machine.Cores)),
		results.Line(results.Kernel, r.Environment.Kernel),
		results.Line(results.Image, r.Environment.Image),
		results.Line(results.Profile, p.Profile),
		results.Line(results.Alpha, strconv.FormatFloat(p.Alpha, 'g', -1, 64)),
		results.Line(results.MinimumEffect, strconv.FormatFloat(p.MinimumEffect, 'g', -1, 64)),
		results.Line(results.Date, r.Started.Format(time.RFC3339)),
	}
	if len(f.readings) > 0 {
		origin = append(origin, results.Line(results.RulerID, f.readings[0].ID), results.Line(results.RulerTimes, ruler.Format(f.readings)))
	}
	if p.Note != "" {
		origin = append(origin, results.Line(results.Remark, p.Note)) // "note" is of a sample
	}
	if p.Judged() {
		if rules, err := p.Rules(); err == nil {
			origin = append(origin, results.Line(results.Job, r.Job), results.Line(results.Judging, rules.String()))
		}
	}
	origin = append(origin, f.reach(b)...)
	for _, s := range p.Sides {
		if s.Name == side {
			origin = append(origin, results.Line(results.Commit, s.Commit))
			if len(s.Upgrades) > 0 {
				origin = append(origin, results.Line(results.Upgrade, strings.Trim(fmt.Sprint(s.Upgrades), "[]")))
			}
		}
	}
	origin = append(origin, results.Line(results.Side, side), results.Line(results.Runtime, b.Runtime))
	if b.Found.Match != "" {
		origin = append(origin, results.Line(results.Pkg, b.Found.Package))
	}
	if b.Found.Qualifier != "" {
		origin = append(origin, results.Line(results.Qualifier, b.Found.Qualifier))
	}
	if was := b.Found.Was; was != nil && side == plan.Base {
		origin = append(origin, results.Line(results.Was, string(named(b, was.Name, f.run))))
	}
	built, _ := r.Build(side, b)
	if built.Toolchain != "" {
		origin = append(origin, results.Line(results.Toolchain, built.Toolchain))
	}
	if len(built.Flags) > 0 {
		origin = append(origin, results.Line(results.Flags, strings.Join(built.Flags, " ")))
	}
	if len(built.BuildFlags) > 0 {
		origin = append(origin, results.Line(results.BuildFlags, strings.Join(built.BuildFlags, " ")))
	}
	if round > 0 {
		if r, err := p.Runtime(b.Runtime); err == nil {
			origin = append(origin, results.Line(results.Warmup, p.WarmupOf(side, r.Kind).String()))
		}
		origin = append(origin, results.Line(results.Round, strconv.Itoa(round)))
	}
	return origin
}
