package run

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/process"
)

// limits knows how long each benchmark's processes take, and which have hung.
type limits struct {
	tried map[string]time.Duration // one operation with its setup, of a benchmark
	took  map[string]time.Duration // the longest process that ended well, of a benchmark
	hung  map[string]int           // processes without an end, of a benchmark on a side
	ended map[string]bool          // on that side, one did end well
	last  map[string]string        // the last failure there
}

func newLimits(r raw.Run) *limits {
	return &limits{r.Tried, map[string]time.Duration{}, map[string]int{}, map[string]bool{}, map[string]string{}}
}

// How far a process may go beyond what is known of its benchmark. A slow machine
// makes ten of one; a garbage collector or a disk that stalls takes seconds.
const (
	limitTimes = 10
	limitFloor = 10 * time.Second
	// With a budget, one that hangs takes an eighth of it at most, unless it is known to take longer.
	limitShare = 8
	// A first process of which nothing is known may take this and three times what it
	// measures for, or a quarter of the budget.
	limitUnknown = time.Minute
)

// limit is how long a sample's process may take. The end of the budget bounds it too:
// what runs into that has found no time, and is not known to hang.
func (m *measurement) limit(s plan.Sample) (limit time.Duration, byEnd bool) {
	limit = time.Duration(m.Plan.Limit)
	bound := func(d time.Duration) {
		if limit == 0 || d < limit {
			limit = d
		}
	}
	took, known := m.expected(s)
	switch {
	case known:
		bound(limitTimes*took + limitFloor)
		if m.Budget > 0 {
			share, rest, unbounded := m.Budget/limitShare, m.end.Sub(m.Now()), limit
			bound(max(3*took+2*time.Second, min(share, rest)))
			byEnd = rest < share && limit < min(unbounded, share)
		}
	case m.Budget > 0:
		bound(max(limitUnknown+3*m.measures(s), m.Budget/4))
	}
	return limit.Round(time.Second / 10), byEnd
}

// expected is how long a sample's process takes: as the longest before it, or by
// what running its benchmark once took. The testing package comes near an
// iteration's length by several runs, each of which sets up anew.
func (m *measurement) expected(s plan.Sample) (took time.Duration, known bool) {
	if took, known = m.limits.took[timing(s)]; known {
		return took, true
	}
	once := m.limits.tried[s.Benchmark.Key()]
	return time.Second + 2*m.measures(s) + 2*time.Duration(m.iterations(s))*once, once > 0
}

// measures is how long a sample's process measures, if an operation is shorter than an iteration.
func (m *measurement) measures(s plan.Sample) time.Duration {
	return time.Duration(m.iterations(s)) * time.Duration(m.Plan.Iteration)
}

func (m *measurement) iterations(s plan.Sample) int {
	r, err := m.Plan.Runtime(s.Benchmark.Runtime)
	if err != nil {
		return 1 // it is not started either
	}
	warmups, iterations := m.Plan.Counts(s.Side, s.Benchmark, r.Kind)
	return warmups + iterations
}

func timing(s plan.Sample) string {
	if s.Cold {
		return "cold " + s.Benchmark.Key()
	}
	return s.Benchmark.Key()
}

func (l *limits) measured(record raw.Record) {
	s := record.Sample
	side := s.Side + " " + timing(s)
	if record.Failure == "" {
		l.took[timing(s)] = max(l.took[timing(s)], record.Elapsed)
		l.ended[side] = true
	} else if strings.HasPrefix(record.Failure, process.NoEnd) {
		l.hung[side]++
		l.last[side] = record.Failure
	}
}

// given is the reason why a benchmark is not started again on a side, "" if it
// is: it has hung, and never ended well there or has hung before.
func (l *limits) given(s plan.Sample) string {
	side := s.Side + " " + timing(s)
	if n := l.hung[side]; n > 1 || n == 1 && !l.ended[side] {
		return l.last[side]
	}
	return ""
}

// explain adds to the error of a process that hung what it was held against.
func (l *limits) explain(err error, s plan.Sample) error {
	var limit process.LimitError
	if took, known := l.took[timing(s)]; known && errors.As(err, &limit) {
		return fmt.Errorf("%w, and one before it took %v", err, took.Round(time.Millisecond))
	} else if once := l.tried[s.Benchmark.Key()]; once > 0 && errors.As(err, &limit) {
		return fmt.Errorf("%w, and run once it took %v", err, once.Round(time.Microsecond))
	}
	return err
}
