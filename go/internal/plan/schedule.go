package plan

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/bits"
	"slices"

	"github.com/cobench/cobench/go/internal/config"
)

// A Sample is one process to start: one benchmark, of one side, in one round.
type Sample struct {
	Number    int       `json:"number"` // from 1, in the order of measuring
	Round     int       `json:"round"`  // from 1
	Side      string    `json:"side"`
	Cold      bool      `json:"cold"`      // the first operations of a process that was not warmed up
	Benchmark Benchmark `json:"benchmark"` // as the side knows it
}

// Schedule lists a job's samples in the order in which they are measured; of a
// judged plan those before the judge has asked for any more.
//
// In each round every benchmark is measured once a side. Its sides follow each
// other, and so do the runtimes of the same parameters, so that what is compared
// is close in time. Chance says which side goes first (see firstInOrder); runtimes
// alternate their order from round to round. The cold samples of a round follow
// the others.
func (p Plan) Schedule(j Job) []Sample {
	var samples []Sample
	for round := 1; round <= p.mostRounds(j); round++ {
		for _, cold := range []bool{false, true} {
			samples = p.interleave(samples, j, round%2 == 0, cold, func(b Benchmark) int {
				if cold && round > p.ColdRounds || !cold && (round > p.rounds(b) || p.coldOnly(b.Runtime)) {
					return 0
				}
				return round
			})
		}
	}
	return samples
}

// More lists samples of further rounds, which follow so many samples and are
// interleaved in the same way: of each benchmark so many rounds more than it had.
func (p Plan) More(j Job, after int, rounds func(Benchmark) (had, more int)) []Sample {
	most := 0
	for _, b := range j.Benchmarks {
		_, more := rounds(b)
		most = max(most, more)
	}
	samples := make([]Sample, after)
	for i := 1; i <= most; i++ {
		samples = p.interleave(samples, j, i%2 == 0, false, func(b Benchmark) int {
			had, more := rounds(b)
			if i > more {
				return 0
			}
			return had + i
		})
	}
	return samples[after:]
}

// Further is one round more of each benchmark than planned, the first or a later
// one, which follows so many samples.
func (p Plan) Further(j Job, after, further int) []Sample {
	reversed := (p.mostRounds(j)+further)%2 == 0
	return p.interleave(make([]Sample, after), j, reversed, false, func(b Benchmark) int {
		if p.coldOnly(b.Runtime) {
			return 0
		}
		return p.rounds(b) + further
	})[after:]
}

// interleave adds a sample a side of each benchmark that has a round now.
func (p Plan) interleave(samples []Sample, j Job, reversed, cold bool, roundOf func(Benchmark) int) []Sample {
	groups := groupTwins(j.Benchmarks)
	if reversed {
		for _, g := range groups {
			slices.Reverse(g)
		}
	}
	for _, b := range slices.Concat(groups...) {
		round := roundOf(b)
		if round == 0 {
			continue
		}
		sides := slices.Clone(p.Sides)
		if !firstInOrder(b, round) {
			slices.Reverse(sides)
		}
		for _, side := range sides {
			samples = append(samples, Sample{len(samples) + 1, round, side.Name, cold, b.On(side.Name)})
		}
	}
	return samples
}

// firstInOrder tells whether a round begins with the first side. Of rounds 1 and
// 2, of 3 and 4, and so on, one begins with each side, so that a machine that
// gets slower favours none; chance says which of the two, since what comes and
// goes with every second round would else hit the same side each time. The same
// plan has the same order again.
func firstInOrder(b Benchmark, round int) bool {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %d", b.Runtime, b.Name, (round+1)/2)
	// The sum's lowest bit is that of the last bytes alone.
	return bits.OnesCount64(h.Sum64())%2 == round%2
}

// rounds is how many warm samples a benchmark has, a side, without those that a judge asks for.
func (p Plan) rounds(b Benchmark) int {
	if p.Recording > 0 {
		return p.Recording
	}
	if p.Rounds == 0 || p.Judged() {
		return p.Rounds // none for a profile of cold samples alone; all benchmarks have the same first look
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
	if n < 0 || a.Parameters[n].Key != config.ExecKey {
		return false // nothing to be run by another exec
	}
	return a.Workload == b.Workload && a.CPUs == b.CPUs && a.Coroutines == b.Coroutines && n == len(b.Parameters)-1 && slices.Equal(a.Parameters[:n], b.Parameters[:n])
}

// coldOnly tells whether a runtime is there for its start alone.
func (p Plan) coldOnly(runtime string) bool {
	r, err := p.Runtime(runtime)
	return err == nil && r.Kind.ColdOnly()
}
