package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/results"
)

// measured is what the files say of both sides.
type measured struct {
	jobs     []*job
	commits  map[string]string // by side
	packages map[string]string // their qualifiers
	profile  string
	machines []string
	upgrades []string
	reach    Reach
	budget   time.Duration
}

// A job is judged by itself: its samples were taken under one set of rules, on
// one machine.
type job struct {
	name       string
	rules      judge.Rules
	judging    string // the rules as they stand with the results
	benchmarks []*benchmark
	byKey      map[string]*benchmark
}

type benchmark struct {
	runtime, name string
	was           string // its name on base, if another
	pkg           string // of an unpaired file
	sides         map[string]*side
	unranked      bool
	unreached     bool
}

// A side is what was measured of a benchmark on one side.
type side struct {
	times     map[int]float64            // seconds, by round
	counts    map[string][]float64       // by unit
	least     int                        // operations of the shortest sample
	most      int                        // and of the longest
	units     map[string]map[int]float64 // that vote, by round
	failures  map[int]string
	machines  []string
	toolchain string
	skipped   string
	identical bool
	alike     bool     // and measured all the same
	unsteady  []string // why, of each sample that was so
}

const (
	base = results.Base
	head = results.Head
)

// read refuses files that can't be parsed and ones that were not measured to be
// judged.
func read(sources []compare.Source) (*measured, error) {
	r := &measured{commits: map[string]string{}, packages: map[string]string{}}
	for _, s := range sources {
		data, err := s.Read()
		if err != nil {
			return nil, err
		}
		err = results.Each(data, s.Name, func(record benchfmt.Record) error {
			if line, ok := record.(*benchfmt.Result); ok {
				return r.add(line)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *measured) add(line *benchfmt.Result) error {
	name := line.GetConfig(results.Side)
	if name != base && name != head {
		return fmt.Errorf("side %q, want %s or %s: measure both with cobench bench -base REF, or give two files, the old one first", name, base, head)
	}
	if _, cold := line.Value(results.StartSeconds); cold {
		return nil // one unit of a benchmark votes, and it is the time of an operation
	}
	j, err := r.job(line)
	if err != nil {
		return err
	}
	if text := line.GetConfig(results.Upgrade); text != "" && name == head {
		r.upgrades = strings.Fields(text)
	}
	r.profile, r.commits[name] = line.GetConfig(results.Profile), line.GetConfig(results.Commit)
	if pkg := line.GetConfig(results.Pkg); pkg != "" {
		r.packages[pkg] = line.GetConfig(results.Qualifier)
	}
	b := j.benchmark(line.GetConfig(results.Runtime), results.Qualified(line))
	if was := line.GetConfig(results.Was); was != "" && name == base {
		b.was = results.Qualify(line.GetConfig(results.Qualifier), was)
	}
	if err := r.addReach(line); err != nil {
		return err
	}
	b.unreached = b.unreached || line.GetConfig(results.Reach) == results.NotReached
	b.unranked = b.unranked || line.GetConfig(results.Unranked) != ""
	s := b.sides[name]
	if s == nil {
		s = &side{times: map[int]float64{}, counts: map[string][]float64{}, units: map[string]map[int]float64{}, failures: map[int]string{}}
		b.sides[name] = s
	}
	machine := results.MachineOf(line)
	if !slices.Contains(s.machines, machine) {
		s.machines = append(s.machines, machine)
	}
	if !slices.Contains(r.machines, machine) {
		r.machines = append(r.machines, machine)
	}
	s.toolchain = line.GetConfig(results.Toolchain)
	return s.add(line, j.rules.Units)
}

func (r *measured) job(line *benchfmt.Result) (*job, error) {
	text := line.GetConfig(results.Judging)
	if text == "" {
		return nil, fmt.Errorf("no rules to judge by: measure both sides with cobench bench -base REF")
	}
	name := line.GetConfig(results.Job)
	i := slices.IndexFunc(r.jobs, func(j *job) bool { return j.name == name })
	if i < 0 {
		rules, err := judge.Parse(text)
		if err != nil {
			return nil, err
		}
		r.jobs = append(r.jobs, &job{name: name, rules: rules, judging: text, byKey: map[string]*benchmark{}})
		i = len(r.jobs) - 1
	}
	if j := r.jobs[i]; j.judging != text {
		return nil, fmt.Errorf("job %s: two sets of rules, %s and %s: report each run separately", name, text, j.judging)
	}
	return r.jobs[i], nil
}

func (j *job) benchmark(runtime, name string) *benchmark {
	key := runtime + " " + name
	b := j.byKey[key]
	if b == nil {
		b = &benchmark{runtime: runtime, name: name, sides: map[string]*side{}}
		j.byKey[key] = b
		j.benchmarks = append(j.benchmarks, b)
	}
	return b
}

func (s *side) add(line *benchfmt.Result, units []judge.Unit) error {
	reason := line.GetConfig(results.Reason)
	if _, ok := line.Value(results.Skips); ok {
		s.skipped, s.identical = reason, line.GetConfig(results.Alike) != ""
		return nil
	}
	s.alike = s.alike || line.GetConfig(results.Alike) != ""
	round, err := strconv.Atoi(line.GetConfig(results.Round))
	if err != nil || round < 1 {
		return fmt.Errorf("round %q, want a whole number from 1 on", line.GetConfig(results.Round))
	}
	_, twice := s.times[round]
	if _, failed := s.failures[round]; twice || failed {
		return fmt.Errorf("two samples of %s in round %d: pass each file only once", line.Name, round)
	}
	if _, ok := line.Value(results.Failures); ok {
		s.failures[round] = reason
		return nil
	}
	seconds, ok := line.Value(results.SecPerOp)
	if !ok {
		seconds, ok = line.Value(results.NsPerOp) // zero, of which the reader makes no seconds
	}
	if !ok {
		return fmt.Errorf("%s has no ns/op, and only times are judged", line.Name)
	}
	s.times[round] = seconds
	s.addCounts(line)
	s.addUnits(units, round, line.Values)
	if why := line.GetConfig(results.Unsteady); why != "" {
		s.unsteady = append(s.unsteady, why)
	}
	return nil
}

// rounds pairs the samples of both sides, in the order of measuring. A round
// that has one side alone is not there yet: the run was ended in it.
func (b *benchmark) rounds() []judge.Round {
	var rounds []judge.Round
	for _, n := range slices.Sorted(maps.Keys(b.ended(base))) {
		if !b.ended(head)[n] {
			continue
		}
		r := judge.Round{Base: b.sides[base].times[n], Head: b.sides[head].times[n]}
		for _, name := range []string{base, head} {
			if reason, failed := b.sides[name].failures[n]; failed {
				r.Failed = name + ": " + reason
			}
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// complete are the rounds of which both sides have a sample, in the order of measuring.
func (b *benchmark) complete() []int {
	var all []int
	for _, n := range slices.Sorted(maps.Keys(b.sides[base].times)) {
		if _, ok := b.sides[head].times[n]; ok {
			all = append(all, n)
		}
	}
	return all
}

// ended are the rounds of which a side has a sample, or a reason why it has none.
func (b *benchmark) ended(name string) map[int]bool {
	ended := map[int]bool{}
	if s := b.sides[name]; s != nil {
		for n := range s.times {
			ended[n] = true
		}
		for n := range s.failures {
			ended[n] = true
		}
	}
	return ended
}

// measured are the times of a side in the order of measuring.
func (b *benchmark) measured(name string) []float64 {
	s := b.sides[name]
	if s == nil {
		return nil
	}
	var times []float64
	for _, n := range slices.Sorted(maps.Keys(s.times)) {
		times = append(times, s.times[n])
	}
	return times
}

// failure is the reason why a side has no time at all, or "".
func (b *benchmark) failure(name string) string {
	s := b.sides[name]
	if s == nil || len(s.times) > 0 || len(s.failures) == 0 {
		return ""
	}
	return s.failures[slices.Min(slices.Collect(maps.Keys(s.failures)))]
}

// unsettled tells why a side's median is of processes that had not settled, or "".
func (s *side) unsettled() string {
	if n := len(s.unsteady); results.Unsettled(n, len(s.times)) {
		why, _, _ := strings.Cut(s.unsteady[0], ":")
		return fmt.Sprintf("unsteady in %d of %d samples: %s", n, len(s.times), why)
	}
	return ""
}

// unsteady tells what is unsettled of a benchmark, and whether both sides are,
// which alone can be held against each other.
func (b *benchmark) unsteady() (why string, both bool) {
	was, is := b.sides[base].unsettled(), b.sides[head].unsettled()
	switch {
	case was != "" && is != "":
		return "both sides " + is, true
	case was != "":
		return "base " + was, false
	case is != "":
		return "head " + is, false
	}
	return "", false
}

// machines are those of both sides: more than one and nothing can be compared.
func (b *benchmark) machines() []string {
	var all []string
	for _, name := range []string{base, head} {
		if s := b.sides[name]; s != nil {
			all = append(all, s.machines...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// toolchains tells by what a side was run, "" where both had the same.
func (b *benchmark) toolchains() string {
	if b.sides[base] == nil || b.sides[head] == nil || b.sides[base].toolchain == b.sides[head].toolchain {
		return ""
	}
	return strings.Join([]string{b.sides[base].toolchain, b.sides[head].toolchain}, " → ")
}
