package publish

import (
	"io"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/results"
)

// A digest is what a trend takes from one file of the history: of each
// benchmark the median with its interval, and where and with what it was measured.
type digest struct {
	Date        string
	Commit      string
	Dirty       bool
	Machine     results.Machine
	Environment Environment
	Ruler       results.Ruler
	Profile     string
	Runtimes    []string // in the order of their first results
	Points      []measured
	Units       []Unit
}

// has tells whether the run has a value of a benchmark.
func (d *digest) has(id results.ID, unit string) bool {
	return slices.ContainsFunc(d.Points, func(p measured) bool { return p.ID == id && p.Unit == unit })
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

// measured is one benchmark on one runtime in one unit.
type measured struct {
	results.ID
	Unit              string
	Center, Low, High float64 // the ends are infinite below six samples
	N                 int
	Unsteady          int    // of the samples
	Code              string // key of the code that was measured; "" where nobody knows
}

// codeDigits of a key tell the versions of one benchmark's code apart.
const codeDigits = 12

// A digester reads one file after the other and keeps its room.
type digester struct {
	groups map[string]*group
	order  []*group
	turn   int
	key    []byte
}

// group is the samples of one benchmark on one runtime.
type group struct {
	turn  int
	id    results.ID
	code  string
	units []unitSamples
}

type unitSamples struct {
	unit     string
	samples  []float64
	unsteady int
}

func newDigester() *digester {
	return &digester{groups: map[string]*group{}}
}

func (d *digest) unit(name string, known benchfmt.UnitMetadataMap) {
	for _, u := range d.Units {
		if u.Name == name {
			return
		}
	}
	d.Units = append(d.Units, Unit{Name: name, Better: better(known, name)})
}

// read makes the digest of a file.
func (d *digester) read(r io.Reader, name string) (*digest, error) {
	d.turn++
	d.order = d.order[:0]
	lines := results.NewReader(r, name)
	out := &digest{}
	for lines.Scan() {
		if out.Environment.Runtimes == nil {
			out.from(lines.Origin())
		}
		g := d.group(out, lines)
		unsteady := len(lines.Get(results.Unsteady)) > 0
		for _, v := range lines.Result().Values {
			if !results.IsMark(v.Unit) {
				g.add(v.Unit, v.Value, unsteady)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	out.Points = d.points()
	for i := range out.Points {
		out.unit(out.Points[i].Unit, lines.Units())
	}
	return out, nil
}

// group is that of a result, in the order of their first ones.
func (d *digester) group(out *digest, lines *results.Reader) *group {
	r, runtime, pkg := lines.Result(), lines.Get(results.Runtime), lines.Get(results.Pkg)
	d.key = append(append(d.key[:0], runtime...), 0)
	d.key = append(append(append(d.key, pkg...), 0), r.Name...)
	g, ok := d.groups[string(d.key)]
	if !ok {
		g = &group{id: results.IDOf(r)}
		d.groups[string(d.key)] = g
	}
	if g.turn == d.turn {
		return g
	}
	g.turn = d.turn
	key := lines.Get(results.Alike)
	g.code = string(key[:min(len(key), codeDigits)])
	for i := range g.units {
		g.units[i].samples, g.units[i].unsteady = g.units[i].samples[:0], 0
	}
	d.order = append(d.order, g)
	if _, ok := out.Environment.Runtimes[g.id.Runtime]; !ok {
		out.Runtimes = append(out.Runtimes, g.id.Runtime)
		out.Environment.Runtimes[g.id.Runtime] = Toolset{r.GetConfig(results.Toolchain), r.GetConfig(results.Flags)}
	}
	return g
}

func (g *group) add(unit string, value float64, unsteady bool) {
	i := slices.IndexFunc(g.units, func(u unitSamples) bool { return u.unit == unit })
	if i < 0 {
		i = len(g.units)
		g.units = append(g.units, unitSamples{unit: unit})
	}
	g.units[i].samples = append(g.units[i].samples, value)
	if unsteady {
		g.units[i].unsteady++
	}
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
			points = append(points, measured{g.id, u.unit, s.Center, s.Lo, s.Hi, len(u.samples), u.unsteady, g.code})
		}
	}
	return points
}

// from takes the file's own fields.
func (d *digest) from(o results.Origin) {
	d.Date, d.Profile, d.Commit, d.Dirty, d.Machine, d.Ruler = o.Date, o.Profile, o.Commit, o.Dirty, o.Machine, o.Ruler
	d.Environment = Environment{o.Kernel, o.Image, map[string]Toolset{}}
}
