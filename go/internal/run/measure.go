package run

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/progress"
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

	begun    time.Time     // when this start began to measure
	measured time.Duration // what its own samples took
	limits   *limits
	seen     map[string]stamp // of the programs, when they were last as they were built
	layouts  *layouts
	with     func(command []string) []string // the command of a process that is no sample, or the same
}

func same(command []string) []string { return command }

// measure takes the samples that were planned, and of a judged plan those that
// its judge asks for.
func (o Options) measure(ctx context.Context, job plan.Job, r raw.Run, begun time.Time) (Summary, error) {
	m := &measurement{Options: o, run: r, clock: newEstimate(), limits: newLimits(r), seen: map[string]stamp{}, layouts: newLayouts(), with: same, elapsed: map[string]time.Duration{}, begun: o.Now()}
	if o.Budget > 0 {
		m.end = begun.Add(o.Budget)
	}
	job.Benchmarks = r.Measured(job)
	if o.Plan.Judged() && o.Plan.Recording == 0 {
		if err := m.judged(ctx, job); err != nil {
			return m.summary, err
		}
		return m.summary, m.ruleAfter(ctx)
	}
	seen := func(plan.Sample, raw.Record, Reading) error { return nil }
	samples := o.Plan.Schedule(job)
	for further := 1; len(samples) > 0; further++ {
		if err := m.take(ctx, samples, seen); err != nil {
			return m.summary, err
		}
		if m.summary.Left > 0 {
			break
		}
		var err error
		if samples, err = m.fill(job, further, begun); err != nil {
			return m.summary, err
		}
	}
	return m.summary, m.ruleAfter(ctx)
}

// judged takes the samples of a plan's first round, which tell what a round takes, and
// then those that its judge asks for: up to the first look, and from there on. A plan
// with cold samples is measured up to its first look at once.
func (m *measurement) judged(ctx context.Context, job plan.Job) error {
	j, err := newJudging(m.Plan, job, m.run, func(what string) { m.Report(progress.Event{Kind: progress.Step, What: what}) })
	if err != nil {
		return err
	}
	samples := m.Plan.Schedule(job)
	planned, looked := len(samples), 0 // looked is when the first look is taken
	if m.Plan.ColdRounds == 0 {
		samples, looked = samples[:firstRound(samples)], 1
	}
	for asked := 0; len(samples) > 0; asked++ {
		if err := m.take(ctx, samples, j.add); err != nil {
			return err
		}
		if m.summary.Left > 0 {
			m.summary.Left += max(0, planned-m.planned)
			return nil
		}
		if asked == looked && m.Confirm > 0 {
			if end := m.Now().Add(max(m.Confirm, time.Duration(float64(m.summary.Machine)/m.share()))); m.end.IsZero() || end.Before(m.end) {
				m.end = end
			}
		}
		room, err := m.room(asked)
		if err != nil {
			return err
		}
		cost := func(name string) float64 { return m.round(name, j.rounds[name]) }
		if samples = j.more(m.planned, judge.Room{Left: float64(room), Round: cost}); len(samples) == 0 {
			m.summary.Left += j.lacking()
			return nil
		}
		if err := m.keepRoom(asked, room); err != nil {
			return err
		}
	}
	return nil
}

// round is what a round of a benchmark takes, in milliseconds, by what those so far took.
func (m *measurement) round(name string, rounds int) float64 {
	if rounds == 0 {
		return 2 * float64(m.summary.Machine.Milliseconds()) / float64(max(1, m.summary.Samples))
	}
	return float64(m.elapsed[name].Milliseconds()) / float64(rounds)
}

// firstRound is how many samples the first round has.
func firstRound(samples []plan.Sample) int {
	if i := slices.IndexFunc(samples, func(s plan.Sample) bool { return s.Round > 1 }); i >= 0 {
		return i
	}
	return len(samples)
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

// room is how much time there is for samples, in milliseconds, less what comes on top
// of them by what came on top so far, such as linking; on a resumed run what it was
// when the judge was asked for the same.
func (m *measurement) room(asked int) (int, error) {
	rooms, err := m.Dir.Rooms()
	switch {
	case err != nil:
		return 0, err
	case asked < len(rooms):
		return rooms[asked], nil
	case m.end.IsZero():
		return math.MaxInt, nil
	}
	return max(0, int(float64(m.end.Sub(m.Now()).Milliseconds())*m.share())), nil
}

// keepRoom keeps by how much time the judge has chosen samples.
func (m *measurement) keepRoom(asked, room int) error {
	rooms, err := m.Dir.Rooms()
	if err != nil || asked < len(rooms) {
		return err
	}
	return m.Dir.SetRooms(append(rooms, room))
}

// share is the part of this start's time that its samples took.
func (m *measurement) share() float64 {
	all := m.Now().Sub(m.begun)
	if m.measured == 0 || all <= m.measured {
		return 1
	}
	return float64(m.measured) / float64(all)
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
			return failure.Inputf("%s: its builds were removed after a day or to free space: start a new run", m.Dir)
		case errors.Is(err, fs.ErrNotExist):
			if i == 0 || !sameRound(samples[i-1], s) {
				if err := m.ruleBefore(ctx, s.Number-1); err != nil {
					return err
				}
				if err := m.relink(ctx, s); err != nil {
					return err
				}
			}
			m.Report(progress.Event{Kind: progress.Begun, Sample: s, Done: s.Number - 1, Total: m.planned, Left: m.clock.left()})
			if record, reading, err = m.sample(ctx, s); errors.Is(err, errCutShort) {
				m.summary.Left += len(samples) - i
				return nil
			} else if err != nil {
				return err
			}
			m.measured += record.Elapsed
		case err != nil:
			return err
		case !reflect.DeepEqual(record.Sample, s):
			return failure.Inputf("%s: this sample is of another plan", m.Dir.Sample(s.Number))
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
	m.elapsed[s.Benchmark.Key()] += record.Elapsed
	m.summary.Samples++
	m.summary.Machine += record.Elapsed
	m.layouts.of(s.Benchmark.Workload).measured += record.Elapsed
	m.summary.Timed += record.Timed
	if record.Failure != "" {
		f := Failure{Runtime: s.Benchmark.Runtime, Benchmark: s.Benchmark.Name, Reason: record.Failure}
		if strings.HasPrefix(record.Failure, build.NotBuilt) {
			f.Benchmark = ""
		}
		m.summary.fail(f)
	}
}
