package jmh

import (
	"fmt"
	"strings"
)

// Error is why a benchmark, or the rest of a file, could not be read.
type Error struct {
	File      string
	Line, Col int // from 1, Col in bytes

	// Benchmark holds what was read of the benchmark nevertheless, so that
	// its loss can be reported under its name. Its name is empty if the fault
	// lies outside of any benchmark, or before the name.
	Benchmark Benchmark

	Msg string
}

// Error returns the place, the benchmark with its parameters, and the fault.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", e.File, e.Line, e.Col)
	if e.Benchmark.Name != "" {
		fmt.Fprintf(&b, "%s: ", e.Benchmark.describe())
	}
	b.WriteString(e.Msg)
	return b.String()
}

// ErrorList holds the errors of one file, in the order of the file.
type ErrorList []*Error

// Error returns the errors, one a line.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors for [errors.Is] and [errors.As].
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// describe names the benchmark for a person, as the file does.
func (b *Benchmark) describe() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%q", b.Name)
	for i, p := range b.Params {
		sep := ", "
		if i == 0 {
			sep = " with "
		}
		fmt.Fprintf(&s, "%s%s=%q", sep, p.Key, p.Value)
	}
	return s.String()
}
