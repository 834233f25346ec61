package publish

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/results"
)

// A Cell is how a runtime does a workload, as the ratio to Go in the same job:
// the geometric mean over all twins.
type Cell struct {
	Workload string  `json:"workload"`
	Unit     string  `json:"unit"`
	Runtime  string  `json:"runtime"`
	Exec     string  `json:"exec"`
	First    bool    `json:"first,omitempty"` // whether the exec is the runtime's first
	Ratio    float64 `json:"ratio"`
	// Low and High are the geometric means of the ends of the twins' ratios,
	// which reach from low over high to high over low: wider than a 95 %
	// interval. Both are 0 where a twin has too few samples for one.
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Twins int     `json:"twins"`
	// Differ is how many twins differ from Go's by benchstat's test of their samples.
	Differ int `json:"differ,omitempty"`
	// Careful is how many twins count although some of their samples did not
	// settle; Unsteady how many are left out since most did not. The ratio is 0 where all are.
	Careful  int    `json:"careful,omitempty"`
	Unsteady int    `json:"unsteady,omitempty"`
	Run      string `json:"run"`
}

const reference = "go"

// cellsOf makes the cells of a run.
func cellsOf(run *Run) []Cell {
	twins := map[string]*Benchmark{}
	units := map[string]string{}
	for _, b := range run.Benchmarks {
		if _, ok := units[b.Workload]; !ok {
			units[b.Workload] = results.SecPerOp
		}
		// What keeps to a rate is told by how much of it it holds.
		if rate := slices.IndexFunc(run.Units, func(u Unit) bool { return strings.HasSuffix(u.Name, "ops/s") && b.Values[u.Name] != nil }); rate >= 0 {
			units[b.Workload] = run.Units[rate].Name
		}
		if b.Runtime == reference && twins[b.Name] == nil && b.Unranked == "" {
			twins[b.Name] = b
		}
	}
	type key struct{ workload, runtime, exec string }
	sums := map[key]*cellSum{}
	var order []key
	for _, b := range run.Benchmarks {
		unit := units[b.Workload]
		twin := twins[b.Name]
		if twin == nil || b.Runtime == reference || b.Unranked != "" {
			continue
		}
		own, base := b.Values[unit], twin.Values[unit]
		if own == nil || base == nil || !(own.Center > 0) || !(base.Center > 0) {
			continue
		}
		k := key{b.Workload, b.Runtime, b.Exec}
		if sums[k] == nil {
			sums[k] = &cellSum{bounded: true}
			order = append(order, k)
		}
		if b.unsettled(unit) || twin.unsettled(unit) {
			sums[k].unsteady++
			continue
		}
		if b.Unsteady > 0 || twin.Unsteady > 0 {
			sums[k].careful++
		}
		sums[k].add(own, base)
	}
	var cells []Cell
	firsts := map[[2]string]bool{}
	for _, k := range order {
		s := sums[k]
		of := [2]string{k.workload, k.runtime}
		cells = append(cells, Cell{
			Workload: k.workload, Unit: units[k.workload], Runtime: k.runtime, Exec: k.exec, First: !firsts[of], Twins: s.n, Differ: s.differ, Careful: s.careful, Unsteady: s.unsteady, Run: run.ID,
			Ratio: digits(s.mean(s.ratio)), Low: digits(s.end(s.low)), High: digits(s.end(s.high)),
		})
		firsts[of] = true
	}
	return cells
}

// cellSum adds up logarithms.
type cellSum struct {
	n, unsteady      int
	careful, differ  int
	ratio, low, high float64
	bounded          bool
}

func (s *cellSum) add(own, base *Value) {
	s.n++
	s.ratio += math.Log(own.Center / base.Center)
	if c := benchmath.AssumeNothing.Compare(sample(base.Samples), sample(own.Samples)); c.P <= c.Alpha {
		s.differ++
	}
	if own.Low == nil || own.High == nil || base.Low == nil || base.High == nil || !(*own.Low > 0) || !(*base.Low > 0) {
		s.bounded = false
		return
	}
	s.low += math.Log(*own.Low / *base.High)
	s.high += math.Log(*own.High / *base.Low)
}

func sample(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}

func (s *cellSum) mean(sum float64) float64 {
	if s.n == 0 {
		return 0
	}
	return math.Exp(sum / float64(s.n))
}

func (s *cellSum) end(sum float64) float64 {
	if !s.bounded {
		return 0
	}
	return s.mean(sum)
}

// matrix takes each cell from the newest run that has it.
func matrix(runs []whole) []Cell {
	cells := []Cell{}
	seen := map[[3]string]bool{}
	for _, run := range runs {
		if run.Listing.Kind == history.Calibrate {
			continue // what was slowed down on purpose compares with nothing
		}
		for _, c := range run.Cells {
			if k := [3]string{c.Workload, c.Runtime, c.Exec}; !seen[k] {
				seen[k] = true
				cells = append(cells, c)
			}
		}
	}
	return cells
}
