// Package raw is the run folder: run writes it and collect reads it.
//
//	plan.json               what is measured
//	failure.txt             why nothing is, if nothing could be planned
//	run.json                where and when: machine, environment, builds
//	build/SIDE/…            the built programs, so that a resumed run measures the same
//	lock                    held by the process that writes
//	ruler.json              the speed of the machine, at the start, in the middle and at the end
//	samples/0001/           one folder for each process, present once it has ended
//	    sample.json         what was started, and how it ended
//	    stdout, stderr      its output
//	    …                   result files of the runtime's own tool
//	why.json                the functions that moved, where profiles were taken
//	why/1/…                 profiles of a benchmark, taken after all samples
//
// A sample's folder is written elsewhere and moved into place as a whole, so a
// killed run leaves finished samples and nothing that looks like one.
package raw

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
)

// The files of a run folder.
const (
	PlanFile   = "plan.json"
	RunFile    = "run.json"
	SampleFile = "sample.json"
	StdoutFile = "stdout"
	StderrFile = "stderr"
	JMHFile    = "jmh.json"
	// ResultsFile is what collect makes of it all.
	ResultsFile = "results.txt"
	WhyFile     = "why.json"
	WhyFolder   = "why"
	// FailureFile says why nothing was measured, where nothing was.
	FailureFile = "failure.txt"
	TempFolder  = "tmp" // for what a process writes while it runs; removed at its end
)

// Run tells where and when a run was made.
type Run struct {
	Job         string      `json:"job"`
	Started     time.Time   `json:"started"`
	Machine     Machine     `json:"machine"`
	Environment Environment `json:"environment"`
	Builds      []Build     `json:"builds"`
	// Identical are the benchmarks that are the same on both sides, by runtime and
	// name: nothing is measured of them.
	Identical []Identical `json:"identical,omitempty"`
	// Alike are the same on both sides too, and were measured all the same; of a run of
	// one side, all whose code is known.
	Alike []Identical `json:"alike,omitempty"`
	// Counterpart is the other end of the wire for workloads that have one, below the run folder.
	Counterpart string `json:"counterpart,omitempty"`
	// Digests are those of the programs as they were built, by path below the run folder.
	Digests map[string]string `json:"digests,omitempty"`
	// Tried is what one operation of a project's benchmark took with its setup, when
	// it was run once, by runtime and name.
	Tried map[string]time.Duration `json:"tried,omitempty"`
	// Reach is what is known of the functions that a project's change touches, nil where nothing is.
	Reach *Reach `json:"reach,omitempty"`
}

// A Reach is which of the functions that differ between the sides no benchmark executes.
type Reach struct {
	Changed    int      `json:"changed"`         // functions of head that are new or other than base's
	Unexecuted int      `json:"unexecuted"`      // those that no benchmark executes; 0 too where that is not known of all
	Blind      []string `json:"blind,omitempty"` // the first of those: codec.(*Writer).Flush
}

// Identical is a benchmark with the key that it has on both sides.
type Identical struct {
	Runtime   string `json:"runtime"`
	Benchmark string `json:"benchmark"`
	Key       string `json:"key"`
}

// Machine is what must be the same for two results to be compared.
type Machine = results.Machine

// Environment is recorded with every result and blocks no comparison.
type Environment struct {
	Kernel string `json:"kernel"`
	Image  string `json:"image"` // name of the operating system's release
}

// Build is what a runtime runs on one side. Error says why there is nothing
// to run; then each of its samples failed.
type Build struct {
	Side    string `json:"side"`
	Runtime string `json:"runtime"`
	// Coroutines is the version of kotlinx-coroutines, "" where it is the source's own.
	Coroutines string            `json:"coroutines,omitempty"`
	Toolchain  string            `json:"toolchain"` // name and exact version: temurin-25.0.3+9, go1.26.8
	Flags      []string          `json:"flags"`     // of the process that is measured
	Home       string            `json:"home"`      // of the toolchain, on this machine
	Artifacts  map[string]string `json:"artifacts"` // by workload, below the run folder
	// Folders are where the processes of a workload run, below the run folder, if not in the sample's own.
	Folders map[string]string `json:"folders,omitempty"`
	// Harness is what a cold sample runs, where that is another program than a warm one's.
	Harness string `json:"harness,omitempty"`
	// UpgradeModulePath holds a compiler for a stock JDK; a path of this machine, so no flag that is shown.
	UpgradeModulePath string   `json:"upgrade-module-path,omitempty"`
	BuildFlags        []string `json:"build-flags"` // the compiler's
	Size              int64    `json:"size"`        // of the executable, in bytes; 0 where a JVM runs a jar
	// Keys are those of the code that a benchmark can reach, by workload.
	Keys map[string]string `json:"keys,omitempty"`
	// Failed tells of each workload that could not be built why.
	Failed map[string]string `json:"failed,omitempty"`
	// Absent are the workloads that this side does not have.
	Absent []string `json:"absent,omitempty"`
	Error  string   `json:"error,omitempty"`
}

// Folder is where a build lies, below the run folder.
func (b Build) Folder() string {
	folder := b.Side
	if b.Coroutines != "" {
		folder += "-" + config.CoroutinesKey + "-" + b.Coroutines
	}
	return filepath.Join("build", folder)
}

// On is the same build as another side's.
func (b Build) On(side string) Build {
	from := b.Folder()
	b.Side = side
	moved := func(path string) string {
		if below, err := filepath.Rel(from, path); err == nil && filepath.IsLocal(below) {
			return filepath.Join(b.Folder(), below)
		}
		return path
	}
	artifacts := map[string]string{}
	for w, path := range b.Artifacts {
		artifacts[w] = moved(path)
	}
	b.Artifacts = artifacts
	if b.Harness != "" {
		b.Harness = moved(b.Harness)
	}
	return b
}

// Build is what a benchmark runs on a side; false if nothing was built for it.
func (r Run) Build(side string, b plan.Benchmark) (Build, bool) {
	i := slices.IndexFunc(r.Builds, func(x Build) bool { return x.Side == side && x.Runtime == b.Runtime && x.Coroutines == b.Coroutines })
	if i < 0 {
		return Build{}, false
	}
	return r.Builds[i], true
}

// Has tells whether there is something to run for a benchmark on a side.
func (r Run) Has(side string, b plan.Benchmark) bool {
	built, ok := r.Build(side, b)
	return ok && built.Error == "" && built.Artifacts[b.On(side).Workload] != "" && !r.Lacks(side, b)
}

// Lacks tells whether a side's source does not have a benchmark.
func (r Run) Lacks(side string, b plan.Benchmark) bool {
	built, ok := r.Build(side, b)
	return ok && slices.Contains(built.Absent, b.On(side).Workload) || b.Found.New && side == plan.Base
}

// Measured are the benchmarks of a job that are not identical on both sides, and
// of a project those that were built.
func (r Run) Measured(job plan.Job) []plan.Benchmark {
	return slices.DeleteFunc(slices.Clone(job.Benchmarks), func(b plan.Benchmark) bool {
		_, identical := r.Identity(b)
		unbuilt := slices.ContainsFunc(r.Builds, func(x Build) bool { return b.Found.Match != "" && x.Failed[b.On(x.Side).Workload] != "" })
		return identical || unbuilt
	})
}

// Identity is the key that a benchmark has on both sides; false if it was measured.
func (r Run) Identity(b plan.Benchmark) (key string, identical bool) {
	return keyOf(r.Identical, b)
}

// Likeness is the key that a benchmark has on both sides though it was measured, or on
// its one side.
func (r Run) Likeness(b plan.Benchmark) (key string, alike bool) { return keyOf(r.Alike, b) }

func keyOf(same []Identical, b plan.Benchmark) (string, bool) {
	i := slices.IndexFunc(same, func(x Identical) bool { return x.Runtime == b.Runtime && x.Benchmark == b.Name })
	if i < 0 {
		return "", false
	}
	return same[i].Key, true
}

// Placed is a program whose functions were put in another order.
type Placed struct {
	Program string // below the run folder
	Layout  int    // the number by which its linker chose the order
}

// Record is one sample: the process that was started, and how it ended.
type Record struct {
	Sample  plan.Sample   `json:"sample"`
	Command []string      `json:"command"`
	Started time.Time     `json:"started"`
	Elapsed time.Duration `json:"elapsed-ns"`       // of the whole process
	Timed   time.Duration `json:"timed-ns"`         // the part that was measured
	PeakRSS int64         `json:"peak-rss"`         // peak resident memory, in bytes, of the largest process among it and its children
	Threads int           `json:"threads"`          // most threads seen at once in it; 0 where nobody looked
	Layout  int           `json:"layout,omitempty"` // by which its program's functions are placed; 0 is the linker's own order
	Failure string        `json:"failure,omitempty"`
}

// Dir is a run folder's path.
type Dir string

// Path joins names below the folder.
func (d Dir) Path(names ...string) string {
	return filepath.Join(append([]string{string(d)}, names...)...)
}

// Sample is the folder of the sample of that number.
func (d Dir) Sample(number int) string { return d.Path("samples", fmt.Sprintf("%04d", number)) }

// Plan reads the folder's plan.
func (d Dir) Plan() (plan.Plan, error) {
	file := d.Path(PlanFile)
	f, err := os.Open(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return plan.Plan{}, fmt.Errorf("%s: no run folder: %s is missing in it", d, PlanFile)
		}
		return plan.Plan{}, err
	}
	defer f.Close()
	return plan.Read(f, file)
}

// Run reads where and when the folder's run was made.
func (d Dir) Run() (Run, error) {
	var r Run
	return r, readJSON(d.Path(RunFile), &r)
}

// Record reads how the sample of that number ended. A sample that has not
// been measured yet is an fs.ErrNotExist.
func (d Dir) Record(number int) (Record, error) {
	var r Record
	return r, readJSON(filepath.Join(d.Sample(number), SampleFile), &r)
}

// Records reads how all samples of the folder ended, in the order of measuring.
func (d Dir) Records() ([]Record, error) {
	entries, err := os.ReadDir(d.Path("samples"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var records []Record
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			continue
		}
		var r Record
		if err := readJSON(d.Path("samples", e.Name(), SampleFile), &r); err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	slices.SortFunc(records, func(a, b Record) int { return cmp.Compare(a.Sample.Number, b.Sample.Number) })
	return records, nil
}

// NewSample makes a folder to write a sample into. Either Keep moves it to
// its place, or the next run removes it.
func (d Dir) NewSample() (string, error) {
	if err := os.MkdirAll(d.Path("samples"), 0o777); err != nil {
		return "", err
	}
	return os.MkdirTemp(d.Path("samples"), unfinished)
}

const unfinished = ".unfinished-"

// Keep writes the record into a folder of NewSample and moves it to its place.
func (d Dir) Keep(folder string, r Record) error {
	if err := WriteJSON(filepath.Join(folder, SampleFile), r); err != nil {
		return err
	}
	return os.Rename(folder, d.Sample(r.Sample.Number))
}

// Clean removes what a killed run left unfinished.
func (d Dir) Clean() error {
	entries, err := os.ReadDir(d.Path("samples"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			err = errors.Join(err, os.RemoveAll(d.Path("samples", e.Name())))
		}
	}
	return err
}

// WriteJSON writes a file whole or not at all.
func WriteJSON(file string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return maybe.WriteFile(file, append(text, '\n'), 0o644)
}

func readJSON(file string, into any) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(src, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
