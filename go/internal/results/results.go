// Package results reads files of results that are kept for good: those of the
// history, and what is to be added to it.
//
// In goes a file in the Go benchmark format; out come its results of head, one
// after the other, with where and when they were measured. It refuses a file
// that the site can't show, naming the file and the line: one without a result
// of head, of several machines or commits, without a number of cores, with a
// negative time, or with a number that no measurement gives. Whoever adds a file
// to the history and whoever shows it ask this package, so that nothing is kept
// that can't be shown.
//
// A value that is no finite number is no reason to lose the others: it is taken
// out, and told.
package results

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"golang.org/x/perf/benchfmt"
)

// mostBytes is far more than a job's results have.
const mostBytes = 256 << 20

// A Reader reads one file.
type Reader struct {
	Checker
	name  string
	lines *benchfmt.Reader
	limit *io.LimitedReader
	err   error
}

// NewReader reads a file, which errors call by its name.
func NewReader(r io.Reader, name string) *Reader {
	limit := &io.LimitedReader{R: r, N: mostBytes + 1}
	return &Reader{name: name, limit: limit, lines: benchfmt.NewReader(limit, name)}
}

// Check reads a file to its end.
func Check(r io.Reader, name string) error {
	all := NewReader(r, name)
	for all.Scan() {
	}
	return all.Err()
}

// Scan reads up to the next result of head. It returns false at the end of the
// file, and where Err tells what is wrong with it.
func (r *Reader) Scan() bool {
	for r.err == nil && r.lines.Scan() {
		switch record := r.lines.Result().(type) {
		case *benchfmt.SyntaxError:
			r.err = record
			if !r.lines.Scan() && r.lines.Err() != nil { // a line that is cut short with its file
				r.err = r.end()
			}
		case *benchfmt.Result:
			var head bool
			if head, r.err = r.Take(record); head && r.err == nil {
				return true
			}
		}
	}
	if r.err == nil {
		r.err = r.end()
	}
	return false
}

// end tells what is wrong with a file that was read to its end.
func (r *Reader) end() error {
	switch err := r.lines.Err(); {
	case r.limit.N == 0:
		return fmt.Errorf("%s: more than %d bytes of results", r.name, mostBytes)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: the file is truncated", err)
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%w: want lines below %d bytes", err, bufio.MaxScanTokenSize)
	case err != nil:
		return err
	}
	return r.End(r.name)
}

// Err is what is wrong with the file, after Scan has returned false.
func (r *Reader) Err() error { return r.err }

// Units is what the file says of units.
func (r *Reader) Units() benchfmt.UnitMetadataMap { return r.lines.Units() }
