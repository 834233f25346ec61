package jmh

import (
	"cmp"
	"math"
	"slices"
)

// Bin counts the operations that took a time.
type Bin struct {
	Time  float64 // ns
	Count int64   // at least 1
}

// Histogram is a distribution of times, in ascending order, without gaps.
type Histogram []Bin

// percentiles are the ones a result has, by their units.
var percentiles = []struct {
	unit string
	rank float64
}{
	{"p50-ns/op", 50},
	{"p90-ns/op", 90},
	{"p99-ns/op", 99},
	{"p99.9-ns/op", 99.9},
}

// maxUnit is the unit of the longest time.
const maxUnit = "max-ns/op"

// isHistogramUnit reports whether a result has values of this unit from a
// histogram alone.
func isHistogramUnit(unit string) bool {
	for _, p := range percentiles {
		if p.unit == unit {
			return true
		}
	}
	return unit == maxUnit
}

// histogram sorts bins and joins those of the same time. It keeps the bins.
func histogram(bins []Bin) Histogram {
	slices.SortFunc(bins, func(a, b Bin) int { return cmp.Compare(a.Time, b.Time) })
	n := 0
	for _, b := range bins {
		if n > 0 && bins[n-1].Time == b.Time {
			bins[n-1].Count += b.Count
		} else {
			bins[n] = b
			n++
		}
	}
	return bins[:n:n]
}

// Count returns the number of operations.
func (h Histogram) Count() int64 {
	var n int64
	for _, b := range h {
		n += b.Count
	}
	return n
}

// Mean returns the mean time in ns, or NaN of an empty histogram.
func (h Histogram) Mean() float64 {
	var sum float64
	for _, b := range h {
		sum += b.Time * float64(b.Count)
	}
	return sum / float64(h.Count())
}

// Max returns the longest time in ns, or NaN of an empty histogram.
func (h Histogram) Max() float64 {
	if len(h) == 0 {
		return math.NaN()
	}
	return h[len(h)-1].Time
}

// Percentile returns the time in ns that rank percent of the operations don't
// exceed, or NaN of an empty histogram. It is interpolated as JMH does it
// (MultisetStatistics.getPercentile, definition 6 of Hyndman and Fan, 1996),
// so that a result agrees with what JMH prints.
func (h Histogram) Percentile(rank float64) float64 {
	if len(h) == 0 {
		return math.NaN()
	}
	pos := rank * float64(h.Count()+1) / 100
	floor := math.Floor(pos)
	lo, hi := h.at(int64(floor)), h.at(int64(floor)+1)
	return lo + (hi-lo)*(pos-floor)
}

// at returns the time of the nth operation in ascending order, from 1.
func (h Histogram) at(n int64) float64 {
	var sum int64
	for _, b := range h {
		if sum += b.Count; sum >= n {
			return b.Time
		}
	}
	return h[len(h)-1].Time
}
