package run

import (
	"time"

	"github.com/cobench/cobench/go/internal/plan"
)

// An estimate tells how long the rest of a run will take: the mean of each
// runtime's samples so far, and for a runtime without any the mean of all.
type estimate struct {
	waiting  map[string]int
	ended    map[string]int
	duration map[string]time.Duration
}

func newEstimate() *estimate {
	return &estimate{map[string]int{}, map[string]int{}, map[string]time.Duration{}}
}

func (e *estimate) wait(samples []plan.Sample) {
	for _, s := range samples {
		e.waiting[s.Benchmark.Runtime]++
	}
}

func (e *estimate) measured(s plan.Sample, d time.Duration) {
	e.waiting[s.Benchmark.Runtime]--
	e.ended[s.Benchmark.Runtime]++
	e.duration[s.Benchmark.Runtime] += d
}

func (e *estimate) left() time.Duration {
	var all time.Duration
	var ended int
	for runtime, d := range e.duration {
		all += d
		ended += e.ended[runtime]
	}
	if ended == 0 {
		return 0
	}
	var left time.Duration
	for runtime, waiting := range e.waiting {
		mean := all / time.Duration(ended)
		if n := e.ended[runtime]; n > 0 {
			mean = e.duration[runtime] / time.Duration(n)
		}
		left += mean * time.Duration(waiting)
	}
	return left
}
