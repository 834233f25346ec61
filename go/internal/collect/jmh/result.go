package jmh

import (
	"math"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// maxIters bounds the iteration count of a result: a float64 holds all
// integers up to it.
const maxIters = 1 << 53

// ResultName returns the name of the benchmark in the benchmark format, without
// the word Benchmark: its class without package, a dot and the method, unless
// the method is called run; then /key=value for each parameter, in the order
// of the file.
//
// White space, control characters, '/' and '%' of each of these are written
// as %XX. So is the dash of a name that ends in one and digits, since these
// would be read as GOMAXPROCS; a caller that appends more to the name than that
// builds it from [Benchmark.Params].
func (b *Benchmark) ResultName() string {
	class, method, ok := cutLast(b.Name)
	if !ok {
		class, method = method, "run"
	}
	if _, simple, ok := cutLast(class); ok {
		class = simple
	}
	var name strings.Builder
	name.WriteString(escape(class))
	if method != "run" {
		name.WriteByte('.')
		name.WriteString(escape(method))
	}
	for _, p := range b.Params {
		name.WriteByte('/')
		name.WriteString(escape(p.Key))
		name.WriteByte('=')
		name.WriteString(escape(p.Value))
	}
	text := name.String()
	head := strings.TrimRight(text, "0123456789")
	if stem, ok := strings.CutSuffix(head, "-"); ok && len(head) < len(text) {
		return stem + "%2D" + text[len(head):]
	}
	return text
}

// cutLast cuts a name at its last dot. Without one, all of it is after.
func cutLast(name string) (before, after string, ok bool) {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i], name[i+1:], true
	}
	return "", name, false
}

// Results returns one result for each fork, without configuration and without
// the suffix for GOMAXPROCS.
//
// Its values are, in this order:
//   - the primary metric in ns/op or ops/s: the summary of the fork's iterations;
//   - in mode SampleTime, of all operations of the fork: their mean as ns/op
//     (summary has no part in it), then p50-ns/op, p90-ns/op, p99-ns/op,
//     p99.9-ns/op and max-ns/op;
//   - each secondary metric, summarised likewise: gc.alloc.rate.norm in B/op,
//     others as NAME-UNIT, or NAME if they are counts, with times in ns, sizes in B
//     and rates per second.
//
// A zero is written in sec where other values are in ns.
//
// A secondary metric is left out of a fork in which it has no finite value,
// and with it what JMH gives as text, such as profiles of the stack. An
// iteration without value is a zero if other iterations have one, as it is
// to JMH: the time of collections is absent where there was none. A NaN or an
// infinity among values is not counted at all.
//
// JMH does not tell the number of operations, except in mode SampleTime and of
// single shots. It is taken to be the time of the iterations over their
// score, times the threads except for a throughput, which counts them all
// already; at least 1.
func (b *Benchmark) Results(summary func([]float64) float64) []*benchfmt.Result {
	if len(b.Metrics) == 0 {
		return nil
	}
	name := b.ResultName()
	primary := &b.Metrics[0]
	results := make([]*benchfmt.Result, len(primary.Forks))
	backing := make([]benchfmt.Result, len(primary.Forks))
	size := len(b.Metrics)
	if primary.Histograms != nil {
		size += len(percentiles) + 1
	}
	all := make([]benchfmt.Value, size*len(primary.Forks))
	var scratch []float64
	for fork := range primary.Forks {
		values := all[:0:size]
		all = all[size:]
		add := func(v float64, unit string) {
			if !finite(v) {
				return
			}
			tidy, tidyUnit := benchunit.Tidy(v, unit)
			if tidy == v {
				// Of a zero too: benchfmt's reader leaves the unit of 0 ns
				// as it is, and would take it for another than that of 1 ns.
				values = append(values, benchfmt.Value{Value: v, Unit: tidyUnit})
			} else {
				values = append(values, benchfmt.Value{Value: tidy, Unit: tidyUnit, OrigValue: v, OrigUnit: unit})
			}
		}
		if primary.Histograms != nil {
			h := primary.Histograms[fork]
			add(h.Mean(), primary.Unit)
			for _, p := range percentiles {
				add(h.Percentile(p.rank), p.unit)
			}
			add(h.Max(), maxUnit)
		} else {
			scratch = append(scratch[:0], primary.Forks[fork]...)
			add(summary(scratch), primary.Unit)
		}
		for i := 1; i < len(b.Metrics); i++ {
			m := &b.Metrics[i]
			scratch = m.filled(scratch[:0], fork, len(primary.Forks[fork]))
			if len(scratch) > 0 {
				add(summary(scratch), m.Unit)
			}
		}
		r := &backing[fork]
		r.Name = benchfmt.Name(name)
		r.Iters = b.iters(fork)
		r.Values = values
		results[fork] = r
	}
	return results
}

// LostForks returns how many forks were asked for and left no values. JMH
// drops a fork that ends early with exit status 0, and says so only in its log;
// of a benchmark with a fork that fails otherwise it writes nothing at all.
func (b *Benchmark) LostForks() int {
	if len(b.Metrics) == 0 {
		return max(1, b.Forks)
	}
	return max(0, b.Forks-len(b.Metrics[0].Forks))
}

// filled appends the finite values of a fork to buf, and a zero for each of
// its iterations that has none.
func (m *Metric) filled(buf []float64, fork, iterations int) []float64 {
	for _, v := range m.Forks[fork] {
		if finite(v) {
			buf = append(buf, v)
		}
	}
	measured := false
	for _, f := range m.Forks {
		measured = measured || len(f) > 0
	}
	if measured {
		for range iterations - len(m.Forks[fork]) {
			buf = append(buf, 0)
		}
	}
	return buf
}

// iters returns the number of operations of a fork.
func (b *Benchmark) iters(fork int) int {
	primary := &b.Metrics[0]
	iterations := primary.Forks[fork]
	var n float64
	seconds := b.MeasurementTime.Seconds()
	switch {
	case primary.Histograms != nil:
		n = float64(primary.Histograms[fork].Count())
	case seconds == 0:
		n = float64(len(iterations)) * float64(max(1, b.Threads))
	case primary.Unit == opsPerTime:
		for _, ops := range iterations {
			n += seconds * ops
		}
	default:
		for _, ns := range iterations {
			n += seconds * 1e9 / ns * float64(max(1, b.Threads))
		}
	}
	if !(n >= 1) { // a NaN too
		return 1
	}
	return int(math.Round(min(n, maxIters)))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
