package publish

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/results"
)

// Run is all that the site shows of one file of the history.
type Run struct {
	Version     int               `json:"version"`
	ID          string            `json:"id"`
	Kind        string            `json:"kind"`
	Date        string            `json:"date"`
	Commit      string            `json:"commit"`
	Dirty       bool              `json:"dirty"`
	Profile     string            `json:"profile"`
	Note        string            `json:"note,omitempty"` // of whoever started it
	Machine     results.Machine   `json:"machine"`
	Environment map[string]string `json:"environment"`
	Runtimes    []Runtime         `json:"runtimes"`
	Workloads   []Workload        `json:"workloads"`
	Units       []Unit            `json:"units"`
	Benchmarks  []*Benchmark      `json:"benchmarks"`
	Judged      *Judged           `json:"judged,omitempty"` // of a run with two sides

	twoSided bool
	packages []string
	names    map[string]string // the site's, by the results' own
}

// Runtime is one of those that the run has results of, or was to have.
type Runtime struct {
	Name      string   `json:"name"`
	Toolchain string   `json:"toolchain"`
	Flags     string   `json:"flags"`
	Execs     []string `json:"execs"`
	Status    string   `json:"status"` // measured or skipped
	Reason    string   `json:"reason"` // of the skip
}

// Workload is one of those measured, with the values that its parameters took.
type Workload struct {
	Name       string      `json:"name"`
	Parameters []Parameter `json:"parameters"`
}

// Parameter is a key in the names of a workload's benchmarks.
type Parameter struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"` // number or text
	Values []string `json:"values"`
}

// Unit is a unit that values have, tidied: sec/op, B/op.
type Unit struct {
	Name   string `json:"name"`
	Better string `json:"better"` // lower, higher or ""
}

// Benchmark is one benchmark on one runtime.
type Benchmark struct {
	Workload   string            `json:"workload"`
	Name       string            `json:"name"` // without exec, so that twins have the same
	Parameters map[string]string `json:"parameters"`
	Exec       string            `json:"exec"`
	Runtime    string            `json:"runtime"`
	Procs      int               `json:"procs"`
	Values     map[string]*Value `json:"values"`          // by unit
	Curve      []float64         `json:"curve,omitempty"` // of cold processes: median seconds of the first, second, … operation
	Unsteady   int               `json:"unsteady"`
	Failures   []Failure         `json:"failures"`
	Notes      []Failure         `json:"notes,omitempty"`    // what the workload said of so many samples
	Unranked   string            `json:"unranked,omitempty"` // why it compares with no other

	curves [][]float64 // of each cold process
}

// Value is the median of the samples, with its 95 % interval by order
// statistics; Low and High are null where six samples are not there to give one.
type Value struct {
	Center  float64   `json:"center"`
	Low     *float64  `json:"low"`
	High    *float64  `json:"high"`
	N       int       `json:"n"`
	Samples []float64 `json:"samples"`
}

// Failure is a reason for which samples are missing, or are not what they seem.
type Failure struct {
	Count  int    `json:"count"`
	Reason string `json:"reason"`
}

// unsettled tells whether as many samples are unsteady that the median of a unit
// may be one of those.
func (b *Benchmark) unsettled(unit string) bool {
	return results.Unsettled(b.Unsteady, b.Values[unit].N)
}

const confidence = 0.95

func (r Run) listing() Listing {
	l := Listing{
		ID: r.ID, File: runsFolder + "/" + strings.ReplaceAll(r.ID, "/", "-") + ".json.gz", Kind: history.Kind(r.Kind), Date: r.Date,
		Commit: r.Commit, Dirty: r.Dirty, Profile: r.Profile, Note: r.Note, CPU: r.Machine.CPU, Runtimes: []string{},
	}
	for _, runtime := range r.Runtimes {
		l.Runtimes = append(l.Runtimes, runtime.Name)
	}
	return l
}

// whole is the run with all that is shown of it.
func (r *Run) whole() (whole, error) {
	file, err := packed(r)
	var workloads []string
	for _, w := range r.Workloads {
		workloads = append(workloads, w.Name)
	}
	w := whole{Workloads: workloads, Listing: r.listing(), Packages: r.packages, Cells: cellsOf(r), Judged: r.verdicts(), File: file}
	if r.Judged != nil {
		w.Alike, w.Called = r.Judged.Alike, r.Judged.Called
	}
	return w, err
}

// read makes a Run of a file of the history. Its kind is the folder's, never
// what the file says.
func read(root, id string, names naming) (*Run, error) {
	kind, _, _ := strings.Cut(id, "/")
	b := builder{
		run: Run{
			Version: Version, ID: id, Kind: kind, Environment: map[string]string{},
			Runtimes: []Runtime{}, Workloads: []Workload{}, Units: []Unit{}, Benchmarks: []*Benchmark{},
			names: map[string]string{},
		},
		naming:     names,
		benchmarks: map[results.ID]*Benchmark{},
	}
	if err := text(root, id, b.readAll); err != nil {
		return nil, err
	}
	b.summarise()
	return &b.run, nil
}

type builder struct {
	run        Run
	naming     naming
	benchmarks map[results.ID]*Benchmark
}

func (b *builder) readAll(text io.Reader, name string) error {
	lines := results.NewReader(text, name)
	for lines.Scan() {
		if len(b.run.Benchmarks) == 0 {
			b.from(lines.Origin())
		}
		b.add(lines.Result(), lines.Note())
	}
	if err := lines.Err(); err != nil {
		return err
	}
	b.run.twoSided = lines.TwoSided()
	for _, unit := range b.run.Units {
		i := slices.IndexFunc(b.run.Units, func(u Unit) bool { return u.Name == unit.Name })
		b.run.Units[i].Better = better(lines.Units(), unit.Name)
	}
	return nil
}

// from takes the run's own fields.
func (b *builder) from(o results.Origin) {
	b.run.Date, b.run.Commit, b.run.Dirty = o.Date, o.Commit, o.Dirty
	b.run.Profile, b.run.Note = o.Profile, o.Remark
	b.run.Machine = o.Machine
	b.run.Environment["kernel"], b.run.Environment["image"] = o.Kernel, o.Image
}

// add takes a result, with what the reader notes of it.
func (b *builder) add(r *benchfmt.Result, lost string) {
	benchmark := b.benchmark(r)
	reason := r.GetConfig(results.Reason)
	runtime := b.runtime(r)
	if !slices.Contains(runtime.Execs, benchmark.Exec) {
		runtime.Execs = append(runtime.Execs, benchmark.Exec)
	}
	for _, v := range r.Values {
		switch v.Unit {
		case results.Skips:
			if runtime.Status == "" {
				runtime.Status, runtime.Reason = "skipped", reason
			}
		case results.Failures:
			runtime.Status, runtime.Reason = "measured", ""
			benchmark.Failures = count(benchmark.Failures, reason)
		default:
			runtime.Status, runtime.Reason = "measured", ""
			b.value(benchmark, v.Unit).add(v.Value)
		}
	}
	if curve := r.GetConfig(results.Curve); curve != "" {
		seconds, _ := results.ParseCurve(curve) // which the reader has read
		benchmark.curves = append(benchmark.curves, seconds)
	}
	if r.GetConfig(results.Unsteady) != "" {
		benchmark.Unsteady++
	}
	if len(r.Values) == 0 {
		runtime.Status, runtime.Reason = "measured", ""
		benchmark.Failures = count(benchmark.Failures, lost)
		lost = ""
	}
	for _, note := range []string{r.GetConfig(results.Note), lost} {
		if note != "" {
			benchmark.Notes = count(benchmark.Notes, note)
		}
	}
	benchmark.Unranked = r.GetConfig(results.Unranked)
}

func (b *builder) runtime(r *benchfmt.Result) *Runtime {
	name := r.GetConfig(results.Runtime)
	i := slices.IndexFunc(b.run.Runtimes, func(x Runtime) bool { return x.Name == name })
	if i < 0 {
		i = len(b.run.Runtimes)
		b.run.Runtimes = append(b.run.Runtimes, Runtime{Name: name, Toolchain: r.GetConfig(results.Toolchain), Flags: r.GetConfig(results.Flags)})
	}
	return &b.run.Runtimes[i]
}

func (b *builder) benchmark(r *benchfmt.Result) *Benchmark {
	id := results.IDOf(r)
	name := b.naming.name(id.Pkg, id.Name)
	b.run.names[results.Qualified(r)] = name
	if !slices.Contains(b.run.packages, id.Pkg) {
		b.run.packages = append(b.run.packages, id.Pkg)
	}
	if known, ok := b.benchmarks[id]; ok {
		return known
	}
	n := results.ParseName(name)
	x := &Benchmark{
		Workload: n.Workload, Name: n.Twin, Parameters: map[string]string{}, Exec: n.Exec, Runtime: id.Runtime, Procs: n.Procs,
		Values: map[string]*Value{}, Failures: []Failure{},
	}
	workload := b.workload(x.Workload)
	for _, p := range n.Parameters {
		x.Parameters[p.Key] = p.Value
	}
	for _, p := range n.Parameters {
		workload.add(p.Key, x.Parameters[p.Key])
	}
	b.benchmarks[id] = x
	b.run.Benchmarks = append(b.run.Benchmarks, x)
	return x
}

func (b *builder) workload(name string) *Workload {
	i := slices.IndexFunc(b.run.Workloads, func(w Workload) bool { return w.Name == name })
	if i < 0 {
		i = len(b.run.Workloads)
		b.run.Workloads = append(b.run.Workloads, Workload{Name: name, Parameters: []Parameter{}})
	}
	return &b.run.Workloads[i]
}

func (w *Workload) add(parameter, value string) {
	i := slices.IndexFunc(w.Parameters, func(p Parameter) bool { return p.Name == parameter })
	if i < 0 {
		i = len(w.Parameters)
		w.Parameters = append(w.Parameters, Parameter{Name: parameter})
	}
	if p := &w.Parameters[i]; !slices.Contains(p.Values, value) {
		p.Values = append(p.Values, value)
	}
}

func (b *builder) value(x *Benchmark, unit string) *Value {
	if !slices.ContainsFunc(b.run.Units, func(u Unit) bool { return u.Name == unit }) {
		b.run.Units = append(b.run.Units, Unit{Name: unit})
	}
	if x.Values[unit] == nil {
		x.Values[unit] = &Value{}
	}
	return x.Values[unit]
}

func (v *Value) add(sample float64) { v.Samples = append(v.Samples, sample) }

// count adds one sample to those of a reason.
func count(list []Failure, reason string) []Failure {
	i := slices.IndexFunc(list, func(f Failure) bool { return f.Reason == reason })
	if i < 0 {
		i = len(list)
		list = append(list, Failure{Reason: reason})
	}
	list[i].Count++
	return list
}

// summarise fills in what follows from all results.
func (b *builder) summarise() {
	for _, x := range b.run.Benchmarks {
		for _, v := range x.Values {
			s := benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(v.Samples), &benchmath.DefaultThresholds), confidence)
			v.Center, v.Low, v.High, v.N = s.Center, finite(s.Lo), finite(s.Hi), len(v.Samples)
		}
	}
	for _, x := range b.run.Benchmarks {
		x.Curve = medianCurve(x.curves)
	}
	for i := range b.run.Workloads {
		for j := range b.run.Workloads[i].Parameters {
			b.run.Workloads[i].Parameters[j].finish()
		}
	}
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil // JSON has no infinity
	}
	return &x
}

// finish tells numbers from text, and puts numbers in order.
func (p *Parameter) finish() {
	numbers := map[string]float64{}
	for _, v := range p.Values {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil {
			p.Kind = "text"
			return
		}
		numbers[v] = n
	}
	p.Kind = "number"
	slices.SortFunc(p.Values, func(a, b string) int {
		if numbers[a] < numbers[b] {
			return -1
		}
		return 1
	})
}

// medianCurve is the median of each operation over all processes, as far as
// all of them went.
func medianCurve(curves [][]float64) []float64 {
	if len(curves) == 0 {
		return nil
	}
	length := len(curves[0])
	for _, c := range curves {
		length = min(length, len(c))
	}
	var median []float64
	for i := range length {
		var at []float64
		for _, c := range curves {
			at = append(at, c[i])
		}
		median = append(median, benchmath.AssumeNothing.Summary(benchmath.NewSample(at, &benchmath.DefaultThresholds), confidence).Center)
	}
	return median
}
