package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/stat"
)

// Unpaired judges two files that were measured one after the other, as with
// go test -bench -count 10 or by JMH: each holds one side. In contrast to Read, it
// can't tell a change of the machine from one of the code.
//
// Each benchmark's times are compared by the U test (stat.MannWhitney), all p
// adjusted by Holm (Scand. J. Statist. 6, 1979) to the rules' alpha; a verdict needs
// an interval that clears the minimum effect besides. JMH's throughput is judged by
// its reciprocal. separator stands between the parts of a package's name. What renamed
// says that the old file has under another name is compared with its present one.
func Unpaired(old, new compare.Source, separator string, renamed results.Renames, rules judge.Rules) (*Report, error) {
	r := &Report{Profile: "files", Base: old.Name, Head: new.Name, Alpha: rules.Alpha, MinimumEffect: rules.MinimumEffect, Confidence: rules.Confidence, Unpaired: true}
	m := &measured{packages: map[string]string{}}
	j := &job{rules: rules, byKey: map[string]*benchmark{}}
	for _, s := range []struct {
		side   string
		source compare.Source
	}{{base, old}, {head, new}} {
		if err := m.take(j, s.side, s.source); err != nil {
			return nil, err
		}
	}
	j.pairRenamed(renamed)
	var packages []string
	for p := range m.packages {
		packages = append(packages, p)
	}
	qualifiers := results.Qualifiers(packages, separator)
	var p []float64
	var judged []int // rows
	for _, b := range j.benchmarks {
		b.name = results.Qualify(qualifiers[b.pkg], b.name)
		if b.was != "" {
			b.was = results.Qualify(qualifiers[b.pkg], b.was)
		}
		x := b.row()
		if x.Machine != "" {
			x.Counts = b.counts(rules.Looks[0])
			x.Allocations = ofAllocations(x.Counts)
		}
		if x.Verdict == "" {
			judged = append(judged, len(r.Rows))
			p = append(p, x.unpaired(b, rules))
		}
		if change := b.toolchains(); change != "" && !slices.Contains(r.Toolchains, b.runtime+": "+change) {
			r.Toolchains = append(r.Toolchains, b.runtime+": "+change)
		}
		r.Rows = append(r.Rows, x)
	}
	for i, adjusted := range holm(p) {
		r.Rows[judged[i]].decide(adjusted, len(p), rules)
	}
	r.Machines = m.machines
	slices.SortStableFunc(r.Rows, func(a, b Row) int {
		return cmp.Compare(slices.Index(Verdicts, a.Verdict), slices.Index(Verdicts, b.Verdict))
	})
	return r, nil
}

// take adds the lines of one file, all of which are of one side; the number of a
// sample stands for its round.
func (m *measured) take(j *job, name string, source compare.Source) error {
	data, err := source.Read()
	if err != nil {
		return err
	}
	return results.Each(data, source.Name, func(record benchfmt.Record) error {
		line, ok := record.(*benchfmt.Result)
		if !ok {
			return nil
		}
		pkg := line.GetConfig(results.Pkg)
		m.packages[pkg] = ""
		b := j.benchmark(pkg+" "+line.GetConfig("jmh-mode"), string(line.Name))
		b.pkg, b.runtime = pkg, line.GetConfig(results.Runtime)
		s := b.sides[name]
		if s == nil {
			s = &side{times: map[int]float64{}, counts: map[string][]float64{}, failures: map[int]string{}}
			b.sides[name] = s
		}
		machine := results.MachineOf(line)
		for _, list := range []*[]string{&s.machines, &m.machines} {
			if !slices.Contains(*list, machine) {
				*list = append(*list, machine)
			}
		}
		s.toolchain = cmp.Or(line.GetConfig(results.Toolchain), s.toolchain)
		seconds, ok := line.Value(results.SecPerOp)
		if each, throughput := line.Value("ops/s"); !ok && throughput {
			seconds, ok = 1/each, true
		}
		if !ok {
			return fmt.Errorf("%s has no ns/op, and only times are judged", line.Name)
		}
		s.times[len(s.times)+1] = seconds
		s.addCounts(line)
		return nil
	})
}

// unpaired fills in what the samples say by themselves, and returns p.
func (x *Row) unpaired(b *benchmark, rules judge.Rules) float64 {
	was, is := slices.Sorted(slices.Values(b.measured(base))), slices.Sorted(slices.Values(b.measured(head)))
	x.N, x.Rounds = min(len(was), len(is)), max(len(was), len(is))
	p, exact := stat.MannWhitney(was, is)
	if !exact {
		thresholds := &benchmath.Thresholds{}
		p = math.Min(1, benchmath.AssumeNothing.Compare(benchmath.NewSample(slices.Clone(was), thresholds), benchmath.NewSample(slices.Clone(is), thresholds)).P)
	}
	x.Benchstat = &Benchstat{P: p, Delta: stat.Median(is)/stat.Median(was) - 1}
	for _, side := range [][]float64{was, is} {
		for i := range side {
			side[i] = math.Log(side[i])
		}
	}
	center, low, high := stat.Shift(was, is, 1-rules.Confidence)
	x.Ratio, x.Low, x.High = finite(math.Exp(center)), finite(math.Exp(low)), finite(math.Exp(high))
	_, low, high = stat.Shift(was, is, sure)
	x.Excluded = finite(math.Expm1(math.Max(-low, high)))
	if was[0] == is[len(is)-1] && is[0] == was[len(was)-1] && was[0] == is[0] && len(was) > 1 {
		x.Reason = fmt.Sprintf("all %d samples are equal: nothing was timed", len(was)+len(is))
	}
	return p
}

// sure is the chance at most that a benchmark is wrongly called unchanged.
const sure = 0.05

// decide gives the verdict, among so many benchmarks that are judged.
func (x *Row) decide(adjusted float64, among int, rules judge.Rules) {
	if x.Verdict = Undecided; x.Reason != "" {
		return
	}
	if adjusted < 1 {
		x.P = &adjusted
	}
	band := 1 + rules.MinimumEffect
	x.Benchstat.Disagrees = x.Benchstat.P < significant
	switch {
	case adjusted <= rules.Alpha && x.Low != nil && *x.Low >= band:
		x.Verdict, x.Benchstat.Disagrees = Slower, x.Benchstat.P >= significant
	case adjusted <= rules.Alpha && x.High != nil && *x.High <= 1/band:
		x.Verdict, x.Benchstat.Disagrees = Faster, x.Benchstat.P >= significant
	case x.Excluded != nil && *x.Excluded <= rules.MinimumEffect:
		x.Verdict = Unchanged
	case attainable(x.N, x.Rounds)*float64(among) > rules.Alpha:
		x.Reason = "too few samples to tell" + enough(among, rules.Alpha)
	}
}

// attainable is the least p of so many samples: all of one side above the other's.
func attainable(n1, n2 int) float64 { return 2 / stat.Choose(n1+n2, n1) }

// enough says how many samples would do.
func enough(among int, alpha float64) string {
	n := 2
	for ; attainable(n, n)*float64(among) > alpha; n++ {
	}
	if among == 1 {
		return fmt.Sprintf(": want %d or more in each file", n)
	}
	return fmt.Sprintf(" among %d benchmarks: want %d or more of each in each file", among, n)
}

// holm adjusts p so that the chance of any at or below alpha, though nothing changed, is
// at most alpha.
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	most := 0.0
	for rank, i := range order {
		most = math.Max(most, math.Min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = most
	}
	return adjusted
}

// unpairedNote says what two files can't tell.
func (r *Report) unpairedNote() string {
	return fmt.Sprintf("unpaired: the two files were measured one after the other, so a slower machine looks like slower code; at most %s of reports call a change by chance alone. cobench bench -base REF measures both sides in turn.", chance(r.Alpha))
}
