package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// A measurement is the samples of a run folder, one after the other: those
// that an earlier start has left in it, and then new ones.
type measurement struct {
	Options
	run     raw.Run
	end     time.Time // no round begins past it; the zero time is never
	clock   *estimate
	planned int                      // samples that are known of
	elapsed map[string]time.Duration // by benchmark
	ruling  ruling
	summary Summary
	limits  *limits
	seen    map[string]stamp // of the programs, when they were last as they were built
}

// measure takes the samples that were planned, and of a judged plan those that
// its judge asks for.
func (o Options) measure(ctx context.Context, job plan.Job, r raw.Run, begun time.Time) (Summary, error) {
	m := &measurement{Options: o, run: r, clock: newEstimate(), limits: newLimits(r), seen: map[string]stamp{}, elapsed: map[string]time.Duration{}}
	if o.Budget > 0 {
		m.end = begun.Add(o.Budget)
	}
	job.Benchmarks = r.Measured(job)
	seen := func(plan.Sample, raw.Record, Reading) error { return nil }
	var j *judging
	if o.Plan.Judged() && o.Plan.Recording == 0 {
		var err error
		if j, err = newJudging(o.Plan, job, r); err != nil {
			return m.summary, err
		}
		seen = j.add
	}
	samples := o.Plan.Schedule(job)
	asked, further := 0, 0 // times that the judge was asked for more; rounds beyond the planned ones
	if j != nil && o.Plan.Project.Finds() && !m.end.IsZero() {
		var err error
		if samples, err = m.afterFirstRound(ctx, j, samples); err != nil {
			return m.summary, err
		}
		if m.summary.Left > 0 {
			return m.summary, m.ruleAfter(ctx)
		}
		asked++
	}
	screened := asked
	for len(samples) > 0 {
		if err := m.take(ctx, samples, seen); err != nil {
			return m.summary, err
		}
		if m.summary.Left > 0 {
			break
		}
		if j == nil {
			further++
			var err error
			if samples, err = m.fill(job, further, begun); err != nil {
				return m.summary, err
			}
			continue
		}
		if asked == screened && o.Confirm > 0 {
			end := m.Now().Add(max(o.Confirm, m.summary.Machine/2))
			if m.end.IsZero() || end.Before(m.end) {
				m.end = end
			}
		}
		room, err := m.room(asked)
		if err != nil {
			return m.summary, err
		}
		samples = j.more(m.planned, room)
		asked++
		if candidates := j.candidates(); candidates != "" && len(samples) > 0 {
			o.Report(Event{Kind: Judging, What: candidates})
		}
	}
	return m.summary, m.ruleAfter(ctx)
}

// afterFirstRound takes the first round of what was found, and returns the samples of
// the screen that there is time for.
func (m *measurement) afterFirstRound(ctx context.Context, j *judging, samples []plan.Sample) ([]plan.Sample, error) {
	first := firstRound(samples)
	if err := m.take(ctx, samples[:first], j.add); err != nil {
		return nil, err
	}
	if m.summary.Left > 0 {
		m.summary.Left += len(samples) - first
		return nil, nil
	}
	room, err := m.room(0)
	if err != nil {
		return nil, err
	}
	return m.withoutGivenUp(j, samples[first:], room), nil
}

// firstRound is how many samples the first round has.
func firstRound(samples []plan.Sample) int {
	if i := slices.IndexFunc(samples, func(s plan.Sample) bool { return s.Round > 1 }); i >= 0 {
		return i
	}
	return len(samples)
}

// screenAtMost is the part of the time after the first round that the rest of the
// screen may take. Benchmarks were found by running them once, which tells little of
// what a sample takes; a screen of all that leaves no time for confirming is no use.
const screenAtMost = 0.6

// withoutGivenUp leaves out the samples of those benchmarks for whose screen there
// is no time, where there is room for so many samples: of those for which there is,
// first the ones that the first round has seen most of.
func (m *measurement) withoutGivenUp(j *judging, samples []plan.Sample, room int) []plan.Sample {
	if m.summary.Samples == 0 || room == math.MaxInt32 {
		return samples
	}
	costs := map[string]time.Duration{}
	var total time.Duration
	for _, s := range samples {
		if name := key(s.Benchmark); j.judges(name) {
			costs[name] += m.elapsed[name] / 2
			total += m.elapsed[name] / 2
		}
	}
	left := time.Duration(screenAtMost * float64(room) * float64(m.summary.Machine) / float64(m.summary.Samples))
	if total <= left {
		return samples
	}
	givenUp := map[string]bool{}
	for i, name := range j.mostMoved() {
		if costs[name] <= left || i == 0 { // one at least, if only to be gone on with
			left -= costs[name]
		} else {
			givenUp[name] = true
			j.state.GiveUp(name)
		}
	}
	if len(givenUp) == 0 {
		return samples
	}
	m.Report(Event{Kind: Judging, What: fmt.Sprintf("there is time to judge %d of %d benchmarks: the others are given up", len(costs)-len(givenUp), len(costs))})
	kept := slices.DeleteFunc(slices.Clone(samples), func(s plan.Sample) bool { return givenUp[key(s.Benchmark)] })
	m.planned += len(samples) - len(kept) // their numbers stay theirs
	return kept
}

// fill is one round more, if there is time for it, or if an earlier start of
// the run has begun it already.
func (m *measurement) fill(job plan.Job, further int, begun time.Time) ([]plan.Sample, error) {
	if m.Plan.Fill == 0 || m.Plan.Rounds == 0 {
		return nil, nil
	}
	_, err := m.Dir.Record(m.planned + 1)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return m.Plan.Further(job, m.planned, further), err
	}
	round := m.summary.Machine / time.Duration(m.Plan.Rounds+further-1)
	end := begun.Add(time.Duration(m.Plan.Fill))
	if !m.end.IsZero() && m.end.Before(end) {
		end = m.end
	}
	if m.Now().Add(round).After(end) {
		return nil, nil
	}
	return m.Plan.Further(job, m.planned, further), nil
}

// room is how many samples there is time for, by what they took so far;
// on a resumed run what it was when the judge was asked for the same.
func (m *measurement) room(asked int) (int, error) {
	rooms, err := m.Dir.Rooms()
	if err != nil {
		return 0, err
	}
	if asked < len(rooms) {
		return rooms[asked], nil
	}
	room := math.MaxInt32
	if !m.end.IsZero() && m.summary.Machine > 0 {
		room = int(float64(m.end.Sub(m.Now())) / float64(m.summary.Machine) * float64(m.summary.Samples))
	}
	return room, m.Dir.SetRooms(append(rooms, room))
}

// take measures samples in their order, but for those that are there already.
func (m *measurement) take(ctx context.Context, samples []plan.Sample, seen func(plan.Sample, raw.Record, Reading) error) error {
	m.clock.wait(samples)
	m.planned += len(samples)
	for i, s := range samples {
		if m.run.Lacks(s.Side, s.Benchmark) {
			continue // one side alone is measured, and there is nothing to compare
		}
		record, err := m.Dir.Record(s.Number)
		var reading Reading
		switch {
		case errors.Is(err, fs.ErrNotExist) && !m.end.IsZero() && !m.Now().Before(m.end) && (i == 0 || !sameRound(samples[i-1], s)):
			m.summary.Left += len(samples) - i
			return nil
		case errors.Is(err, fs.ErrNotExist) && m.removed():
			return inputErrorf("%s: its builds were removed, when all was measured, after a day or for want of room: start it anew", m.Dir)
		case errors.Is(err, fs.ErrNotExist):
			if i == 0 || !sameRound(samples[i-1], s) {
				if err := m.ruleBefore(ctx, s.Number-1); err != nil {
					return err
				}
				if err := m.relink(ctx, s); err != nil {
					return err
				}
			}
			m.Report(Event{Kind: Begun, Sample: s, Done: s.Number - 1, Total: m.planned, Left: m.clock.left()})
			if record, reading, err = m.sample(ctx, s); err != nil {
				return err
			}
		case err != nil:
			return err
		case !reflect.DeepEqual(record.Sample, s):
			return inputErrorf("%s: this sample is of another plan", m.Dir.Sample(s.Number))
		case record.Failure == "":
			if reading, err = m.Read(m.run, m.Plan, record, m.Dir.Sample(s.Number)); err != nil {
				return err
			}
		}
		m.count(record)
		if err := seen(s, record, reading); err != nil {
			return err
		}
	}
	return nil
}

// removed tells whether the builds are there no more.
func (m *measurement) removed() bool {
	_, err := os.Stat(m.Dir.Path("build"))
	return errors.Is(err, fs.ErrNotExist)
}

// sameRound tells that a sample is the other side of the one before: a round is
// taken whole, or not at all.
func sameRound(before, s plan.Sample) bool {
	return before.Round == s.Round && before.Cold == s.Cold && before.Benchmark.Runtime == s.Benchmark.Runtime && before.Benchmark.Name == s.Benchmark.Name
}

func (m *measurement) count(record raw.Record) {
	s := record.Sample
	m.clock.measured(s, record.Elapsed)
	m.limits.measured(record)
	m.elapsed[key(s.Benchmark)] += record.Elapsed
	m.summary.Samples++
	m.summary.Machine += record.Elapsed
	m.layouts.of(s.Benchmark.Workload).measured += record.Elapsed
	m.summary.Timed += record.Timed
	if record.Failure != "" {
		f := Failure{Runtime: s.Benchmark.Runtime, Benchmark: s.Benchmark.Name, Reason: record.Failure}
		if strings.HasPrefix(record.Failure, notBuilt) {
			f.Benchmark = ""
		}
		m.summary.fail(f)
	}
}
