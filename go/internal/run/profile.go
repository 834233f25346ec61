package run

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/process"
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
}

// How a process measures while a profiler looks on. Functions are told apart by
// some hundred samples, which takes longer than a sample of the benchmark does.
const (
	profiledIterations = 3
	profiledIteration  = config.Duration(time.Second)
	profiledRounds     = 2 // processes a side, where there is time for the second
)

// A profiler is a kind whose processes can be profiled.
type profiler interface {
	// profiled is a command whose process leaves a profile in a folder, and the
	// profile's name there.
	profiled(command []string, folder string, allocations bool) (with []string, name string)
}

// Profile starts processes of a measured run's benchmarks with a profiler: one a
// side of each, and then one more as long as there is time. Nothing of it becomes a
// sample. It starts no pair of processes that the budget has no room for, and ends
// what is still running then. A profile that can't be had is told of with its
// benchmark; an error is of the run folder.
func Profile(ctx context.Context, o Options, wanted []Wanted) ([]Profiles, error) {
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
	m := &measurement{Options: o, run: r, limits: newLimits(r), seen: map[string]stamp{}}
	if o.Budget > 0 {
		m.end = o.Now().Add(o.Budget)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Budget, errProfiled)
		defer cancel()
	}
	all := make([]Profiles, len(wanted))
	pair := make([]time.Duration, len(wanted)) // what it took
	for round := 1; round <= profiledRounds; round++ {
		for i, w := range wanted {
			if round == 1 {
				all[i] = m.begin(w, i)
			}
			begun := m.Now()
			if all[i].None != "" || ctx.Err() != nil || m.Budget > 0 && begun.Add(pair[i]).After(m.end) {
				continue
			}
			m.pair(ctx, &all[i], round)
			pair[i] = m.Now().Sub(begun)
		}
	}
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), errProfiled) {
		return nil, ctx.Err()
	}
	for i := range all {
		if p := &all[i]; p.None == "" && (len(p.Files[plan.Base]) == 0 || len(p.Files[plan.Head]) == 0) {
			p.None = fmt.Sprintf("there was no time left of %v", m.Budget)
		}
	}
	return all, nil
}

var errProfiled = errors.New("the time for profiles is over")

// begin tells whether a benchmark can be profiled.
func (m *measurement) begin(w Wanted, i int) Profiles {
	p := Profiles{Wanted: w, Folder: filepath.Join(raw.WhyFolder, strconv.Itoa(i+1)), Files: map[string][]string{}}
	runtime, err := m.Plan.Runtime(w.Benchmark.Runtime)
	if err != nil {
		p.None = err.Error()
		return p
	}
	_, p.JFR = kinds[runtime.Kind].(recorder)
	if _, ok := kinds[runtime.Kind].(profiler); !ok {
		p.None = fmt.Sprintf("no profiler for %s: it would need perf, which hosted runners do not allow", runtime.Kind)
	}
	_, iterations := m.Plan.Counts(plan.Head, w.Benchmark, runtime.Kind)
	p.Measured = time.Duration(iterations) * time.Duration(m.Plan.Iteration)
	return p
}

// pair profiles a process of each side, in an order that alternates.
func (m *measurement) pair(ctx context.Context, p *Profiles, round int) {
	sides := []string{plan.Base, plan.Head}
	if round%2 == 0 {
		sides = []string{plan.Head, plan.Base}
	}
	for _, side := range sides {
		m.Report(Event{Kind: Step, What: fmt.Sprintf("profiling %s %s, %s", p.Benchmark.Runtime, p.Benchmark.Name, side)})
		file, err := m.profile(ctx, p, plan.Sample{Round: round, Side: side, Benchmark: p.Benchmark.On(side)})
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
func (m *measurement) profile(ctx context.Context, p *Profiles, s plan.Sample) (string, error) {
	folder := m.abs(filepath.Join(p.Folder, fmt.Sprintf("%s-%d", s.Side, s.Round)))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	o := *m
	name := ""
	o.profiled = func(k kind, command []string) []string {
		command, name = k.(profiler).profiled(command, folder, p.Allocations)
		return command
	}
	if p.JFR {
		settings := filepath.Join(folder, recordingSettings)
		if err := os.WriteFile(settings, profileJFC, 0o666); err != nil {
			return "", err
		}
		defer os.Remove(settings)
	}
	record := raw.Record{Sample: s, Started: m.Now().UTC()}
	if _, err := o.start(ctx, &record, folder); err != nil {
		return "", err
	}
	if p.JFR {
		var err error
		if name, err = m.print(ctx, s, folder, name, p.Allocations); err != nil {
			return "", err
		}
	}
	return filepath.Rel(string(m.Dir), filepath.Join(folder, name))
}

// A recorder is a kind whose profiler is the JDK's flight recorder.
type recorder interface{ records() }

func (jmh) records()        {}
func (jmhJar) records()     {}
func (graalJIT) records()   {}
func (jvmHarness) records() {}

// print has the JDK's own tool print a recording, and returns the file's name.
func (m *measurement) print(ctx context.Context, s plan.Sample, folder, name string, allocations bool) (string, error) {
	b, err := buildOf(m.run, s)
	if err != nil {
		return "", err
	}
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
	_, err = m.Start(ctx, process.Command{
		Args: []string{filepath.Join(b.Home, "bin", "jfr"), "print", "--json", "--stack-depth", "64", "--events", event, filepath.Join(folder, name)},
		Dir:  folder, Environ: m.environ(), Stdout: out, Stderr: &said,
	})
	if err != nil {
		return "", fmt.Errorf("jfr print: %w: %s", err, shorten(said.String()))
	}
	return "profile.json", errors.Join(out.Close(), os.Remove(filepath.Join(folder, name)))
}

// The files of a profiled process.
const (
	goProfile         = "profile.pprof"
	jvmProfile        = "profile.jfr"
	recordingSettings = "profile.jfc"
)

//go:embed profile.jfc
var profileJFC []byte

func (golang) profiled(command []string, folder string, allocations bool) ([]string, string) {
	return goProfiled(command, folder, allocations)
}

func (goModule) profiled(command []string, folder string, allocations bool) ([]string, string) {
	return goProfiled(command, folder, allocations)
}

func goProfiled(command []string, folder string, allocations bool) ([]string, string) {
	file := filepath.Join(folder, goProfile)
	if allocations {
		return append(command, "-test.memprofile="+file, "-test.memprofilerate=1"), goProfile
	}
	return append(command, "-test.cpuprofile="+file), goProfile
}

func (jmh) profiled(command []string, folder string, _ bool) ([]string, string) {
	return jmhProfiled(command, folder)
}

func (jmhJar) profiled(command []string, folder string, _ bool) ([]string, string) {
	return jmhProfiled(command, folder)
}

func (graalJIT) profiled(command []string, folder string, _ bool) ([]string, string) {
	return jmhProfiled(command, folder)
}

// jmhProfiled records the fork alone. Appended flags would take the place of those
// that a benchmark's own annotation appends.
func jmhProfiled(command []string, folder string) ([]string, string) {
	return append(command, "-jvmArgsPrepend", strings.Join(recording(folder), " ")), jvmProfile
}

func (jvmHarness) profiled(command []string, folder string, _ bool) ([]string, string) {
	return append(append([]string{command[0]}, recording(folder)...), command[1:]...), jvmProfile
}

// recording are the flags that make a JVM record itself. Without debug information
// between safepoints, time would be charged to the next one.
func recording(folder string) []string {
	return []string{
		"-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints",
		"-XX:StartFlightRecording=filename=" + filepath.Join(folder, jvmProfile) + ",settings=" + filepath.Join(folder, recordingSettings),
	}
}
