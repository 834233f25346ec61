package jmh

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Parse reads the text of a result file. The name is for errors.
//
// Every benchmark of the file is either among those returned or has an error
// in the [ErrorList] that is returned beside them: one bad benchmark does not cost
// the others. A fault of syntax ends the reading, as in a file that was cut
// off. A file without any benchmark is an error, since JMH writes one when
// all of them failed.
//
// A benchmark is refused if it lacks its name, mode, unit or raw data; if a
// value of the primary metric is not finite, since a sample can't be left out
// in silence; if values are of the wrong kind or out of range, or a key comes
// twice; if two metrics get the same unit; and if an earlier benchmark
// got the same name and the same primary unit, be it of another package or
// mode, since their samples would be taken for those of one.
func Parse(data []byte, file string) ([]Benchmark, error) {
	d := decoder{scanner: newScanner(data), file: file, named: make(map[string][]int)}
	d.results()
	if len(d.errs) > 0 {
		return d.list, d.errs
	}
	return d.list, nil
}

// A decoder makes benchmarks of what its scanner meets.
type decoder struct {
	scanner
	file  string
	list  []Benchmark
	errs  ErrorList
	named map[string][]int // indices into list by result name

	// Of the benchmark being read.
	b      *Benchmark
	bad    string // first fault that is not one of syntax
	badPos int
}

// refuse records why the benchmark can't be used. The first reason stays.
func (d *decoder) refuse(pos int, format string, args ...any) {
	if d.bad == "" {
		d.bad, d.badPos = fmt.Sprintf(format, args...), pos
	}
}

// report adds an error at pos to those of the file.
func (d *decoder) report(pos int, b Benchmark, msg string) {
	before := d.data[:min(pos, len(d.data))]
	line, start := 1, 0
	for i, c := range before {
		if c == '\n' {
			line, start = line+1, i+1
		}
	}
	d.errs = append(d.errs, &Error{File: d.file, Line: line, Col: len(before) - start + 1, Benchmark: b, Msg: msg})
}

// results reads the file.
func (d *decoder) results() {
	switch {
	case len(bytes.TrimSpace(d.data)) == 0:
		d.report(0, Benchmark{}, "empty file; JMH creates it at its start and fills it at its end")
		return
	case d.next() != '[':
		d.unexpected("'['")
	}
	n := 0
	d.array(func() {
		n++
		d.benchmark()
	})
	if rest := d.data[d.json.InputOffset():]; d.err == nil && len(bytes.TrimSpace(rest)) > 0 {
		d.unexpected("the end of the file")
	}
	if d.err != nil {
		var b Benchmark
		if d.b != nil {
			b = *d.b
		}
		d.report(d.errPos, b, d.err.Error())
		return
	}
	if n == 0 {
		d.report(0, Benchmark{}, "no benchmarks; JMH writes an empty list if all of them failed")
	}
}

// The members of a benchmark that are read, for finding those that come twice.
const (
	hasName = 1 << iota
	hasMode
	hasParams
	hasPrimary
	hasSecondary
)

// benchmark reads one element of the file's array, and adds it to either the
// list or the errors, but for a fault of syntax.
func (d *decoder) benchmark() {
	start := d.pos()
	var b Benchmark
	d.b, d.bad = &b, ""
	if d.next() != '{' {
		d.refuse(start, "want a benchmark, an object, not %s", d.kind())
		d.skip()
	} else {
		d.members(start)
	}
	if d.err != nil {
		return // results reports it, with d.b
	}
	d.b = nil
	if d.bad == "" {
		d.add(start, b)
	}
	if d.bad != "" {
		d.report(d.badPos, b, d.bad)
	}
}

// members reads the object of a benchmark that begins at start.
func (d *decoder) members(start int) {
	b := d.b
	var has int
	var primary Metric
	var secondary []Metric
	var units []int // positions of the secondary metrics
	once := func(bit, pos int, key string) {
		if has&bit != 0 {
			d.refuse(pos, "%q comes twice", key)
		}
		has |= bit
	}
	d.object(func(key string, pos int) {
		switch key {
		case "benchmark":
			once(hasName, pos, key)
			at := d.pos()
			if d.word(key, &b.Name); b.Name == "" {
				d.refuse(at, "benchmark has an empty name")
			}
		case "mode":
			once(hasMode, pos, key)
			at := d.pos()
			d.word(key, &b.Mode)
			switch b.Mode {
			case Throughput, AverageTime, SampleTime, SingleShot:
			default:
				d.refuse(at, "unknown mode %.40q, want %s, %s, %s or %s", b.Mode, Throughput, AverageTime, SampleTime, SingleShot)
			}
		case "params":
			once(hasParams, pos, key)
			d.params()
		case "primaryMetric":
			once(hasPrimary, pos, key)
			primary = d.metric("")
		case "secondaryMetrics":
			once(hasSecondary, pos, key)
			secondary, units = d.secondaryMetrics(key)
		default:
			d.setting(key)
		}
	})
	if d.err != nil {
		return
	}
	for _, m := range []struct {
		bit int
		key string
	}{{hasName, "benchmark"}, {hasMode, "mode"}, {hasPrimary, "primaryMetric"}} {
		if has&m.bit == 0 {
			d.refuse(start, "no %q", m.key)
		}
	}
	if d.bad == "" {
		d.combine(primary, secondary, units)
	}
}

// secondaryMetrics reads all of them, and where each stands.
func (d *decoder) secondaryMetrics(key string) (all []Metric, at []int) {
	if !d.want('{', key) {
		return nil, nil
	}
	d.object(func(key string, pos int) {
		if key == "" {
			d.refuse(pos, "a secondary metric has an empty name")
		}
		all = append(all, d.metric(key))
		at = append(at, pos)
	})
	return all, at
}

// setting reads a member that says how the benchmark was run. One that comes twice
// has its last value, as everywhere in JSON.
func (d *decoder) setting(key string) {
	b := d.b
	words := map[string]*string{"jmhVersion": &b.JMHVersion, "jvm": &b.JVM, "jdkVersion": &b.JDKVersion, "vmName": &b.VMName, "vmVersion": &b.VMVersion}
	counts := map[string]*int{
		"threads": &b.Threads, "forks": &b.Forks, "warmupIterations": &b.WarmupIterations,
		"measurementIterations": &b.MeasurementIterations, "measurementBatchSize": &b.MeasurementBatchSize,
	}
	times := map[string]*time.Duration{"warmupTime": &b.WarmupTime, "measurementTime": &b.MeasurementTime}
	switch {
	case words[key] != nil:
		d.word(key, words[key])
	case counts[key] != nil:
		d.integer(key, counts[key])
	case times[key] != nil:
		d.duration(key, times[key])
	case key == "jvmArgs" && d.want('[', key):
		b.JVMArgs = nil
		d.array(func() {
			var arg string
			d.word(key, &arg)
			b.JVMArgs = append(b.JVMArgs, arg)
		})
	case key != "jvmArgs": // of which one of another kind is skipped already
		d.skip()
	}
}

// combine makes the benchmark's metrics of those read, which stand at pos.
func (d *decoder) combine(primary Metric, secondary []Metric, pos []int) {
	b := d.b
	_, method, _ := cutLast(b.Name)
	b.Metrics = make([]Metric, 1, 1+len(secondary))
	b.Metrics[0] = primary
	for i, m := range secondary {
		if primary.Histograms != nil && derived(m.Name, method) {
			continue
		}
		m.Unit = metricUnit(metricName(m.Name), m.Unit)
		m.Name = metricName(m.Name)
		if len(m.Forks) != len(primary.Forks) {
			d.refuse(pos[i], "%q has %d forks, want %d as the primary metric has", m.Name, len(m.Forks), len(primary.Forks))
			return
		}
		for _, other := range b.Metrics {
			if other.Unit == m.Unit {
				d.refuse(pos[i], "%q has the same unit %s as another metric", m.Name, m.Unit)
				return
			}
		}
		if primary.Histograms != nil && isHistogramUnit(m.Unit) {
			d.refuse(pos[i], "%q has the same unit %s as the histogram", m.Name, m.Unit)
			return
		}
		b.Metrics = append(b.Metrics, m)
	}
}

// add appends the benchmark that begins at start to the list, unless an
// earlier one has its name and its primary unit.
func (d *decoder) add(start int, b Benchmark) {
	name := b.ResultName()
	for _, i := range d.named[name] {
		other := &d.list[i]
		if other.Metrics[0].Unit == b.Metrics[0].Unit {
			d.refuse(start, "in mode %s is Benchmark%s in %s, and so is %s in mode %s; put them into files of their own",
				b.Mode, name, b.Metrics[0].Unit, other.describe(), other.Mode)
			return
		}
	}
	d.named[name] = append(d.named[name], len(d.list))
	d.list = append(d.list, b)
}

// want reports whether the value of key opens with c. If not, the value is
// skipped and the benchmark refused.
func (d *decoder) want(c byte, key string) bool {
	if d.next() == c {
		return true
	}
	kind := map[byte]string{'{': "an object", '[': "an array", '"': "a string"}[c]
	d.refuse(d.pos(), "%.40q: want %s, not %s", key, kind, d.kind())
	d.skip()
	return false
}

// word reads a string.
func (d *decoder) word(key string, to *string) {
	if d.want('"', key) {
		*to = d.text()
	}
}

// integer reads a whole number, 0 or more.
func (d *decoder) integer(key string, to *int) {
	pos := d.pos()
	v, fault := d.float()
	if fault == "" && !(v >= 0 && v <= math.MaxInt32 && v == math.Trunc(v)) {
		fault = "want a whole number from 0 to 2147483647"
	}
	if fault != "" {
		d.refuse(pos, "%q: %s", key, fault)
		return
	}
	*to = int(v)
}

// duration reads a time as JMH's TimeValue writes it: a number and a unit.
func (d *decoder) duration(key string, to *time.Duration) {
	pos := d.pos()
	var text string
	d.word(key, &text)
	if text == "single-shot" || d.bad != "" {
		return // TimeValue's word for 0
	}
	number, unit, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(number, 10, 64)
	ns := float64(n) * nanoseconds[unit]
	if err != nil || ns < 0 || ns >= math.MaxInt64 || nanoseconds[unit] == 0 {
		d.refuse(pos, "%q: want a time such as \"100 ms\" or \"1 s\", not %.40q", key, text)
		return
	}
	*to = time.Duration(n) * time.Duration(nanoseconds[unit])
}

// params reads the parameters.
func (d *decoder) params() {
	if !d.want('{', "params") {
		return
	}
	d.object(func(key string, pos int) {
		p := Param{Key: key}
		d.word(key, &p.Value)
		if slices.ContainsFunc(d.b.Params, func(q Param) bool { return q.Key == p.Key }) {
			d.refuse(pos, "parameter %q comes twice", key)
		}
		d.b.Params = append(d.b.Params, p)
	})
}
