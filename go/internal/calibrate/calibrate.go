// Package calibrate measures how far verdicts can be trusted: how often they
// raise a false alarm, and which slowdowns they miss.
//
// It takes recorded rounds of base against base and the rules of package judge.
// It returns the rates of false alarms and of detection with their bounds, the
// machine time, and the same for the rules of other tools on the same rounds. It
// measures nothing: reports are resampled from the recording, and a slowdown is
// a factor.
package calibrate

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cobench/cobench/go/internal/judge"
)

// A Recording is what was measured of one benchmark with the same code on both
// sides, by round, in the order of measuring. Recordings of one job have the
// same rounds, so that what hit several benchmarks at once does so again.
//
// It should have several times the rounds of the last look. Reports drawn from
// few rounds have in common what chance gave those, such as slow bases beside
// fast heads, and alarms come out too many.
type Recording struct {
	Benchmark string        `json:"benchmark"`
	Rounds    []judge.Round `json:"rounds"`
}

// Options are how reports are resampled.
type Options struct {
	Rules      judge.Rules
	Reports    int // without any change: 1000 bound a rate of none by 0.3 %
	Repeats    int // for each effect, with one and with each benchmark changed
	Benchmarks int // in a report; more than there are recordings repeat some

	// Clock is how many rounds of each benchmark our rules have time for, in the
	// mean. 0 is what a pull request has: as many again as before the first look.
	// Without it they are tried too.
	Clock   float64
	Block   int       // rounds that are drawn together: what lasts for less stays as it was
	Effects []float64 // slowdowns of head, as parts: 0.1 is 10 %
	Seed    uint64
}

// again marks the name of a benchmark that stands in for another one.
const again = " again="

func (o Options) check() error {
	switch {
	case o.Reports < 1:
		return fmt.Errorf("%d reports: want 1 or more", o.Reports)
	case o.Repeats < 1 && len(o.Effects) > 0:
		return fmt.Errorf("%d repeats: want 1 or more", o.Repeats)
	case o.Benchmarks < 1:
		return fmt.Errorf("%d benchmarks in a report: want 1 or more", o.Benchmarks)
	case o.Block < 1:
		return fmt.Errorf("blocks of %d rounds: want 1 or more", o.Block)
	case !(o.Clock >= 0):
		return fmt.Errorf("a clock of %v rounds: want 0 or more", o.Clock)
	}
	for _, e := range o.Effects {
		if !(e > 0) || math.IsInf(e, 1) {
			return fmt.Errorf("effect %v: want a slowdown, more than 0", e)
		}
	}
	return o.Rules.Check()
}

// A Result is the operating characteristics of some rules on some recordings.
type Result struct {
	Test       string      `json:"test"`
	Alpha      float64     `json:"alpha"`
	Effect     float64     `json:"minimumEffect"`
	Confidence float64     `json:"confidence"`
	Benchmarks []Benchmark `json:"benchmarks"`
	Alarms     []Alarm     `json:"alarms"`
	Detections []Detection `json:"detections"`
}

// A Benchmark is one of a report, and what its recording looks like.
type Benchmark struct {
	Name   string  `json:"name"`
	Rounds int     `json:"rounds"` // complete ones
	Spread float64 `json:"spread"` // coefficient of variation of all samples
	Paired float64 `json:"paired"` // the same of head/base, round by round, over the square root of 2
	Ratio  float64 `json:"ratio"`  // of head to base as recorded: 1, if nothing but chance tells them apart
	P      float64 `json:"p"`      // of that, by the signed-rank test
}

// An Alarm is how often a rule called something slower or faster though nothing
// had changed.
type Alarm struct {
	Rule    string  `json:"rule"`
	Reports Rate    `json:"reports"` // with any false alarm
	Rows    Rate    `json:"rows"`
	Rounds  float64 `json:"rounds"` // a benchmark, mean
	Cost    float64 `json:"cost"`   // of that, as a part of 40 rounds
}

// A Detection is how often a rule called slower what had become so.
type Detection struct {
	Rule    string  `json:"rule"`
	Effect  float64 `json:"effect"`
	Changed string  `json:"changed"` // one benchmark of a report, or each

	Found     Rate   `json:"found"`     // rows called slower, of those that changed
	Worst     Rate   `json:"worst"`     // the same of the benchmark with the fewest
	WorstOf   string `json:"worstOf"`   // its name
	By        []Rate `json:"by"`        // the same of each benchmark
	Unchanged Rate   `json:"unchanged"` // called unchanged: right within the minimum effect, wrong beyond it
	Faster    Rate   `json:"faster"`    // wrong in any case
	Others    Rate   `json:"others"`    // reports with a false alarm on what had not changed

	Rounds float64 `json:"rounds"`
	Cost   float64 `json:"cost"`
}

// Ours is the rate of reports in which our rules gave a false alarm.
func (r *Result) Ours() Rate {
	i := slices.IndexFunc(r.Alarms, func(a Alarm) bool { return a.Rule == cobench })
	return r.Alarms[i].Reports
}

// WronglyUnchanged are the rows that our rules called unchanged, of those that
// had changed by more than the minimum effect.
func (r *Result) WronglyUnchanged() Rate {
	var wrong Rate
	for _, d := range r.Detections {
		if d.Rule == cobench && d.Effect > r.Effect {
			wrong.Count += d.Unchanged.Count
			wrong.Of += d.Unchanged.Of
		}
	}
	return NewRate(wrong.Count, wrong.Of)
}

// everything is the machine time that costs are parts of: rounds of each benchmark.
const everything = 40

// Run resamples reports from recordings.
func Run(recordings []Recording, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if len(recordings) == 0 {
		return nil, errors.New("no recordings: want rounds of base against base")
	}
	recordings = slices.Clone(recordings)
	r := &Result{Test: o.Rules.Test.Name(), Alpha: o.Rules.Alpha, Effect: o.Rules.MinimumEffect, Confidence: o.Rules.Confidence}
	for i := range o.Benchmarks {
		if times := i / len(recordings); times > 0 {
			b := r.Benchmarks[i%len(recordings)]
			b.Name += fmt.Sprint(again, times)
			r.Benchmarks = append(r.Benchmarks, b)
			continue
		}
		b, err := describe(recordings[i], o.Block)
		if err != nil {
			return nil, err
		}
		recordings[i] = centred(recordings[i], b.Ratio)
		r.Benchmarks = append(r.Benchmarks, b)
	}
	clock := cmp.Or(o.Clock, 2*float64(o.Rules.Looks[0]))
	rules := append([]rule{ours(cobench, o.Rules, clock), ours(unclocked, o.Rules, 0)}, peers...)
	r.Alarms = alarms(recordings, o, rules)
	for _, effect := range o.Effects {
		for _, changed := range []string{"one", "each"} {
			r.Detections = append(r.Detections, detections(recordings, o, rules, effect, changed, r.Benchmarks)...)
		}
	}
	return r, nil
}

func describe(recording Recording, block int) (Benchmark, error) {
	b := Benchmark{Name: recording.Benchmark}
	var base, head, ratios, all []float64
	for i, round := range recording.Rounds {
		if err := round.Check(); err != nil {
			return b, fmt.Errorf("%s: round %d: %w", recording.Benchmark, i+1, err)
		}
		if round.Failed == "" {
			base, head = append(base, math.Log(round.Base)), append(head, math.Log(round.Head))
			all = append(all, round.Base, round.Head)
			ratios = append(ratios, round.Head/round.Base)
		}
	}
	b.Rounds = len(base)
	if b.Rounds < max(2, block) {
		return b, fmt.Errorf("%s: %d complete rounds: want %d or more", recording.Benchmark, b.Rounds, max(2, block))
	}
	c := judge.SignedRank.Compare(base, head)
	b.Spread, b.Paired = variation(all), variation(ratios)/math.Sqrt2
	b.Ratio, b.P = math.Exp(c.Interval(0.05).Center), c.P()
	return b, nil
}

// variation is the coefficient of variation of two values or more.
func variation(values []float64) float64 {
	var mean, squares float64
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares/float64(len(values)-1)) / mean
}

// judged simulates reports one after the other, as chance has it, judges them by
// each rule on all processors, and returns the calls by report and rule.
func judged(reports int, rules []rule, simulate func(report int) []*series) [][][]call {
	calls := make([][][]call, reports)
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for n := range reports {
		simulated := simulate(n)
		all.Go(func() error {
			for _, rule := range rules {
				calls[n] = append(calls[n], rule.judge(simulated))
			}
			return nil
		})
	}
	_ = all.Wait() // none fails
	return calls
}

func alarms(recordings []Recording, o Options, rules []rule) []Alarm {
	out, rounds := make([]Alarm, len(rules)), make([]int, len(rules))
	rnd := rand.New(rand.NewPCG(o.Seed, 0))
	reports := judged(o.Reports, rules, func(int) []*series { return resample(recordings, o.Benchmarks, o.Block, rnd) })
	for _, byRule := range reports {
		for i, calls := range byRule {
			a := &out[i]
			any := false
			for _, c := range calls {
				called := c.verdict == judge.Slower || c.verdict == judge.Faster
				any = any || called
				a.Rows.add(called)
				rounds[i] += c.rounds
			}
			a.Reports.add(any)
		}
	}
	for i, rule := range rules {
		out[i].Rule = rule.name
		out[i].Rounds = float64(rounds[i]) / float64(o.Reports*o.Benchmarks)
		out[i].Cost = out[i].Rounds / everything
		out[i].Reports.bound()
		out[i].Rows.bound()
	}
	return out
}

func detections(recordings []Recording, o Options, rules []rule, effect float64, changed string, benchmarks []Benchmark) []Detection {
	out, rounds := make([]Detection, len(rules)), make([]int, len(rules))
	for i := range out {
		out[i] = Detection{Rule: rules[i].name, Effect: effect, Changed: changed, By: make([]Rate, o.Benchmarks)}
	}
	// The same rounds for every effect, so that effects differ in nothing else.
	rnd := rand.New(rand.NewPCG(o.Seed, 1))
	slower := func(repeat, k int) bool { return changed == "each" || k == repeat%o.Benchmarks }
	reports := judged(o.Repeats, rules, func(repeat int) []*series {
		simulated := resample(recordings, o.Benchmarks, o.Block, rnd)
		for k, s := range simulated {
			if slower(repeat, k) {
				s.factor = 1 + effect
			}
		}
		return simulated
	})
	for repeat, byRule := range reports {
		for i, calls := range byRule {
			d := &out[i]
			other := false
			for k, c := range calls {
				rounds[i] += c.rounds
				if !slower(repeat, k) {
					other = other || c.verdict == judge.Slower || c.verdict == judge.Faster
					continue
				}
				d.By[k].add(c.verdict == judge.Slower)
				d.Found.add(c.verdict == judge.Slower)
				d.Unchanged.add(c.verdict == judge.Unchanged)
				d.Faster.add(c.verdict == judge.Faster)
			}
			d.Others.add(other)
		}
	}
	for i := range out {
		d := &out[i]
		d.Rounds = float64(rounds[i]) / float64(o.Repeats*o.Benchmarks)
		d.Cost = d.Rounds / everything
		for _, r := range []*Rate{&d.Found, &d.Unchanged, &d.Faster, &d.Others} {
			r.bound()
		}
		worst := 0
		for k := range d.By {
			d.By[k].bound()
			if d.By[k].share() < d.By[worst].share() {
				worst = k
			}
		}
		d.Worst, d.WorstOf = d.By[worst], benchmarks[worst].Name
	}
	return out
}
