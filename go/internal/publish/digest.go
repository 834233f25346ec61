package publish

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/ruler"
)

// A digest is what a trend takes from one file of the history: of each
// benchmark the median with its interval, and where and with what it was measured.
type digest struct {
	Date        string
	Commit      string
	Dirty       bool
	Machine     Machine
	Environment Environment
	Ruler       Ruler
	Profile     string
	Runtimes    []string // in the order of their first results
	Points      []measured
	Units       []Unit
}

// Environment is what may change between two runs without any commit.
type Environment struct {
	Kernel   string             `json:"kernel"`
	Image    string             `json:"image"`
	Runtimes map[string]Toolset `json:"runtimes"`
}

// Toolset is what a runtime was built and run with.
type Toolset struct {
	Toolchain string `json:"toolchain"`
	Flags     string `json:"flags"`
}

// Ruler is what the fixed kernels took in a job: the geometric mean of their
// medians, in seconds; 0 where they weren't measured.
type Ruler struct {
	Number  string
	Seconds float64
}

// measured is one benchmark on one runtime in one unit.
type measured struct {
	Runtime, Package, Name, Unit string  // the package is that of a project's benchmark
	Center, Low, High            float64 // the ends are infinite below six samples
	N                            int
}

// A digester reads one file after the other and keeps its room.
type digester struct {
	groups map[string]*group
	order  []*group
	turn   int
	key    []byte
	config config
}

// group is the samples of one benchmark on one runtime.
type group struct {
	turn               int
	runtime, pkg, name string
	units              []unitSamples
}

type unitSamples struct {
	unit    string
	samples []float64
}

func newDigester() *digester {
	return &digester{groups: map[string]*group{}, config: config{at: map[string]int{}}}
}

func (d *digest) unit(name string, known benchfmt.UnitMetadataMap) {
	for _, u := range d.Units {
		if u.Name == name {
			return
		}
	}
	d.Units = append(d.Units, Unit{Name: name, Better: better(known, name)})
}

// config looks up what stands above a result. A key is mostly where it was the
// time before.
type config struct{ at map[string]int }

func (c config) get(r *benchfmt.Result, key string) []byte {
	if i, ok := c.at[key]; ok && i < len(r.Config) && r.Config[i].Key == key {
		return r.Config[i].Value
	}
	i, ok := r.ConfigIndex(key)
	if !ok {
		return nil
	}
	c.at[key] = i
	return r.Config[i].Value
}

// read makes the digest of a file.
func (d *digester) read(r io.Reader, path string) (*digest, error) {
	d.turn++
	d.order = d.order[:0]
	reader := benchfmt.NewReader(r, path)
	out := &digest{}
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, record
		case *benchfmt.Result:
			if err := d.add(out, record); err != nil {
				file, line := record.Pos()
				return nil, fmt.Errorf("%s:%d: %w", file, line, err)
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(d.order) == 0 && out.Date == "" {
		return nil, fmt.Errorf("%s: %w", path, errNoBenchmark)
	}
	out.Points = d.points()
	for i := range out.Points {
		out.unit(out.Points[i].Unit, reader.Units())
	}
	return out, nil
}

func (d *digester) add(out *digest, r *benchfmt.Result) error {
	if string(d.config.get(r, "side")) == "base" {
		return nil
	}
	if out.Date == "" {
		if err := out.origin(r); err != nil {
			return err
		}
	}
	if cpu := d.config.get(r, "cpu"); string(cpu) != out.Machine.CPU {
		return fmt.Errorf("a result of %s, want one machine a file", cpu)
	}
	if commit := bytes.TrimSuffix(d.config.get(r, "commit"), []byte("-dirty")); string(commit) != out.Commit {
		return fmt.Errorf("a result at commit %s, want one commit a file", commit)
	}
	g := d.group(out, r)
	for _, v := range r.Values {
		if v.Unit != failures && v.Unit != skips {
			g.add(v.Unit, v.Value)
		}
	}
	return nil
}

// group is that of a result, in the order of their first ones.
func (d *digester) group(out *digest, r *benchfmt.Result) *group {
	runtime, pkg := d.config.get(r, "runtime"), d.config.get(r, "pkg")
	d.key = append(append(d.key[:0], runtime...), 0)
	d.key = append(append(append(d.key, pkg...), 0), r.Name...)
	g, ok := d.groups[string(d.key)]
	if !ok {
		g = &group{runtime: string(runtime), pkg: string(pkg), name: string(r.Name)}
		d.groups[string(d.key)] = g
	}
	if g.turn == d.turn {
		return g
	}
	g.turn = d.turn
	for i := range g.units {
		g.units[i].samples = g.units[i].samples[:0]
	}
	d.order = append(d.order, g)
	if _, ok := out.Environment.Runtimes[g.runtime]; !ok {
		out.Runtimes = append(out.Runtimes, g.runtime)
		out.Environment.Runtimes[g.runtime] = Toolset{r.GetConfig("toolchain"), r.GetConfig("flags")}
	}
	return g
}

func (g *group) add(unit string, value float64) {
	for i := range g.units {
		if g.units[i].unit == unit {
			g.units[i].samples = append(g.units[i].samples, value)
			return
		}
	}
	g.units = append(g.units, unitSamples{unit, []float64{value}})
}

func (d *digester) points() []measured {
	points := make([]measured, 0, len(d.order))
	for _, g := range d.order {
		for _, u := range g.units {
			if len(u.samples) == 0 {
				continue
			}
			slices.Sort(u.samples)
			s := benchmath.AssumeNothing.Summary(benchmath.NewSample(u.samples, &benchmath.DefaultThresholds), confidence)
			points = append(points, measured{g.runtime, g.pkg, g.name, u.unit, s.Center, s.Lo, s.Hi, len(u.samples)})
		}
	}
	return points
}

// origin takes the file's own fields from its first result.
func (d *digest) origin(r *benchfmt.Result) error {
	cores, err := strconv.Atoi(r.GetConfig("cores"))
	if err != nil {
		return fmt.Errorf("cores: %q, want how many the machine has", r.GetConfig("cores"))
	}
	d.Machine = Machine{r.GetConfig("goos"), r.GetConfig("goarch"), r.GetConfig("cpu"), cores}
	d.Date, d.Profile = r.GetConfig("date"), r.GetConfig("profile")
	d.Commit, d.Dirty = strings.CutSuffix(r.GetConfig("commit"), "-dirty")
	d.Environment = Environment{r.GetConfig("kernel"), r.GetConfig("image"), map[string]Toolset{}}
	d.Ruler, err = rulerOf(r)
	return err
}

// rulerOf is the ruler of a job that has read one.
func rulerOf(r *benchfmt.Result) (Ruler, error) {
	id, times := r.GetConfig(ruler.Key), r.GetConfig(ruler.TimesKey)
	if id == "" || times == "" {
		return Ruler{}, nil
	}
	readings, err := ruler.Parse(id, times)
	if err != nil {
		return Ruler{}, err
	}
	return Ruler{id, ruler.Length(readings)}, nil
}
