package calibrate

import (
	"math/rand/v2"

	"github.com/cobench/cobench/go/internal/judge"
)

// A series is the rounds of one benchmark in one simulated report, as many as
// are asked for, and the same ones whoever asks.
type series struct {
	recording []judge.Round
	order     *order
	factor    float64 // of head
	rounds    []judge.Round
	rnd       *rand.Rand
}

// An order is which recorded rounds a report is made of: blocks of successive
// ones from random places, the first following the last (the circular block
// bootstrap of Politis and Romano, 1992). All benchmarks of a report share it,
// and with it the minutes in which the machine was slow.
//
// As recorded, one side is ahead of the other by a little, if only by chance, and
// all resampled reports would see it the more clearly the more rounds they draw.
// So the ratio of the recording is taken out, and base and head of a block
// change places by chance: then nothing has changed for certain, and rounds that
// follow each other still have in common what they had.
type order struct {
	block  int
	starts []int
	swaps  []bool
	rnd    *rand.Rand
}

func (o *order) at(round int) (index int, swap bool) {
	for b := round / o.block; b >= len(o.starts); {
		o.starts = append(o.starts, o.rnd.IntN(1<<30))
		o.swaps = append(o.swaps, o.rnd.IntN(2) == 0)
	}
	return o.starts[round/o.block] + round%o.block, o.swaps[round/o.block]
}

// centred takes the ratio of head to base out of a recording.
func centred(recording Recording, ratio float64) Recording {
	out := Recording{Benchmark: recording.Benchmark}
	for _, r := range recording.Rounds {
		r.Head /= ratio
		out.Rounds = append(out.Rounds, r)
	}
	return out
}

// resample starts a report of so many benchmarks, from centred recordings.
func resample(recordings []Recording, benchmarks, block int, rnd *rand.Rand) []*series {
	shared := &order{block: block, rnd: rand.New(rand.NewPCG(rnd.Uint64(), 0))}
	report := make([]*series, benchmarks)
	for k := range report {
		s := &series{recording: recordings[k%len(recordings)].Rounds, order: shared, factor: 1, rnd: rand.New(rand.NewPCG(rnd.Uint64(), 1))}
		if k >= len(recordings) {
			// Not the same rounds twice in one report.
			s.order = &order{block: block, rnd: rand.New(rand.NewPCG(rnd.Uint64(), 2))}
		}
		report[k] = s
	}
	return report
}

// jitter is far below what a clock tells: a round that is drawn twice must not
// be a tie, since two measurements would not be.
const jitter = 1e-7

func (s *series) round(i int) judge.Round {
	for len(s.rounds) <= i {
		index, swap := s.order.at(len(s.rounds))
		r := s.recording[index%len(s.recording)]
		if swap {
			r.Base, r.Head = r.Head, r.Base
		}
		r.Base *= 1 + jitter*s.rnd.Float64()
		r.Head *= 1 + jitter*s.rnd.Float64()
		s.rounds = append(s.rounds, r)
	}
	r := s.rounds[i]
	r.Head *= s.factor
	return r
}

// complete are the first n rounds that did not fail. A recording has some.
func (s *series) complete(n int) (base, head []float64) {
	for i := 0; len(base) < n; i++ {
		if r := s.round(i); r.Failed == "" {
			base, head = append(base, r.Base), append(head, r.Head)
		}
	}
	return base, head
}
