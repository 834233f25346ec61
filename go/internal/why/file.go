package why

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strings"
)

// File is what profiles say of a run.
type File struct {
	Rows []Row `json:"rows"`
}

// Of returns the row of a benchmark in a unit of the run, nil if there is none.
func (f File) Of(runtime, benchmark string, units ...string) *Row {
	for i, r := range f.Rows {
		for _, unit := range units {
			if r.Runtime == runtime && r.Benchmark == benchmark && r.Unit == unit {
				return &f.Rows[i]
			}
		}
	}
	return nil
}

// What a file has at most.
const (
	MostRows = 20
	// MostName is of a function's name and of a file's, in bytes.
	MostName = 300
	// MostFile is bytes of the file.
	MostFile = 256 << 10

	mostValue = 1e18 // thirty years, in nanoseconds
	mostLine  = 10_000_000
)

// Write writes the file.
func (f File) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(f)
}

// Read reads a file, whoever has made it, and refuses what Write does not write: more
// rows, functions or letters, numbers that are none, and files outside of the
// repository.
func Read(data []byte, name string) (File, error) {
	var f File
	if len(data) > MostFile {
		return File{}, fmt.Errorf("%s: %d bytes, want %d at most", name, len(data), MostFile)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return File{}, fmt.Errorf("%s: something follows the rows", name)
	}
	if n := len(f.Rows); n > MostRows {
		return File{}, fmt.Errorf("%s: %d rows, want %d at most", name, n, MostRows)
	}
	for _, r := range f.Rows {
		if err := r.check(); err != nil {
			return File{}, fmt.Errorf("%s: %.60q: %w", name, r.Benchmark, err)
		}
	}
	return f, nil
}

func (r Row) check() error {
	switch {
	case r.Unit != Time && r.Unit != Allocations && r.Unit != Bytes:
		return fmt.Errorf("unit %.20q: want %s, %s or %s", r.Unit, Time, Allocations, Bytes)
	case len(r.Functions) > Most:
		return fmt.Errorf("%d functions, want %d at most", len(r.Functions), Most)
	case r.Flame != "" && !local(r.Flame):
		return fmt.Errorf("flame graph %.60q: want a path below the run folder", r.Flame)
	}
	for _, f := range r.Functions {
		switch {
		case f.Name == "" || len(f.Name) > MostName || len(f.File) > MostName:
			return fmt.Errorf("function %.60q: want names of 1 to %d bytes", f.Name, MostName)
		case !(math.Abs(f.Base) <= mostValue && math.Abs(f.Head) <= mostValue) || f.Base < 0 || f.Head < 0:
			return fmt.Errorf("function %.60q: %v, %v: want numbers, not negative", f.Name, f.Base, f.Head)
		case f.File != "" && !local(f.File) || f.Line < 0 || f.Line > mostLine:
			return fmt.Errorf("function %.60q: %.60q, line %d: want a line of a file of the repository", f.Name, f.File, f.Line)
		}
	}
	return nil
}

// local tells whether a path with slashes leads below where it begins.
func local(name string) bool {
	return name == path.Clean(name) && !path.IsAbs(name) && name != ".." && !strings.HasPrefix(name, "../") && !strings.Contains(name, `\`)
}

// cut shortens names so that the file can be read.
func cut(name string) string {
	if len(name) > MostName {
		name = strings.ToValidUTF8(name[:MostName-len("…")], "") + "…"
	}
	return name
}
