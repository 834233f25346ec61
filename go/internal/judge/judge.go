// Package judge decides which benchmarks of a report got slower or faster, while
// they are measured.
//
// It takes rounds, pairs of a sample of base and one of head. It returns the
// rounds that are needed next, and at any time one row for each benchmark. It
// measures nothing, and draws no conclusion from failures or from values that
// are not times.
//
// A report is judged in two phases, in this loop:
//
//	for needs := s.Next(); len(needs) > 0; needs = s.Next() {
//		// take so many rounds of each benchmark, interleaved, and s.Add them
//	}
//
// The screen looks at a few rounds of every benchmark. A benchmark leaves if its
// samples rule out a change as large as the aim: as unchanged if they also show
// that it moved by less than the minimum effect, otherwise as undecided. All
// others are candidates. A benchmark without time for its screen is given up,
// and the others are judged without it.
//
// The confirmation judges candidates by fresh rounds alone, so that a lucky
// screen can't vote twice. A verdict needs two things: p, adjusted for all
// candidates and all looks, is at most alpha; and the interval of the ratio
// clears the minimum effect. The first guards against false alarms, the second
// against changes too small to matter. Candidates leave as soon as they are
// settled; when the rounds are used up they are undecided, and never dropped.
package judge

import (
	"fmt"
	"math"
)

// A Verdict is what is said of one benchmark.
type Verdict string

// The verdicts that samples can give. Absence of evidence is no evidence: what
// can't be shown to lie within the minimum effect is undecided, not unchanged.
const (
	Slower    Verdict = "slower"
	Faster    Verdict = "faster"
	Unchanged Verdict = "unchanged"
	Undecided Verdict = "undecided"
)

// A Phase is the part of judging that a round or a row belongs to.
type Phase string

// The phases, in their order.
const (
	Screen  Phase = "screen"
	Confirm Phase = "confirm"
)

// A Round is a sample of each side, taken one after the other. Both are times,
// or anything else that is positive and less of which is better.
type Round struct {
	Base, Head float64
	Failed     string // why the round lacks a side, or ""; the samples then don't count
}

// Rounds makes rounds of samples in the order in which they were taken.
func Rounds(base, head []float64) ([]Round, error) {
	if len(base) != len(head) {
		return nil, fmt.Errorf("%d samples of base and %d of head: want one of each for every round, or a reason why there is none", len(base), len(head))
	}
	rounds := make([]Round, len(base))
	for i := range base {
		rounds[i] = Round{Base: base[i], Head: head[i]}
	}
	return rounds, nil
}

// Check returns an error that names the sample that is no positive number.
func (r Round) Check() error {
	if r.Failed != "" {
		return nil
	}
	for _, x := range []struct {
		side   string
		sample float64
	}{{"base", r.Base}, {"head", r.Head}} {
		if !(x.sample > 0) || math.IsInf(x.sample, 1) {
			return fmt.Errorf("sample %v of %s: want a positive number", x.sample, x.side)
		}
	}
	return nil
}

// A Need is how many more rounds of one benchmark are to be taken.
type Need struct {
	Benchmark string
	Phase     Phase
	Rounds    int

	// Until is how many it takes until there may be a verdict, if the benchmark
	// moved by what was seen last: where not all can be taken, those that are
	// nearest to one go first.
	Until int
}

// A Row is the verdict on one benchmark, with all that it rests on.
type Row struct {
	Benchmark string
	Verdict   Verdict
	Phase     Phase // the one whose rounds the row rests on
	N         int   // rounds that the row rests on
	Rounds    int   // rounds taken, those of the screen and failed ones among them

	// Ratio is that of head to base. Its interval, over all looks, has the
	// Confidence of the rules, and is 0 to +Inf where there is none. All three
	// are NaN without a complete round.
	Ratio, Low, High float64

	P        float64 // of no change, over all looks; 1 for what is no candidate
	Adjusted float64 // P by Holm, over all candidates

	// Detectable is the change that would have been shown with the Power of the
	// rules, at the spread of these samples: by N confirming rounds, or, where the
	// screen let it go, by all looks. It is +Inf if that can't be told, and for what
	// was not looked at: a part of a screen, or a candidate without confirming rounds.
	Detectable float64

	// Open says that the rounds ended before the judge was done with it, and Looks
	// how it looks by them, Slower or Faster, or "" if they don't agree.
	Open  bool
	Looks Verdict

	Reason string // why there can be no verdict, or ""
}
