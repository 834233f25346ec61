package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/changepoint"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish/shard"
	"github.com/cobench/cobench/go/internal/results"
)

// trends is what the main branch's runs have made so far: an axis of runs, and
// for each benchmark on each runtime a shard with its points along it.
type trends struct {
	Machines     []results.Machine
	Environments []Environment
	Runs         []axisRun
	Units        []Unit
	series       []*series
	renamed      results.Renames
	released     int // how many runs are of commits up to the last release

	byName       map[results.ID]*series
	byMachine    [][]int // places of the runs on each machine
	environments map[string]int
}

// axisRun is one run of the main branch.
type axisRun struct {
	Listing
	Machine, Environment int // places in the lists
	Ruler                results.Ruler
}

type series struct {
	pkg, name string       // the results' own
	shard     *shard.Shard // has the site's name
	levels    map[*shard.Column]*level
	file      []byte // the shard as it was written last; nil if points have come since
	summary   []row  // its rows in the list of all trends, as of then
}

// level follows one column for change points. The ratio to another ruler is
// another quantity, so each ruler has a part of its own.
type level struct{ parts []part }

type part struct {
	ruler string // its number; "" where values stand as they are
	from  int    // index of its first point in the column
	trend *changepoint.Trend
}

func newTrends() *trends {
	return &trends{byName: map[results.ID]*series{}, environments: map[string]int{}}
}

// add takes in the next run.
func (t *trends) add(id string, d *digest) error {
	run := axisRun{Ruler: d.Ruler, Listing: Listing{
		ID: id, Kind: history.Main, Date: d.Date, Commit: d.Commit, Dirty: d.Dirty, Profile: d.Profile, CPU: d.Machine.CPU, Runtimes: d.Runtimes,
	}}
	run.Machine = t.machine(d.Machine)
	var err error
	if run.Environment, err = t.environment(d.Environment); err != nil {
		return err
	}
	t.count(run.Machine, len(t.Runs))
	number := len(t.byMachine[run.Machine]) - 1
	for _, p := range d.Points {
		// A difference of two readings may come out below 0. The run has it; the scale of a trend is one of ratios.
		if p.Center < 0 && !results.IsTime(p.Unit) {
			continue
		}
		now := t.renamed.Of(p.ID)
		if now != p.ID && d.has(now, p.Unit) {
			continue // the run has one of the present name
		}
		s := t.of(now)
		s.file = nil
		column := s.shard.Column(p.Unit, run.Machine)
		point := shard.Point{Run: number, Center: p.Center, Low: p.Low, High: p.High, N: p.N, Unsteady: p.Unsteady}
		if results.IsTime(p.Unit) { // time alone has changes to look for
			point.Code = column.Code(p.Code)
		}
		if err := column.Append(point); err != nil {
			return fmt.Errorf("%s %s: %s: %w", p.Runtime, p.Name, p.Unit, err)
		}
		if results.IsTime(p.Unit) {
			if err := s.follow(column, point, d.Ruler); err != nil {
				return fmt.Errorf("%s %s: %s: %w", p.Runtime, p.Name, p.Unit, err)
			}
		}
	}
	for _, u := range d.Units {
		if !slices.ContainsFunc(t.Units, func(known Unit) bool { return known.Name == u.Name }) {
			t.Units = append(t.Units, u)
		}
	}
	t.Runs = append(t.Runs, run)
	return nil
}

// count adds the run at a place of the axis to those of its machine.
func (t *trends) count(machine, place int) {
	for len(t.byMachine) <= machine {
		t.byMachine = append(t.byMachine, nil)
	}
	t.byMachine[machine] = append(t.byMachine[machine], place)
}

func (t *trends) of(id results.ID) *series {
	s, ok := t.byName[id]
	if !ok {
		s = &series{pkg: id.Pkg, name: id.Name, shard: &shard.Shard{Runtime: id.Runtime, Columns: []*shard.Column{}}, levels: map[*shard.Column]*level{}}
		t.byName[id] = s
		t.series = append(t.series, s)
	}
	return s
}

func (t *trends) machine(m results.Machine) int {
	for i, known := range t.Machines {
		if known == m {
			return i
		}
	}
	t.Machines = append(t.Machines, m)
	return len(t.Machines) - 1
}

func (t *trends) environment(e Environment) (int, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return 0, err
	}
	i, ok := t.environments[string(text)]
	if !ok {
		i = len(t.Environments)
		t.environments[string(text)] = i
		t.Environments = append(t.Environments, e)
	}
	return i, nil
}

func better(known benchfmt.UnitMetadataMap, unit string) string {
	switch better := known.GetBetter(unit); {
	case better < 0:
		return "lower"
	case better > 0:
		return "higher"
	}
	return ""
}

// follow appends the column's newest point to its level, of which an unsettled one is no part.
func (s *series) follow(column *shard.Column, point shard.Point, ruler results.Ruler) error {
	l := s.levels[column]
	if l == nil {
		l = &level{}
		s.levels[column] = l
	}
	if n := len(l.parts); n == 0 || l.parts[n-1].ruler != ruler.Number {
		trend, err := changepoint.NewTrend(changepoint.Defaults)
		if err != nil {
			return err
		}
		l.parts = append(l.parts, part{ruler.Number, column.Count - 1, trend})
	}
	trend := l.parts[len(l.parts)-1].trend
	if point.Unsettled() {
		trend.LeaveOut()
		return nil
	}
	value := point.Center
	if ruler.Seconds > 0 {
		value /= ruler.Seconds
	}
	return trend.Append(value)
}

// encode brings the shard's change points and bytes up to date.
func (s *series) encode(t *trends, dates []int64) error {
	if s.file != nil {
		return nil
	}
	for _, column := range s.shard.Columns {
		if err := s.change(column, t.byMachine[column.Machine]); err != nil {
			return err
		}
	}
	var err error
	if s.summary, err = s.rows(t, dates); err != nil {
		return err
	}
	s.file, err = s.shard.Encode()
	return err
}

// change brings the change points of a column up to date; runs are the places of
// the runs on its machine.
func (s *series) change(column *shard.Column, runs []int) error {
	// A change between the same two segments is the one that it was.
	before := map[[3]int]shard.Change{}
	for _, c := range column.Changes {
		before[[3]int{c.Index, c.Before, c.After}] = c
	}
	column.Changes = nil
	l := s.levels[column]
	if l == nil {
		return nil
	}
	for _, part := range l.parts {
		for _, point := range part.trend.Points() {
			change, ok := before[[3]int{part.from + point.Index, point.Before.N, point.After.N}]
			if !ok {
				var err error
				if change, err = changeOf(column, runs, part, point); err != nil {
					return err
				}
			}
			column.Changes = append(column.Changes, change)
		}
	}
	return nil
}

// provisional is below how many later values a change may yet be taken back.
const provisional = 5

func changeOf(column *shard.Column, runs []int, p part, point changepoint.Point) (shard.Change, error) {
	low, high := point.Interval(confidence)
	c := shard.Change{
		Index: p.from + point.Index,
		Ratio: digits(point.Ratio), Low: digits(low), High: digits(high), P: digits(point.P),
		Before: point.Before.N, After: point.After.N, Ruler: p.ruler != "", Provisional: point.After.N < provisional,
	}
	// The change may be found one value early or late, so one more on each side counts.
	last, first := p.from+point.Last, c.Index
	var around [4]shard.Point
	for i, index := range [...]int{p.settled(column, last, -1), last, first, p.settled(column, first, +1)} {
		var err error
		if around[i], err = column.At(index); err != nil {
			return c, err
		}
	}
	c.From, c.At = runs[around[1].Run], runs[around[2].Run]
	c.Same = around[0].Code > 0 && around[0].Code == around[3].Code
	return c, nil
}

// settled is the index of the nearest value of the part that has settled, going from
// one in steps; the one itself where there is none.
func (p part) settled(column *shard.Column, from, step int) int {
	for i := from + step; i >= p.from && i < p.from+p.trend.Len(); i += step {
		if point, err := column.At(i); err == nil && !point.Unsettled() {
			return i
		}
	}
	return from
}

// digits keeps five digits: more say nothing and make files long. What JSON
// has no number for becomes 0, which no ratio of times is.
func digits(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) || v == 0 {
		return 0
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 5, 64), 64)
	if err != nil {
		return v
	}
	return short
}

// encode brings all shards up to date.
func (t *trends) encode(names naming) error {
	for _, s := range t.series {
		if name := names.name(s.pkg, s.name); s.shard.Benchmark != name {
			s.shard.Benchmark, s.file = name, nil
		}
	}
	dates := t.dates()
	return each(len(t.series), func(i int) error { return t.series[i].encode(t, dates) })
}

// dates are when the runs began, as Unix time.
func (t *trends) dates() []int64 {
	all := make([]int64, len(t.Runs))
	for i, r := range t.Runs {
		all[i] = seconds(r.Date)
	}
	return all
}

// each calls f with every number below n, on all processors.
func each(n int, f func(i int) error) error {
	var (
		group sync.WaitGroup
		lock  sync.Mutex
		next  int
		errs  = make([]error, n)
	)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				lock.Lock()
				i := next
				next++
				lock.Unlock()
				if i >= n {
					return
				}
				errs[i] = f(i)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// take reads files in their order, several at a time, and adds those that can be shown.
func (t *trends) take(root string, files []file, bad *skips) error {
	type outcome struct {
		digest *digest
		err    error
	}
	// A reader waits when it is this far ahead of those before it.
	ahead := 2 * runtime.GOMAXPROCS(0)
	outcomes := make([]chan outcome, len(files))
	for i := range outcomes {
		outcomes[i] = make(chan outcome, 1)
	}
	slots := make(chan struct{}, ahead)
	stop := make(chan struct{})
	defer close(stop)
	work := make(chan int)
	go func() {
		defer close(work)
		for i := range files {
			select {
			case slots <- struct{}{}:
				work <- i
			case <-stop:
				return
			}
		}
	}()
	for range runtime.GOMAXPROCS(0) {
		go func() {
			digester := newDigester()
			for i := range work {
				var out outcome
				out.err = text(root, files[i].ID, func(r io.Reader, name string) (err error) {
					out.digest, err = digester.read(r, name)
					return err
				})
				outcomes[i] <- out
			}
		}()
	}
	for i, f := range files {
		out := <-outcomes[i]
		<-slots
		if out.err != nil {
			if err := bad.take(f, out.err); err != nil {
				return err
			}
			continue
		}
		if err := t.add(f.ID, out.digest); err != nil {
			return fmt.Errorf("%s: %w", path(root, f.ID), err)
		}
	}
	return nil
}
