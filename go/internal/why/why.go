// Package why names the functions in which a benchmark's time went from base to
// head.
//
// In go profiles of both sides, in pprof's format or as the JDK's jfr prints a
// recording, with the time of an operation that the samples have measured, and the
// difference between the two commits. Out come the functions whose time in an
// operation moved most, those that the commits differ in marked, and a differential
// flame graph. The numbers explain a verdict and have no part in it: a process
// with a profiler is never a sample.
package why

import (
	"cmp"
	"math"
	"slices"
)

// The units of a Function's numbers.
const (
	Time        = "ns/op"
	Allocations = "allocs/op"
	Bytes       = "B/op" // where a profiler knows no number of allocations
)

// Most is how many functions of a benchmark are named.
const Most = 5

// A Function is what one function takes of an operation on each side: its own
// time or allocations, and those of the standard library and the runtime for it.
type Function struct {
	Name   string  `json:"name"`           // as its language writes it, with package or class
	File   string  `json:"file,omitempty"` // below the repository's top, with slashes; "" where it is not of the repository
	Line   int     `json:"line,omitempty"` // where it begins, or where most of its samples are; 0 without a file
	Base   float64 `json:"base"`           // of an operation, in the row's unit
	Head   float64 `json:"head"`
	InDiff bool    `json:"inDiff,omitempty"` // the commits differ in it
}

// Change is how much more it takes on head.
func (f Function) Change() float64 { return f.Head - f.Base }

// A Row is what one benchmark's profiles say.
type Row struct {
	Runtime   string     `json:"runtime"`
	Benchmark string     `json:"benchmark"` // as a report names it
	Unit      string     `json:"unit"`
	Functions []Function `json:"functions"` // that moved by more than chance, most first
	// Flame is the flame graph's file, below the run folder, with slashes.
	Flame string `json:"flame,omitempty"`
	// None says why there is no profile.
	None string `json:"none,omitempty"`
}

// A Side is the profile of one side.
type Side struct {
	Profile Profile
	PerOp   float64 // what an operation takes of the row's unit
}

// chance is how many standard errors a change must exceed to be named. A profile
// counts: a function with n samples has an error of √n of them.
const chance = 2

// Compare returns the functions whose part of an operation moved by more than
// chance, the one that moved most first, and Most of them at most.
func Compare(base, head Side) []Function {
	type both struct{ base, head cost }
	all := map[string]both{}
	for name, c := range base.Profile.costs() {
		all[name] = both{base: c}
	}
	for name, c := range head.Profile.costs() {
		x := all[name]
		x.head = c
		all[name] = x
	}
	scaleBase, scaleHead := base.scale(), head.scale()
	var moved []Function
	for name, x := range all {
		f := Function{Name: cut(name), Base: x.base.value * scaleBase, Head: x.head.value * scaleHead}
		spread := math.Hypot(x.base.spread()*scaleBase, x.head.spread()*scaleHead)
		if math.Abs(f.Change()) <= chance*spread {
			continue
		}
		at := x.head
		if at.samples == 0 {
			at = x.base
		}
		if f.File, f.Line = at.place(); len(f.File) > MostName {
			f.File, f.Line = "", 0
		}
		moved = append(moved, f)
	}
	slices.SortFunc(moved, func(a, b Function) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Change()), math.Abs(a.Change())), cmp.Compare(a.Name, b.Name))
	})
	for i, f := range moved {
		if i == Most || math.Abs(f.Change()) < least*math.Abs(moved[0].Change()) {
			return moved[:i]
		}
	}
	return moved
}

// least is the part of the largest change below which a function explains nothing.
const least = 0.05

// scale turns a profile's values into what they are of an operation.
func (s Side) scale() float64 {
	if total := s.Profile.total(); total > 0 {
		return s.PerOp / total
	}
	return 0
}
