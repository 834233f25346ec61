package jmh

import (
	"math"
)

// maxCount bounds a count in a histogram, so that their sum fits an int64.
const maxCount = 1 << 40

// A rawMetric is a metric as it stands in the file.
type rawMetric struct {
	start                     int // of its object
	unit                      string
	score                     float64
	forks                     [][]float64
	bins                      [][][]Bin // by fork and iteration
	odd                       int       // position of the first value that is not finite, or -1
	hasUnit, hasRaw, hasScore bool
}

// metric reads a metric. The primary one has no name, and has to be finite;
// a secondary one's unit is yet to be joined with its name.
func (d *decoder) metric(name string) Metric {
	x := rawMetric{start: d.pos(), score: math.NaN(), odd: -1}
	if d.want('{', orPrimary(name)) {
		d.object(func(key string, pos int) { d.metricMember(&x, key, pos) })
	}
	if d.err != nil || d.bad != "" {
		return Metric{Name: name}
	}
	switch {
	case !x.hasUnit:
		d.refuse(x.start, "no \"scoreUnit\" in %q", orPrimary(name))
	case !x.hasRaw:
		d.refuse(x.start, "no \"rawData\" in %q", orPrimary(name))
	case name == "":
		d.checkPrimary(x)
	case len(x.bins) > 0:
		d.refuse(x.start, "secondary metric %q has a histogram, want rawData", name)
	case len(x.forks) == 1 && len(x.forks[0]) == 0 && finite(x.score):
		// Profilers outside of the fork have one value for all of it,
		// which JMH puts into the score alone.
		x.forks[0] = []float64{x.score}
	}
	if d.bad != "" {
		return Metric{Name: name}
	}
	return d.scaled(name, x)
}

// metricMember reads one member of a metric's object.
func (d *decoder) metricMember(x *rawMetric, key string, pos int) {
	once := func(has *bool) {
		if *has {
			d.refuse(pos, "%q comes twice", key)
		}
		*has = true
	}
	switch key {
	case "scoreUnit":
		once(&x.hasUnit)
		d.word(key, &x.unit)
	case "rawData", "rawDataHistogram":
		if x.hasRaw {
			d.refuse(pos, "%s, but there is raw data already", key)
		}
		x.hasRaw = true
		if key == "rawData" {
			x.forks, x.odd = d.rawData(key)
		} else {
			x.bins = d.rawDataHistogram(key)
		}
	case "score":
		once(&x.hasScore)
		at := d.pos()
		var fault string
		if x.score, fault = d.float(); fault != "" {
			d.refuse(at, "%s: %s", key, fault)
		}
	default:
		d.skip()
	}
}

// checkPrimary refuses a primary metric that makes no samples.
func (d *decoder) checkPrimary(x rawMetric) {
	if unit := scaleOf(x.unit).unit; unit != timePerOp && unit != opsPerTime {
		d.refuse(x.start, "unit %.40q is neither a time per operation nor operations per time", x.unit)
	}
	if len(x.forks) == 0 && len(x.bins) == 0 {
		d.refuse(x.start, "no raw data; JMH leaves it out if run with -Djmh.json.rawData=false")
	}
	if x.odd >= 0 {
		d.refuse(x.odd, "the primary metric has a value that is not a finite number")
	}
	for i, f := range x.forks {
		if len(f) == 0 {
			d.refuse(x.start, "fork %d of the primary metric has no values", i+1)
		}
	}
}

// scaled is a metric in a unit of the benchmark format.
func (d *decoder) scaled(name string, x rawMetric) Metric {
	s := scaleOf(x.unit)
	m := Metric{Name: name, Unit: s.unit, Forks: x.forks}
	for _, fork := range m.Forks {
		for i, v := range fork {
			if fork[i] = s.apply(v); finite(v) && !finite(fork[i]) {
				d.refuse(x.start, "%g %s in %q is out of range in %s", v, x.unit, orPrimary(name), s.unit)
			}
		}
	}
	for i, iterations := range x.bins {
		means, fork := make([]float64, 0, len(iterations)), []Bin(nil)
		for _, bins := range iterations {
			for j := range bins {
				bins[j].Time = wholeNanoseconds(s.apply(bins[j].Time))
			}
			if len(bins) > 0 {
				means = append(means, Histogram(bins).Mean())
				fork = append(fork, bins...)
			}
		}
		m.Forks = append(m.Forks, means)
		m.Histograms = append(m.Histograms, histogram(fork))
		if len(fork) == 0 {
			d.refuse(x.start, "fork %d of the primary metric has no values", i+1)
		} else if !finite(m.Histograms[i].Mean()) {
			d.refuse(x.start, "times of %q are out of range in %s", orPrimary(name), s.unit)
		}
	}
	return m
}

// orPrimary returns the key of a metric in the file.
func orPrimary(name string) string {
	if name == "" {
		return "primaryMetric"
	}
	return name
}

// wholeNanoseconds undoes the rounding of a time that JMH recorded as whole
// nanoseconds and wrote in a larger unit.
func wholeNanoseconds(ns float64) float64 {
	if whole := math.Round(ns); math.Abs(ns-whole) <= 1e-12*whole {
		return whole
	}
	return ns
}

// rawData reads values by fork and iteration. It returns the position of the
// first that is not finite, or -1.
func (d *decoder) rawData(key string) (forks [][]float64, odd int) {
	odd = -1
	if !d.want('[', key) {
		return nil, odd
	}
	d.array(func() {
		if !d.want('[', key) {
			return
		}
		var values []float64
		d.array(func() {
			pos := d.pos()
			v, fault := d.float()
			if fault != "" {
				d.refuse(pos, "%s: %s", key, fault)
			}
			if odd < 0 && !finite(v) {
				odd = pos
			}
			values = append(values, v)
		})
		forks = append(forks, values)
	})
	return forks, odd
}

// rawDataHistogram reads pairs of a time and a count, by fork and iteration.
func (d *decoder) rawDataHistogram(key string) (forks [][][]Bin) {
	if !d.want('[', key) {
		return nil
	}
	d.array(func() {
		var iterations [][]Bin
		if !d.want('[', key) {
			return
		}
		d.array(func() {
			var bins []Bin
			if !d.want('[', key) {
				return
			}
			d.array(func() { bins = append(bins, d.bin(key)...) })
			iterations = append(iterations, bins)
		})
		forks = append(forks, iterations)
	})
	return forks
}

// bin reads a time and a count, nothing of a count of 0.
func (d *decoder) bin(key string) []Bin {
	start := d.pos()
	if !d.want('[', key) {
		return nil
	}
	var pair [2]float64
	n := 0
	d.array(func() {
		pos := d.pos()
		v, fault := d.float()
		switch {
		case fault != "":
			d.refuse(pos, "%s: %s", key, fault)
		case n == 0 && !finite(v):
			d.refuse(pos, "the primary metric has a value that is not a finite number")
		case n == 1 && !(v >= 0 && v <= maxCount && v == math.Trunc(v)):
			d.refuse(pos, "%s: want a count, a whole number from 0 to 2^40", key)
		}
		if n < 2 {
			pair[n] = v
		}
		n++
	})
	if n != 2 {
		d.refuse(start, "%s: want pairs of a time and a count, not %d values", key, n)
	}
	if n != 2 || !(pair[1] > 0) {
		return nil
	}
	return []Bin{{Time: pair[0], Count: int64(pair[1])}}
}
