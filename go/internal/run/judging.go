package run

import (
	"fmt"
	"slices"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
)

// A judging says which rounds a judged run needs next. Only what was built on
// both sides can be compared, and only what is ranked is.
type judging struct {
	plan   plan.Plan
	job    plan.Job // the benchmarks that are judged
	state  *judge.State
	rounds map[string]int  // taken, of each benchmark
	halves map[string]half // whose other side is to come
	units  []judge.Unit    // that vote besides time
	report func(string)
	short  bool // that there is no time for all was told
	said   bool // that some want more rounds was told
}

func newJudging(p plan.Plan, job plan.Job, r raw.Run, report func(string)) (*judging, error) {
	rules, err := p.Rules()
	if err != nil {
		return nil, err
	}
	j := &judging{plan: p, job: job, rounds: map[string]int{}, halves: map[string]half{}, units: rules.Units, report: report}
	j.job.Benchmarks = slices.DeleteFunc(slices.Clone(job.Benchmarks), func(b plan.Benchmark) bool {
		return b.Unranked != "" || slices.ContainsFunc(p.Sides, func(s plan.Side) bool { return !r.Has(s.Name, b) })
	})
	var names []string
	for _, b := range j.job.Benchmarks {
		names = append(names, b.Key())
	}
	j.state, err = judge.New(rules, names, judge.GroupBy(names, results.Families)...)
	return j, err
}

// add takes a sample; with the second of a round the judge has one more.
func (j *judging) add(s plan.Sample, record raw.Record, reading Reading) error {
	name := s.Benchmark.Key()
	if s.Cold || !j.judges(name) {
		return nil
	}
	first, second := j.halves[name]
	round := first.round
	if s.Side == plan.Base {
		round.Base = reading.Time
	} else {
		round.Head = reading.Time
	}
	if record.Failure != "" {
		round.Failed = fmt.Sprintf("%s: %s", s.Side, record.Failure)
	}
	if !second {
		j.halves[name] = half{s.Side, round, reading.Values}
		return nil
	}
	delete(j.halves, name)
	j.rounds[name]++
	if err := j.state.Add(name, round); err != nil || round.Failed != "" {
		return err
	}
	base, head := first.values, reading.Values
	if first.side != plan.Base {
		base, head = head, base
	}
	for _, u := range j.units {
		round := judge.Round{Base: results.Value(base, u.Name), Head: results.Value(head, u.Name)}
		if round.Check() != nil {
			continue // it lacks the unit
		}
		if err := j.state.AddUnit(name, u.Name, round); err != nil {
			return err
		}
	}
	return nil
}

// A half is a round of which one side was measured.
type half struct {
	side   string
	round  judge.Round
	values []benchfmt.Value
}

// judges tells whether a benchmark is one that is judged.
func (j *judging) judges(name string) bool {
	return slices.ContainsFunc(j.job.Benchmarks, func(b plan.Benchmark) bool { return b.Key() == name })
}

// more lists the samples that are needed next, after so many, as far as there is
// room.
func (j *judging) more(after int, room judge.Room) []plan.Sample {
	needs := map[string]int{}
	for _, n := range j.state.Next(room) {
		needs[n.Benchmark] = n.Rounds
	}
	j.tell(needs)
	return j.plan.More(j.job, after, func(b plan.Benchmark) (had, more int) { return j.rounds[b.Key()], needs[b.Key()] })
}

// lacking is how many samples are needed next, were there time for all.
func (j *judging) lacking() (samples int) {
	for _, n := range j.state.Next(judge.Unbounded) {
		samples += 2 * n.Rounds
	}
	return samples
}

// tell reports once how many benchmarks there is time to judge, if it isn't all, and
// once how many want more rounds after the first look.
func (j *judging) tell(needs map[string]int) {
	first, all := j.plan.Rounds, len(j.job.Benchmarks)
	begun := 0
	for _, b := range j.job.Benchmarks {
		if j.rounds[b.Key()] >= first {
			begun++
		}
	}
	switch {
	case len(needs) == 0:
	case begun == 0 && j.rounds[j.job.Benchmarks[0].Key()] == 1 && len(needs) < all && !j.short:
		j.short = true
		j.report(fmt.Sprintf("there is time to judge %d of %d benchmarks: those whose first round moved most", len(needs), all))
	case begun > 0 && !j.said:
		j.said = true
		j.report(fmt.Sprintf("%d of %d benchmarks may have changed: more rounds", len(j.state.Next(judge.Unbounded)), all))
	}
}
