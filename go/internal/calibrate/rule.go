package calibrate

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/stat"
)

// A rule gives a verdict on every benchmark of a report.
type rule struct {
	name  string
	judge func([]*series) []call
}

// A call is a verdict, and the rounds that it took.
type call struct {
	verdict judge.Verdict
	rounds  int
}

// cobench is the name of our own rules, with the clock and without.
const (
	cobench   = "cobench"
	unclocked = "cobench, no clock"
)

// ours is package judge by some rules, asked as a runner asks it, with the runner's
// clock: time for so many rounds of each benchmark, or without a bound for 0.
func ours(name string, rules judge.Rules, clock float64) rule {
	return rule{name, func(report []*series) []call {
		names, index := make([]string, len(report)), map[string]*series{}
		for k, s := range report {
			names[k] = fmt.Sprint(k)
			index[names[k]] = s
		}
		// All are one group, as those of a runtime are.
		state, err := judge.New(rules, names, judge.GroupBy(names, func(string) []string { return []string{"all"} })...)
		if err != nil {
			panic(err) // the rules were checked
		}
		room := judge.Unbounded
		if clock > 0 {
			room.Left = clock * float64(len(report))
		}
		taken := map[string]int{}
		for needs := state.Next(room); len(needs) > 0; needs = state.Next(room) {
			for _, need := range needs {
				for range need.Rounds {
					if err := state.Add(need.Benchmark, index[need.Benchmark].round(taken[need.Benchmark])); err != nil {
						panic(err) // the recordings were checked
					}
					taken[need.Benchmark]++
				}
				room.Left -= float64(need.Rounds)
			}
		}
		groups := map[string]judge.Verdict{}
		for _, g := range state.Groups() {
			groups[g.Group] = g.Verdict
		}
		calls := make([]call, len(report))
		for k, row := range state.Verdicts() {
			calls[k] = call{row.Verdict, row.Rounds}
			if row.With != "" { // the group's verdict is told of it
				calls[k].verdict = groups[row.With]
			}
		}
		return calls
	}}
}

// peers are what others would have said. Each is given what it wants, on one
// machine and within one round, which is kinder than what it gets in the field.
var peers = []rule{
	lastValue(1.05), lastValue(1.10), lastValue(1.50), lastValue(2.00),
	{"benchstat", each(10, benchstat)},
	{"fence", each(2+history, fence)},
}

// each judges the benchmarks of a report one by one, by so many rounds.
func each(rounds int, f func(base, head []float64) judge.Verdict) func([]*series) []call {
	return func(report []*series) []call {
		calls := make([]call, len(report))
		for k, s := range report {
			calls[k] = call{f(s.complete(rounds)), rounds}
		}
		return calls
	}
}

// lastValue is github-action-benchmark's alert: the ratio to the last value is
// above a threshold, 200 % unless set (src/write.ts, findAlerts).
func lastValue(threshold float64) rule {
	return rule{fmt.Sprintf("last value %.0f %%", 100*threshold), each(1, func(base, head []float64) judge.Verdict {
		if head[0]/base[0] > threshold {
			return judge.Slower
		}
		return judge.Undecided
	})}
}

// benchstat is its rule for each benchmark by itself, at the ten rounds that its
// manual wants at least.
func benchstat(base, head []float64) judge.Verdict {
	thresholds := benchmath.DefaultThresholds
	b, h := benchmath.NewSample(base, &thresholds), benchmath.NewSample(head, &thresholds)
	if c := benchmath.AssumeNothing.Compare(b, h); c.P > c.Alpha {
		return judge.Undecided
	}
	return direction(benchmath.AssumeNothing.Summary(h, 0.95).Center, benchmath.AssumeNothing.Summary(b, 0.95).Center)
}

func direction(head, base float64) judge.Verdict {
	if head > base {
		return judge.Slower
	}
	return judge.Faster
}

// history is how many relative changes rustc-perf looks back on.
const history = 30

// fence is rustc-perf's significance (site/src/comparison.rs): the relative
// change is at least Q3 + 3·IQR of the absolute ones before it, or 0.2 % where
// there is no history. The quartiles are the medians of the halves, without what
// lies in the middle. The first round is judged, and the bases after it are its
// history.
func fence(base, head []float64) judge.Verdict {
	threshold := 0.002
	if past := base[1:]; len(past) >= history {
		var changes []float64
		for i := 1; i < len(past); i++ {
			changes = append(changes, math.Abs(past[i]-past[i-1])/past[i-1])
		}
		slices.Sort(changes)
		half := (len(changes) - 1) / 2
		q1, q3 := stat.Middle(changes[:half]), stat.Middle(changes[len(changes)-half:])
		threshold = q3 + 3*(q3-q1)
	}
	if math.Abs(head[0]-base[0])/base[0] < threshold {
		return judge.Undecided
	}
	return direction(head[0], base[0])
}
