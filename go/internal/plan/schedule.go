package plan

import "slices"

// A Sample is one process to start: one benchmark, of one side, in one round.
type Sample struct {
	Number    int       `json:"number"` // from 1, in the order of measuring
	Round     int       `json:"round"`  // from 1
	Side      string    `json:"side"`
	Benchmark Benchmark `json:"benchmark"`
}

// Schedule lists a job's samples in the order in which they are measured.
//
// In each round every benchmark is measured once a side. Its sides follow
// each other, and so do the runtimes of the same parameters, so that what is
// compared is close in time; both alternate their order from round to round
// (AB BA AB …), so that a machine that gets slower favours none.
func (p Plan) Schedule(j Job) []Sample {
	var samples []Sample
	for round := 1; round <= p.Rounds; round++ {
		sides := slices.Clone(p.Sides)
		groups := groupTwins(j.Benchmarks)
		if round%2 == 0 {
			slices.Reverse(sides)
			for _, g := range groups {
				slices.Reverse(g)
			}
		}
		for _, group := range groups {
			for _, b := range group {
				for _, side := range sides {
					samples = append(samples, Sample{len(samples) + 1, round, side.Name, b})
				}
			}
		}
	}
	return samples
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
	return a.Workload == b.Workload && n == len(b.Parameters)-1 && slices.Equal(a.Parameters[:n], b.Parameters[:n])
}
