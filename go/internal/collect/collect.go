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
	"github.com/cobench/cobench/go/internal/ruler"
)

// Units of the lines that say why there is no number.
const (
	Failures = "failures" // processes that crashed, hung or printed rubbish
	Skips    = "skips"    // benchmarks that were not measured; with a key, for being identical on both sides
)

// CPUTime is user and system time in the measured iterations.
const CPUTime = "cpu-ns/op"

// units are all that a line may have; each is better lower.
var units = []string{
	"ns/op", "B/op", "allocs/op",
	"start-ns", "first-ns/op", "tenth-ns/op", // of a cold process
	warmupTime,
	CPUTime, peakRSS, threadsStarted, threadsPeak, binaryBytes,
	Failures, Skips,
}

const (
	warmupTime     = "warmup-ns"       // until the process was warm, where it decided that itself
	peakRSS        = "peak-rss-bytes"  // resident memory of the process
	threadsStarted = "threads-started" // as the runtime counts them
	threadsPeak    = "threads-peak"    // most seen at once, where the runtime counts none
	binaryBytes    = "binary-bytes"    // size of the executable, where there is one
)

// Counts tells how much of a folder there was to collect.
type Counts struct{ Planned, Measured, Failed, Skipped, Identical int }

// Folders writes the samples of the folders to w.
func Folders(w io.Writer, folders []raw.Dir) (Counts, error) {
	var counts Counts
	out := benchfmt.NewWriter(w)
	for _, unit := range units {
		err := out.Write(&benchfmt.UnitMetadata{UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: unit, Key: "better"}, OrigUnit: unit, Value: "lower"})
		if err != nil {
			return counts, err
		}
	}
	// The compiler decides it, and no run changes it.
	err := out.Write(&benchfmt.UnitMetadata{UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: binaryBytes, Key: "assume"}, OrigUnit: binaryBytes, Value: "exact"})
	if err != nil {
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
			if err := out.Write(&benchfmt.UnitMetadata{UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: f.Unit, Key: "better"}, OrigUnit: f.Unit, Value: f.Better}); err != nil {
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
	for _, skip := range job.Skips {
		for _, side := range p.Sides {
			if skip.Side != "" && skip.Side != side.Name {
				continue
			}
			why := mark(from.origin(side.Name, skip.Benchmark, 0), skip.Benchmark, r, Skips, skip.Reason)
			if skip.Failed && side.Name == plan.Head {
				why = mark(from.origin(side.Name, skip.Benchmark, 1), skip.Benchmark, r, Failures, skip.Reason)
				counts.Failed++
				counts.Planned++
			} else {
				counts.Skipped++
			}
			if err := out.Write(why); err != nil {
				return err
			}
		}
	}
	for _, b := range job.Benchmarks {
		key, identical := r.Identity(b)
		for _, side := range p.Sides {
			origin := from.origin(side.Name, b, 0)
			var why *benchfmt.Result
			switch {
			case identical:
				counts.Identical++
				why = mark(append(origin, line("key", key)), b, r, Skips, "identical on both sides")
			case b.Found != nil && unbuilt(r, side.Name, b) != "":
				counts.Failed++
				counts.Planned++
				why = mark(from.origin(side.Name, b, 1), b, r, Failures, unbuilt(r, side.Name, b))
			case r.Lacks(side.Name, b):
				counts.Skipped++
				why = mark(origin, b, r, Skips, side.Name+" does not have it")
			default:
				continue
			}
			if err := out.Write(why); err != nil {
				return err
			}
		}
	}
	job.Benchmarks = r.Measured(job)
	records, err := dir.Records()
	if err != nil {
		return err
	}
	counts.Planned += max(len(p.Schedule(job)), len(records))
	for _, record := range records {
		result := from.sample(record, dir.Sample(record.Sample.Number))
		if result.Values[0].Unit == Failures {
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

// unbuilt tells why a benchmark could not be built on a side, or "".
func unbuilt(r raw.Run, side string, b plan.Benchmark) string {
	built, _ := r.Build(side, b)
	return built.Failed[b.Workload]
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
		return mark(origin, s.Benchmark, r, Failures, record.Failure)
	}
	sample, err := Read(r, p, record, folder)
	if err != nil {
		return mark(origin, s.Benchmark, r, Failures, err.Error())
	}
	if key, alike := r.Likeness(s.Benchmark); alike {
		origin = append(origin, line("key", key))
	}
	if sample.Unsteady != "" {
		origin = append(origin, line("unsteady", sample.Unsteady))
	}
	if sample.Note != "" {
		origin = append(origin, line("note", sample.Note))
	}
	if s.Benchmark.Unranked != "" {
		origin = append(origin, line("unranked", s.Benchmark.Unranked))
	}
	if sample.Curve != "" {
		origin = append(origin, line("curve", sample.Curve))
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
		values = append(values, benchfmt.Value{Value: float64(record.Threads), Unit: threadsPeak})
	}
	if record.PeakRSS > 0 {
		values = append(values, benchfmt.Value{Value: float64(record.PeakRSS), Unit: peakRSS})
	}
	if b, _ := r.Build(record.Sample.Side, record.Sample.Benchmark); b.Size > 0 {
		values = append(values, benchfmt.Value{Value: float64(b.Size), Unit: binaryBytes})
	}
	return values
}

// mark is the line of a benchmark without a number.
func mark(origin []benchfmt.Config, b plan.Benchmark, r raw.Run, unit, reason string) *benchfmt.Result {
	return &benchfmt.Result{
		Config: append(origin, line("reason", reason)),
		Name:   fullName(b, r),
		Iters:  1,
		Values: []benchfmt.Value{{Value: 1, Unit: unit}},
	}
}

// fullName ends as the testing package ends names: with GOMAXPROCS, if more than 1.
func fullName(b plan.Benchmark, r raw.Run) benchfmt.Name {
	procs := cmp.Or(b.CPUs, r.Machine.Cores)
	if procs == 1 {
		return benchfmt.Name(b.Bare())
	}
	return benchfmt.Name(b.Bare() + "-" + strconv.Itoa(procs))
}

// origin is where a result came from. Round 0 is none.
func (f source) origin(side string, b plan.Benchmark, round int) []benchfmt.Config {
	r, p := f.run, f.plan
	origin := []benchfmt.Config{
		line("goos", r.Machine.OS),
		line("goarch", r.Machine.Arch),
		line("cpu", r.Machine.CPU),
		line("cores", strconv.Itoa(r.Machine.Cores)),
		line("kernel", r.Environment.Kernel),
		line("image", r.Environment.Image),
		line("profile", cmp.Or(p.Profile, "project")),
		line("alpha", strconv.FormatFloat(p.Alpha, 'g', -1, 64)),
		line("minimum-effect", strconv.FormatFloat(p.MinimumEffect, 'g', -1, 64)),
		line("date", r.Started.Format(time.RFC3339)),
	}
	if len(f.readings) > 0 {
		origin = append(origin, line(ruler.Key, f.readings[0].ID), line(ruler.TimesKey, ruler.Format(f.readings)))
	}
	if p.Note != "" {
		origin = append(origin, line("remark", p.Note)) // "note" is of a sample
	}
	if p.Judged() {
		if rules, err := p.Rules(); err == nil {
			origin = append(origin, line("job", r.Job), line("judging", rules.String()))
		}
	}
	for _, s := range p.Sides {
		if s.Name == side {
			origin = append(origin, line("commit", s.Commit))
		}
	}
	origin = append(origin, line("side", side), line("runtime", b.Runtime))
	if b.Found != nil {
		origin = append(origin, line("pkg", b.Found.Package))
		if b.Found.Qualifier != "" {
			origin = append(origin, line("qualifier", b.Found.Qualifier))
		}
	}
	built, _ := r.Build(side, b)
	if built.Toolchain != "" {
		origin = append(origin, line("toolchain", built.Toolchain))
	}
	if len(built.Flags) > 0 {
		origin = append(origin, line("flags", strings.Join(built.Flags, " ")))
	}
	if len(built.BuildFlags) > 0 {
		origin = append(origin, line("build-flags", strings.Join(built.BuildFlags, " ")))
	}
	if round > 0 {
		if r, err := p.Runtime(b.Runtime); err == nil {
			origin = append(origin, line("warmup", p.WarmupOf(side, r.Kind).String()))
		}
		origin = append(origin, line("round", strconv.Itoa(round)))
	}
	return origin
}

// line is one of file configuration; the format knows no line breaks.
func line(key, value string) benchfmt.Config {
	return benchfmt.Config{Key: key, Value: []byte(strings.Join(strings.Fields(value), " ")), File: true}
}
