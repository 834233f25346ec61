// Package judge says which benchmarks of a report got slower or faster, while
// they are measured.
//
// In go rounds, pairs of a sample of base and one of head; out come the rounds
// to take next, and at any time one row for each benchmark. The package measures
// nothing, and draws no conclusion from a sample that failed or is no time. The
// loop around it is
//
//	for needs := s.Next(room); len(needs) > 0; needs = s.Next(room) {
//		// take so many rounds of each benchmark, interleaved, and s.Add them
//	}
//
// The rules name the numbers of rounds at which the judge looks at a benchmark.
// Every round counts at every later look. A verdict needs two things: p,
// adjusted for all looks and all benchmarks of the report, is at most alpha; and
// the interval of the ratio clears the minimum effect. The first guards against
// seeing what isn't there, the second against making much of little.
//
// A benchmark leaves as soon as it has its verdict; as unchanged, once its
// interval lies within the minimum effect; or undecided, once its samples rule
// out a change as large as the aim. Where time is short, the benchmarks that are
// nearest to a verdict go first. Both may depend on everything that was seen:
// they only ever take verdicts away. What may not is how alpha is divided among
// the looks, see Rules.schedule.
//
// Benchmarks that belong together, those of a package or of a workload, are also
// judged as one (see Group): a change that moves all of them a little shows in
// their mean long before it shows in each.
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

// A Round is a sample of each side, taken one after the other. Both are times,
// or anything else that is positive and less of which is better.
type Round struct {
	Base, Head float64
	Failed     string // why the round lacks a side, or ""; the samples then don't count
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

// A Row is the verdict on one benchmark, with all that it rests on.
type Row struct {
	Benchmark string
	Verdict   Verdict
	N         int // complete rounds up to the last look, or all of them before the first
	Rounds    int // rounds taken, failed ones among them

	// Ratio is that of head to base. Its interval, over all looks, has the
	// Confidence of the rules, and is 0 to +Inf where there is none. All three are
	// NaN without a complete round. The ratio of a verdict is corrected for having
	// been picked because it was large, see unpicked.
	Ratio, Low, High float64

	P        float64 // of no change, over all looks
	Adjusted float64 // P by Holm, over all benchmarks and groups

	// Excluded is the change that the samples rule out, either way, at the level of
	// letting go: 0.05 says that it moved by less than 5 %. It is +Inf before the
	// first look.
	Excluded float64

	// Detectable is the change that so many rounds, spread like these, show in four
	// of five reports. It is +Inf before the first look, and where there is no room
	// for a verdict.
	Detectable float64

	// Open says that the rounds ended before the judge was done with it, and Looks
	// how it looks by them, Slower or Faster, or "" if they don't agree.
	Open  bool
	Looks Verdict

	// With names the group that has the verdict which the row lacks by itself and
	// does not contradict, or is "".
	With string

	Reason string // why there can be no verdict, or ""
}
