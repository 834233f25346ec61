package calibrate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/stat"
)

// Processes are those of one benchmark, by round, with the same code on both sides.
type Processes struct {
	Benchmark  string
	Base, Head []Process
}

// A Process is what one measured, in any unit of time.
type Process struct {
	Times []float64 // of its iterations, in their order
	CPU   float64   // processor time of an operation, over all iterations; 0 if it is not known
}

// A Summary is one way to make a sample of the iterations of a process, and
// what it is worth.
type Summary struct {
	Name    string  `json:"name"`
	Spread  float64 `json:"spread"` // of head/base by round as in Benchmark, mean of the benchmarks
	Alarms  Rate    `json:"alarms"` // by the test's own p, without a change
	Found   Rate    `json:"found"`
	Worst   Rate    `json:"worst"`
	WorstOf string  `json:"worstOf"`
}

// SummaryOptions are how summaries are compared.
type SummaryOptions struct {
	Test    judge.Test
	Alpha   float64 // of one comparison
	Rounds  int     // of one comparison
	Effect  float64 // slowdown of head, as a part
	Repeats int     // for each benchmark
	Block   int     // as in Options
	Seed    uint64
}

// summaries are the ways, the one that profiles use first. Parts of a process
// stand for shorter ones. NaN is a way that a process has no value for.
var summaries = []struct {
	name string
	of   func(Process) float64
}{
	{"median", func(p Process) float64 { return stat.Middle(p.sorted(1)) }},
	{"median of the first half", func(p Process) float64 { return stat.Middle(p.sorted(2)) }},
	{"median of the first quarter", func(p Process) float64 { return stat.Middle(p.sorted(4)) }},
	{"quartile", func(p Process) float64 { return p.sorted(1)[(len(p.Times)-1)/4] }},
	{"minimum", func(p Process) float64 { return p.sorted(1)[0] }},
	{"mean", func(p Process) float64 { return mean(p.Times) }},
	{"CPU time", func(p Process) float64 {
		if p.CPU == 0 {
			return math.NaN()
		}
		return p.CPU
	}},
}

// sorted are the iterations of a first part of a process.
func (p Process) sorted(part int) []float64 {
	return slices.Sorted(slices.Values(p.Times[:max(1, len(p.Times)/part)]))
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Summaries says by which summary a slowdown is found most often. All are
// compared at the same rate of false alarms: where a test calls more than alpha
// of the unchanged comparisons, its p must be smaller to count.
func Summaries(recordings []Processes, o SummaryOptions) ([]Summary, error) {
	switch {
	case o.Test == nil:
		return nil, errors.New("no test")
	case !(o.Alpha > 0 && o.Alpha < 1):
		return nil, fmt.Errorf("alpha %v: want more than 0 and less than 1", o.Alpha)
	case o.Rounds < 1 || o.Test.Attainable(o.Rounds) > o.Alpha:
		return nil, fmt.Errorf("%d rounds: too few for the %s test at alpha %v", o.Rounds, o.Test.Name(), o.Alpha)
	case !(o.Effect > 0):
		return nil, fmt.Errorf("effect %v: want a slowdown, more than 0", o.Effect)
	case float64(o.Repeats) < 1/o.Alpha:
		return nil, fmt.Errorf("%d repeats: want %.0f or more, to tell a rate of %v", o.Repeats, math.Ceil(1/o.Alpha), o.Alpha)
	case o.Block < 1:
		return nil, fmt.Errorf("blocks of %d rounds: want 1 or more", o.Block)
	case len(recordings) == 0:
		return nil, errors.New("no recordings: want the processes of base against base")
	}
	var out []Summary
	for _, summary := range summaries {
		var reduced []Recording
		s := Summary{Name: summary.name}
		for _, r := range recordings {
			recording, err := reduce(r, summary.of)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(recording.Rounds, func(r judge.Round) bool { return math.IsNaN(r.Base) || math.IsNaN(r.Head) }) {
				break
			}
			b, err := describe(recording, o.Block)
			if err != nil {
				return nil, err
			}
			s.Spread += b.Paired / float64(len(recordings))
			reduced = append(reduced, centred(recording, b.Ratio))
		}
		if len(reduced) == len(recordings) {
			s.compare(reduced, o)
			out = append(out, s)
		}
	}
	return out, nil
}

func reduce(p Processes, summary func(Process) float64) (Recording, error) {
	if len(p.Base) != len(p.Head) {
		return Recording{}, fmt.Errorf("%s: %d processes of base and %d of head: want one of each for every round", p.Benchmark, len(p.Base), len(p.Head))
	}
	out := Recording{Benchmark: p.Benchmark}
	for i := range p.Base {
		if len(p.Base[i].Times) == 0 || len(p.Head[i].Times) == 0 {
			return out, fmt.Errorf("%s: round %d: a process without an iteration", p.Benchmark, i+1)
		}
		out.Rounds = append(out.Rounds, judge.Round{Base: summary(p.Base[i]), Head: summary(p.Head[i])})
	}
	return out, nil
}

func (s *Summary) compare(recordings []Recording, o SummaryOptions) {
	// The same random numbers for every summary.
	rnd := rand.New(rand.NewPCG(o.Seed, 3))
	var null []float64
	changed := make([][]float64, len(recordings))
	for range o.Repeats {
		for k, series := range resample(recordings, len(recordings), o.Block, rnd) {
			null = append(null, series.p(o))
			s.Alarms.add(null[len(null)-1] <= o.Alpha)
			series.factor = 1 + o.Effect
			changed[k] = append(changed[k], series.p(o))
		}
	}
	s.Alarms.bound()
	slices.Sort(null)
	// What the null hypothesis leaves below it is alpha at most.
	threshold := math.Min(math.Nextafter(o.Alpha, 1), null[int(o.Alpha*float64(len(null)))])
	for k, ps := range changed {
		var by Rate
		for _, p := range ps {
			by.add(p < threshold)
			s.Found.add(p < threshold)
		}
		by.bound()
		if k == 0 || by.share() < s.Worst.share() {
			s.Worst, s.WorstOf = by, recordings[k].Benchmark
		}
	}
	s.Found.bound()
}

// p compares the first rounds of a series.
func (s *series) p(o SummaryOptions) float64 {
	base, head := s.complete(o.Rounds)
	for i := range base {
		base[i], head[i] = math.Log(base[i]), math.Log(head[i])
	}
	return o.Test.Compare(base, head).P()
}
