// Package profiler profiles benchmarks of a run after its samples, in processes of their
// own, and leaves the profiles in the run folder.
package profiler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// A Wanted benchmark is to be profiled.
type Wanted struct {
	Benchmark   plan.Benchmark
	Allocations bool // and not its time
}

// Profiles are what a profiler has written of a benchmark.
type Profiles struct {
	Wanted
	Folder string              // of all of them, below the run folder
	Files  map[string][]string // by side, one a process, below the run folder
	JFR    bool                // they are what jfr print --json prints, and not in pprof's format
	// Measured is how long each process has measured before its end.
	Measured time.Duration
	None     string // why there are none

	profiler profiler
}

// How a process measures while a profiler looks on. Functions are told apart by
// some hundred samples, which takes longer than a sample of the benchmark does.
const (
	profiledIterations = 3
	profiledIteration  = config.Duration(time.Second)
	profiledRounds     = 2 // processes a side, where there is time for the second
)

// A profiling is of the benchmarks of one run.
type profiling struct {
	run.Options
	run raw.Run
	end time.Time // no process begins past it; the zero time is never
}

// Profile starts processes of a measured run's benchmarks with a profiler: one a
// side of each, and then one more as long as there is time. Nothing of it becomes a
// sample. It starts no pair of processes that the budget has no room for, and ends
// what is still running then. A profile that can't be had is told of with its
// benchmark; an error is of the run folder.
func Profile(ctx context.Context, o run.Options, wanted []Wanted) ([]Profiles, error) {
	dir, err := filepath.Abs(string(o.Dir))
	if err != nil {
		return nil, err
	}
	o.Dir = raw.Dir(dir)
	unlock, err := o.Dir.Lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	r, err := o.Dir.Run()
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(o.Dir.Path(raw.WhyFolder)); err != nil {
		return nil, err
	}
	o.Plan.Iterations, o.Plan.Iteration = profiledIterations, profiledIteration
	q := profiling{Options: o, run: r}
	if o.Budget > 0 {
		q.end = o.Now().Add(o.Budget)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Budget, errProfiled)
		defer cancel()
	}
	all := make([]Profiles, len(wanted))
	pair := make([]time.Duration, len(wanted)) // what it took
	for round := 1; round <= profiledRounds; round++ {
		for i, w := range wanted {
			if round == 1 {
				all[i] = q.begin(w, i)
			}
			begun := q.Now()
			if all[i].None != "" || ctx.Err() != nil || q.Budget > 0 && begun.Add(pair[i]).After(q.end) {
				continue
			}
			q.pair(ctx, &all[i], round)
			pair[i] = q.Now().Sub(begun)
		}
	}
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), errProfiled) {
		return nil, ctx.Err()
	}
	for i := range all {
		if p := &all[i]; p.None == "" && (len(p.Files[plan.Base]) == 0 || len(p.Files[plan.Head]) == 0) {
			p.None = fmt.Sprintf("there was no time left of %v", q.Budget)
		}
	}
	return all, nil
}

var errProfiled = errors.New("the time for profiles is over")

// begin tells whether a benchmark can be profiled.
func (q profiling) begin(w Wanted, i int) Profiles {
	p := Profiles{Wanted: w, Folder: filepath.Join(raw.WhyFolder, strconv.Itoa(i+1)), Files: map[string][]string{}}
	runtime, err := q.Plan.Runtime(w.Benchmark.Runtime)
	if err != nil {
		p.None = err.Error()
		return p
	}
	known := false
	if p.profiler, known = profilers[runtime.Kind]; !known {
		p.None = fmt.Sprintf("no profiler for %s: it would need perf, which hosted runners do not allow", runtime.Kind)
	}
	p.JFR = p.profiler.records
	_, iterations := q.Plan.Counts(plan.Head, w.Benchmark, runtime.Kind)
	p.Measured = time.Duration(iterations) * time.Duration(q.Plan.Iteration)
	return p
}

// pair profiles a process of each side, in an order that alternates.
func (q profiling) pair(ctx context.Context, p *Profiles, round int) {
	sides := []string{plan.Base, plan.Head}
	if round%2 == 0 {
		sides = []string{plan.Head, plan.Base}
	}
	for _, side := range sides {
		q.Report(progress.Event{Kind: progress.Step, What: fmt.Sprintf("profiling %s %s, %s", p.Benchmark.Runtime, p.Benchmark.Name, side)})
		file, err := q.profile(ctx, p, plan.Sample{Round: round, Side: side, Benchmark: p.Benchmark.On(side)})
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			if len(p.Files[side]) == 0 {
				p.None = side + ": " + err.Error()
			}
			return
		}
		p.Files[side] = append(p.Files[side], file)
	}
}

// profile starts one process, and returns its profile's path below the run folder.
func (q profiling) profile(ctx context.Context, p *Profiles, s plan.Sample) (string, error) {
	folder := q.Dir.Path(p.Folder, fmt.Sprintf("%s-%d", s.Side, s.Round))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	name := goProfile
	if p.JFR {
		name = jvmProfile
		settings := filepath.Join(folder, recordingSettings)
		if err := os.WriteFile(settings, profileJFC, 0o666); err != nil {
			return "", err
		}
		defer os.Remove(settings)
	}
	err := run.Start(ctx, q.Options, q.run, q.end, s, folder, func(command []string) []string {
		return p.profiler.command(command, folder, p.Allocations)
	})
	if err != nil {
		return "", err
	}
	if p.JFR {
		if name, err = q.print(ctx, s, folder, name, p.Allocations); err != nil {
			return "", err
		}
	}
	return filepath.Rel(string(q.Dir), filepath.Join(folder, name))
}

// print has the JDK's own tool print a recording, and returns the file's name.
func (q profiling) print(ctx context.Context, s plan.Sample, folder, name string, allocations bool) (string, error) {
	b, _ := q.run.Build(s.Side, s.Benchmark) // it has just run
	event := "jdk.ExecutionSample"
	if allocations {
		event += ",jdk.ObjectAllocationSample" // the first tells when the process was warm
	}
	out, err := os.Create(filepath.Join(folder, "profile.json"))
	if err != nil {
		return "", err
	}
	defer out.Close()
	var said bytes.Buffer
	_, err = q.Start(ctx, process.Command{
		Args: []string{filepath.Join(b.Home, "bin", "jfr"), "print", "--json", "--stack-depth", "64", "--events", event, filepath.Join(folder, name)},
		Dir:  folder, Environ: commandline.Environ(q.Environ, q.Plan.Project.Env), Stdout: out, Stderr: &said,
	})
	if err != nil {
		return "", fmt.Errorf("jfr print: %w: %s", err, failure.Shorten(said.String()))
	}
	return "profile.json", errors.Join(out.Close(), os.Remove(filepath.Join(folder, name)))
}
