package plan

import (
	"cmp"
	"slices"
)

// A Sample is one process to start: one benchmark, of one side, in one round.
type Sample struct {
	Number    int       `json:"number"` // from 1, in the order of measuring
	Round     int       `json:"round"`  // from 1
	Side      string    `json:"side"`
	Cold      bool      `json:"cold"` // the first operations of a process that was not warmed up
	Benchmark Benchmark `json:"benchmark"`
}

// Schedule lists a job's samples in the order in which they are measured.
//
// In each round every benchmark is measured once a side. Its sides follow
// each other, and so do the runtimes of the same parameters, so that what is
// compared is close in time; both alternate their order from round to round
// (AB BA AB …), so that a machine that gets slower favours none. The cold
// samples of a round follow the others.
func (p Plan) Schedule(j Job) []Sample {
	var samples []Sample
	for round := 1; round <= p.mostRounds(j); round++ {
		sides := slices.Clone(p.Sides)
		groups := groupTwins(j.Benchmarks)
		if round%2 == 0 {
			slices.Reverse(sides)
			for _, g := range groups {
				slices.Reverse(g)
			}
		}
		for _, cold := range []bool{false, true} {
			for _, b := range slices.Concat(groups...) {
				if cold && round > p.ColdRounds || !cold && (round > p.rounds(b) || p.coldOnly(b.Runtime)) {
					continue
				}
				for _, side := range sides {
					samples = append(samples, Sample{len(samples) + 1, round, side.Name, cold, b})
				}
			}
		}
	}
	return samples
}

// rounds is how many warm samples a benchmark has, a side.
func (p Plan) rounds(b Benchmark) int {
	if p.Rounds == 0 {
		return 0 // a profile of cold samples alone
	}
	return cmp.Or(b.Rounds, p.Rounds)
}

func (p Plan) mostRounds(j Job) int {
	most := p.ColdRounds
	for _, b := range j.Benchmarks {
		most = max(most, p.rounds(b))
	}
	return most
}

// groupTwins splits the benchmarks, in their order, into runs of the same
// parameters: all but the exec.
func groupTwins(benchmarks []Benchmark) [][]Benchmark {
	var groups [][]Benchmark
	for i, b := range benchmarks {
		if i == 0 || !twins(benchmarks[i-1], b) {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, b)
	}
	return groups
}

func twins(a, b Benchmark) bool {
	n := len(a.Parameters) - 1
	return a.Workload == b.Workload && a.CPUs == b.CPUs && a.Coroutines == b.Coroutines && n == len(b.Parameters)-1 && slices.Equal(a.Parameters[:n], b.Parameters[:n])
}

// coldOnly tells whether a runtime is there for its start alone.
func (p Plan) coldOnly(runtime string) bool {
	r, err := p.Runtime(runtime)
	return err == nil && r.Kind.ColdOnly()
}
