package results

import (
	"bufio"
	"bytes"
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

// Each calls f with every record of a file, results, units and those that can't
// be read, which end it. Errors have the place in front.
func Each(text []byte, name string, f func(benchfmt.Record) error) error {
	lines := benchfmt.NewReader(bytes.NewReader(text), name)
	for lines.Scan() {
		record := lines.Result()
		if syntax, ok := record.(*benchfmt.SyntaxError); ok {
			return syntax
		}
		if err := f(record); err != nil {
			file, line := record.Pos()
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	return lines.Err()
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
