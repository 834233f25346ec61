// Package report says what got slower or faster.
//
// It takes files of results of base and head, measured under the control of
// package judge, and returns one verdict for each benchmark, also as text,
// Markdown or JSON. It judges the time of an operation and, where they are
// exact, its allocations, and only results of one machine. It refuses results
// that were not measured under rules of package judge.
package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/stat"
	"github.com/cobench/cobench/go/internal/why"
)

// A Verdict is what is said of one benchmark.
type Verdict string

// The verdicts. Absence of evidence is no evidence: what can't be shown to lie
// within the minimum effect is undecided, not unchanged.
const (
	Slower    Verdict = "slower"
	Faster    Verdict = "faster"
	Unchanged Verdict = "unchanged" // within the minimum effect
	Undecided Verdict = "undecided" // may have moved, may not
	Identical Verdict = "identical" // the same code, run in the same way
	Failed    Verdict = "failed"    // on head
	New       Verdict = "new"       // base does not have it
	Removed   Verdict = "removed"   // head does not have it
	Accepted  Verdict = "accepted"  // moved, as the project has accepted beforehand
	// NotReached executes nothing that the change touches, and so was not measured: it
	// may still move, by where the linker puts it or by what is inlined.
	NotReached Verdict = "not reached"
)

// Verdicts is all of them, what matters most first.
var Verdicts = []Verdict{Slower, Failed, Faster, Accepted, Undecided, New, Removed, Unchanged, NotReached, Identical}

// A Row is the verdict on one benchmark, with all that it rests on. A pointer is
// nil where there is no such number.
type Row struct {
	Verdict    Verdict  `json:"verdict"`
	Runtime    string   `json:"runtime"`
	Benchmark  string   `json:"benchmark"`
	Was        string   `json:"was,omitempty" jsonschema:"its name on base, if another"`
	Machine    string   `json:"machine" jsonschema:"empty where it was measured on none, or on several"`
	Base       *float64 `json:"base" jsonschema:"median of all samples, in seconds"`
	Head       *float64 `json:"head" jsonschema:"median of all samples, in seconds"`
	Ratio      *float64 `json:"ratio" jsonschema:"of head to base"`
	Low        *float64 `json:"low" jsonschema:"lower end of its interval"`
	High       *float64 `json:"high" jsonschema:"upper end of its interval"`
	P          *float64 `json:"p" jsonschema:"adjusted for all looks and all benchmarks"`
	Detectable *float64 `json:"detectable" jsonschema:"change that would have been shown"`
	Excluded   *float64 `json:"excluded" jsonschema:"change that the samples rule out"`
	With       string   `json:"with,omitempty" jsonschema:"group whose verdict it shares"`
	N          int      `json:"n" jsonschema:"rounds that the verdict rests on"`
	Rounds     int      `json:"rounds" jsonschema:"rounds measured"`
	Reason     string   `json:"reason,omitempty" jsonschema:"why there is no verdict, or what else is to be said"`
	// Open says that the run ended before it was decided, and Looks how it looks: it
	// may be as slow or fast by chance.
	Open  bool    `json:"open,omitempty" jsonschema:"the run ended before it was decided"`
	Looks Verdict `json:"looks,omitempty" jsonschema:"how it looks, by chance perhaps"`
	// Allocations is the verdict on what is counted, "" where nothing exact differs.
	Allocations Verdict `json:"allocations,omitempty" jsonschema:"verdict on what is counted"`
	Counts      []Count `json:"counts,omitempty"`
	Units       []Unit  `json:"units,omitempty" jsonschema:"units besides time that vote"`
	// Functions are those whose time in an operation moved most, and Sites those whose
	// allocations did, where profiles were taken.
	Functions []why.Function `json:"functions,omitempty" jsonschema:"functions whose time in an operation moved most, in ns"`
	Sites     []why.Function `json:"sites,omitempty" jsonschema:"functions whose allocations moved most: in number, or on a JVM in bytes"`
	sitesUnit string
	flames    [2]string // files of the flame graphs of both
	job       string    // that it is of
	Members   int       `json:"members,omitempty" jsonschema:"of a group: how many benchmarks it has"`
	// Unreached says that it executes nothing that the change touches.
	Unreached bool       `json:"unreached,omitempty" jsonschema:"executes nothing that the change touches"`
	Alike     bool       `json:"alike,omitempty" jsonschema:"measured though both sides have the same code"`
	Benchstat *Benchstat `json:"benchstat,omitempty" jsonschema:"what stock benchstat says of the same samples"`
	// Spread is how far the base's own samples are from their median, as a part of it.
	Spread float64 `json:"-"`
}

// Benchstat is what stock benchstat says of all samples of a row, by itself and
// without regard to how many rows there are.
type Benchstat struct {
	P         float64 `json:"p"`
	Delta     float64 `json:"delta"` // of the medians, as a part
	Disagrees bool    `json:"disagrees"`
}

// A Report is the verdicts on all benchmarks.
type Report struct {
	Alpha         float64 // of the whole report
	MinimumEffect float64
	Confidence    float64
	Profile       string
	Base, Head    string // commits
	Machines      []string
	Upgrades      []string // that head is built with and run by: jdk=26, go=1.27.0, a dependency=its version
	Toolchains    []string // that differ between the sides
	Groups        []Row    // of several benchmarks taken together: those that moved
	Rows          []Row    // what matters most first, then as measured
	Reach         Reach
	Budget        time.Duration   // of the run of a project's benchmarks; 0 where nobody says
	Table         *compare.Report // nil where nothing was measured, and of two files
	Unpaired      bool            // of two files, measured one after the other
	Notes         []string        // on entries of the project's configuration that are of no use
}

// tables is how stock benchstat is asked for the same.
var tables = compare.Options{
	Table:  "goos,goarch,cpu,cores,runtime",
	Col:    "side@(base head)",
	Row:    ".fullname",
	Filter: ".unit:sec/op",
	Ignore: strings.Join(slices.Concat(results.SampleKeys, []string{results.Judging, results.Job, results.Alike, results.RulerID, results.RulerTimes, results.Alpha, results.MinimumEffect}), ","),
}

// Read judges the results of sources.
func Read(sources []compare.Source) (*Report, error) {
	found, err := read(sources)
	if err != nil {
		return nil, err
	}
	if found.commits[base] == "" {
		return nil, errors.New("no results of side base: measure both with cobench bench -base REF, or use cobench compare -col runtime")
	}
	if x := found.reach; x.Unexecuted > x.Changed || len(x.Functions) > x.Unexecuted {
		return nil, fmt.Errorf("%d functions are executed by no benchmark, %d of them named, and %d differ: want no more", x.Unexecuted, len(x.Functions), x.Changed)
	}
	r := &Report{Profile: found.profile, Base: found.commits[base], Head: found.commits[head], Upgrades: found.upgrades, Machines: found.machines, Reach: found.reach, Budget: found.budget}
	for _, j := range found.jobs {
		r.Alpha += j.rules.Alpha // the jobs share it
		r.MinimumEffect, r.Confidence = j.rules.MinimumEffect, j.rules.Confidence
		if err := r.judge(j); err != nil {
			return nil, err
		}
		for _, b := range j.benchmarks {
			if change := b.toolchains(); change != "" && !slices.Contains(r.Toolchains, b.runtime+": "+change) {
				r.Toolchains = append(r.Toolchains, b.runtime+": "+change)
			}
		}
	}
	if slices.ContainsFunc(r.Rows, func(x Row) bool { return x.Base != nil || x.Head != nil }) {
		options := tables
		if len(found.packages) > 0 {
			options.Table += ",pkg"
		}
		if r.Table, err = compare.Read(options, sources); err != nil {
			return nil, err
		}
		r.addBenchstat(found.packages)
	}
	r.Sort()
	return r, nil
}

// Sort puts what matters most first.
func (r *Report) Sort() {
	slices.SortStableFunc(r.Rows, func(a, b Row) int {
		return cmp.Compare(slices.Index(Verdicts, a.Verdict), slices.Index(Verdicts, b.Verdict))
	})
}

// Rounds are those of a benchmark, in the order of measuring.
type Rounds struct {
	Benchmark string
	Rounds    []judge.Round
}

// ReadRounds reads what was measured on both sides, with the rules that it was
// measured to be judged by, and judges nothing.
func ReadRounds(sources []compare.Source) ([]Rounds, judge.Rules, error) {
	found, err := read(sources)
	if err != nil {
		return nil, judge.Rules{}, err
	}
	var all []Rounds
	var rules judge.Rules
	for _, j := range found.jobs {
		rules = j.rules
		for _, b := range j.benchmarks {
			if rounds := b.rounds(); !b.unranked && len(rounds) > 0 {
				all = append(all, Rounds{b.runtime + " " + b.name, rounds})
			}
		}
	}
	return all, rules, nil
}

// Count is how many rows have a verdict, those of groups among them.
func (r *Report) Count(v Verdict) int { return r.count(func(x Row) bool { return x.Verdict == v }) }

// all are the rows of groups, and those of benchmarks after them.
func (r *Report) all() []Row { return slices.Concat(r.Groups, r.Rows) }

// Found is of how many benchmarks the report says that they got slower, by themselves
// or with their group.
func (r *Report) Found() int {
	n := 0
	for _, x := range r.Rows {
		inGroup := slices.ContainsFunc(r.Groups, func(g Row) bool { return g.Benchmark == x.With && g.Verdict == Slower })
		if x.Verdict == Slower || inGroup {
			n++
		}
	}
	return n
}

// Alike counts the benchmarks that were measured though both sides have the same code,
// and those among them that the report calls slower or faster: false alarms.
func (r *Report) Alike() (measured, called int) {
	for _, x := range r.Rows {
		if !x.Alike {
			continue
		}
		measured++
		if x.Verdict == Slower || x.Verdict == Faster {
			called++
		}
	}
	return measured, called
}

// judge adds the rows of a job.
func (r *Report) judge(j *job) error {
	var names []string
	rounds := map[string][]judge.Round{}
	alone := map[string]bool{} // what can't speak for its group
	var rows []Row
	var judged []*benchmark
	for _, b := range j.benchmarks {
		if b.unranked {
			continue
		}
		x := b.row()
		if x.Machine != "" {
			x.Counts = b.counts(j.rules.Looks[0])
			x.Allocations = ofAllocations(x.Counts)
		}
		if x.Verdict == "" {
			name := b.runtime + " " + b.name
			names = append(names, name)
			rounds[name] = b.rounds()
			why, both := b.unsteady()
			alone[name] = why != "" && !both
			judged = append(judged, b)
		}
		rows = append(rows, x)
	}
	state, err := judge.New(j.rules, names, judge.GroupBy(names, func(name string) []string {
		if alone[name] {
			return nil
		}
		return results.Families(name)
	})...)
	if err != nil {
		return err
	}
	for i, name := range names {
		if err := state.Add(name, rounds[name]...); err != nil {
			return err
		}
		if err := addUnits(state, j.rules.Units, name, judged[i]); err != nil {
			return err
		}
	}
	for _, g := range state.Groups() {
		if g.Verdict != judge.Undecided {
			r.Groups = append(r.Groups, ofGroup(g, judged[slices.Index(names, g.Benchmarks[0])]))
		}
	}
	verdicts, units := state.Verdicts(), state.Units()
	for _, x := range rows {
		if x.Verdict == "" {
			x.take(verdicts[0])
			x.settle(judged[0])
			x.takeUnits(units, verdicts[0].Benchmark, judged[0])
			verdicts, judged = verdicts[1:], judged[1:]
		}
		x.job = j.name
		r.Rows = append(r.Rows, x)
	}
	return nil
}

// row is what can be said of a benchmark without judging it; without a verdict
// if there is something to judge.
func (b *benchmark) row() Row {
	x := Row{Runtime: b.runtime, Benchmark: b.name, Was: b.was, Base: median(b.measured(base)), Head: median(b.measured(head)), Spread: spread(b.measured(base))}
	on := func(name string, of func(*side) bool) bool { return b.sides[name] != nil && of(b.sides[name]) }
	skipped := func(s *side) bool { return s.skipped != "" }
	alike := func(s *side) bool { return s.alike }
	x.Alike = on(base, alike) && on(head, alike)
	x.Unreached = b.unreached
	machines := b.machines()
	if len(machines) == 1 {
		x.Machine = machines[0]
	}
	switch {
	case on(base, func(s *side) bool { return s.identical }) && on(head, func(s *side) bool { return s.identical }):
		x.Verdict = Identical
	case b.unreached && on(base, skipped) && on(head, skipped):
		x.Verdict, x.Reason = NotReached, b.sides[head].skipped
	case on(base, skipped) && on(head, skipped):
		x.Verdict, x.Reason = Undecided, b.sides[head].skipped
	case b.failure(head) != "" && b.failure(base) != "":
		x.Verdict, x.Reason = Undecided, "fails on both sides: "+b.failure(head)
	case b.failure(head) != "":
		x.Verdict, x.Reason = Failed, b.failure(head)
		if x.Base != nil {
			x.Reason = "base passes; head: " + x.Reason
		}
	case on(head, skipped) || b.sides[head] == nil:
		x.Verdict = Removed
	case on(base, skipped) || b.sides[base] == nil:
		x.Verdict = New
	case b.failure(base) != "":
		x.Verdict, x.Reason = Undecided, "base failed: "+b.failure(base)
	case len(machines) > 1:
		x.Verdict, x.Reason = Undecided, "measured on several machines: "+strings.Join(machines, "; ")
	default:
		for i, round := range b.rounds() {
			if err := round.Check(); err != nil {
				x.Verdict, x.Reason = Undecided, fmt.Sprintf("round %d: %v", i+1, err)
				break
			}
		}
	}
	return x
}

// spread is the median distance from the median, scaled to the standard deviation of
// normal noise, as a part of the median; 0 of none.
func spread(times []float64) float64 {
	middle := stat.Median(times)
	var far []float64
	for _, t := range times {
		far = append(far, math.Abs(t-middle))
	}
	if s := 1.4826 * stat.Median(far) / middle; s > 0 && !math.IsInf(s, 0) {
		return s
	}
	return 0
}

// take fills in what the judge says.
func (x *Row) take(j judge.Row) {
	x.Verdict, x.N, x.Rounds, x.With, x.Reason = Verdict(j.Verdict), j.N, j.Rounds, j.With, j.Reason
	x.Open, x.Looks = j.Open, Verdict(j.Looks)
	x.Ratio, x.Low, x.High, x.Detectable = finite(j.Ratio), finite(j.Low), finite(j.High), finite(j.Detectable)
	x.Excluded = finite(j.Excluded)
	if j.P < 1 {
		x.P = finite(j.Adjusted)
	}
}

// ofGroup is the row of benchmarks that moved together, on the machine of one of them.
func ofGroup(g judge.GroupRow, member *benchmark) Row {
	return Row{
		Verdict: Verdict(g.Verdict), Runtime: member.runtime, Benchmark: g.Group, Members: len(g.Benchmarks), Machine: member.machines()[0],
		Ratio: finite(g.Ratio), Low: finite(g.Low), High: finite(g.High), P: finite(g.Adjusted), N: g.N, Rounds: g.N,
	}
}

// settle withholds a verdict where one side alone is unsteady: what moved may be
// how far its processes got. Where both are, it is marked.
func (x *Row) settle(b *benchmark) {
	why, both := b.unsteady()
	if why == "" {
		return
	}
	if x.Reason == "" {
		x.Reason = why
	} else {
		x.Reason += "; " + why
	}
	if !both {
		x.Verdict = Undecided
	}
}

// significant is benchstat's threshold.
const significant = 0.05

// addBenchstat sets benchstat's numbers beside ours.
func (r *Report) addBenchstat(qualifiers map[string]string) {
	rows := map[string]*Row{}
	for i, x := range r.Rows {
		rows[x.Machine+" "+x.Runtime+" "+x.Benchmark] = &r.Rows[i]
	}
	for _, t := range r.Table.Tables {
		key := map[string]string{}
		for _, s := range t.Key {
			key[s.Key] = s.Value
		}
		on := results.MachineWords(key[results.OS], key[results.Arch], key[results.CPU], key[results.Cores]) + " " + key[results.Runtime] + " "
		if t.Unit != results.SecPerOp || len(t.Columns) != 2 {
			continue
		}
		for _, row := range t.Rows {
			x, cell := rows[on+results.Qualify(qualifiers[key[results.Pkg]], row.Name)], row.Cells[1]
			if x == nil || !cell.Compared {
				continue
			}
			b := &Benchstat{P: math.Min(1, cell.Comparison.P), Delta: cell.Summary.Center/row.Cells[0].Summary.Center - 1}
			called := x.Verdict == Slower || x.Verdict == Faster
			b.Disagrees = called != (b.P < significant) || x.Verdict == Slower && b.Delta < 0 || x.Verdict == Faster && b.Delta > 0
			x.Benchstat = b
		}
	}
}

func median(values []float64) *float64 {
	return finite(stat.Median(values))
}

// finite is nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
