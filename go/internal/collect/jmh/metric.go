package jmh

import (
	"math"
)

// maxCount bounds a count in a histogram, so that their sum fits an int64.
const maxCount = 1 << 40

// metric reads a metric. The primary one has no name, and has to be finite;
// a secondary one's unit is yet to be joined with its name.
func (d *decoder) metric(name string) Metric {
	m := Metric{Name: name}
	start := d.pos()
	if !d.want('{', orPrimary(name)) {
		return m
	}
	var unit string
	var hasUnit, hasRaw, hasScore bool
	score := math.NaN()
	var bins [][][]Bin // by fork and iteration
	odd := -1          // position of the first value that is not finite
	d.object(func(key string, pos int) {
		switch key {
		case "scoreUnit":
			if hasUnit {
				d.refuse(pos, "%q comes twice", key)
			}
			hasUnit = true
			d.word(key, &unit)
		case "rawData", "rawDataHistogram":
			if hasRaw {
				d.refuse(pos, "%s, but there is raw data already", key)
			}
			hasRaw = true
			if key == "rawData" {
				m.Forks, odd = d.rawData(key)
			} else {
				bins = d.rawDataHistogram(key)
			}
		case "score":
			if hasScore {
				d.refuse(pos, "%q comes twice", key)
			}
			hasScore = true
			at := d.pos()
			var fault string
			if score, fault = d.float(); fault != "" {
				d.refuse(at, "%s: %s", key, fault)
			}
		default:
			d.skip()
		}
	})
	if d.err != nil || d.bad != "" {
		return m
	}
	if !hasUnit {
		d.refuse(start, "no \"scoreUnit\" in %q", orPrimary(name))
		return m
	}
	if !hasRaw {
		d.refuse(start, "no \"rawData\" in %q", orPrimary(name))
		return m
	}
	s := scaleOf(unit)
	m.Unit = s.unit
	if name == "" {
		if s.unit != timePerOp && s.unit != opsPerTime {
			d.refuse(start, "unit %.40q is neither a time per operation nor operations per time", unit)
		}
		if len(m.Forks) == 0 && len(bins) == 0 {
			d.refuse(start, "no raw data; JMH leaves it out if run with -Djmh.json.rawData=false")
		}
		if odd >= 0 {
			d.refuse(odd, "the primary metric has a value that is not a finite number")
		}
		for i, f := range m.Forks {
			if len(f) == 0 {
				d.refuse(start, "fork %d of the primary metric has no values", i+1)
			}
		}
	} else if len(bins) > 0 {
		d.refuse(start, "secondary metric %q has a histogram, want rawData", name)
	} else if len(m.Forks) == 1 && len(m.Forks[0]) == 0 && finite(score) {
		// Profilers outside of the fork have one value for all of it,
		// which JMH puts into the score alone.
		m.Forks[0] = []float64{score}
	}
	if d.bad != "" {
		return m
	}
	for _, fork := range m.Forks {
		for i, v := range fork {
			if fork[i] = s.apply(v); finite(v) && !finite(fork[i]) {
				d.refuse(start, "%g %s in %q is out of range in %s", v, unit, orPrimary(name), s.unit)
			}
		}
	}
	for i, iterations := range bins {
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
			d.refuse(start, "fork %d of the primary metric has no values", i+1)
		} else if !finite(m.Histograms[i].Mean()) {
			d.refuse(start, "times of %q are out of range in %s", orPrimary(name), s.unit)
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
