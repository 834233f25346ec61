package publish

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

// A file is one of the history: what was measured in one job.
type file struct {
	ID   string // its path below the history, without the ending
	Size int64
	// What its first result says of it; empty until it was asked.
	Date, Commit string
}

// The kinds of runs are the folders of the history.
const (
	mainKind      = "main"
	nightlyKind   = "nightly"
	calibrateKind = "calibrate"
)

func (f file) kind() string {
	kind, _, _ := strings.Cut(f.ID, "/")
	return kind
}

const ending = ".txt.gz"

func path(history, id string) string {
	return filepath.Join(history, filepath.FromSlash(id)) + ending
}

// list names the files of the history in the order of their paths, less those
// that are retracted. A history that isn't there is an error, not an empty one.
func list(history string) ([]file, error) {
	retracted, err := os.ReadFile(filepath.Join(history, "retracted.txt"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	gone := map[string]bool{}
	for _, id := range strings.Fields(string(retracted)) {
		gone[id] = true
	}
	var files []file
	err = filepath.WalkDir(history, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ending) {
			return err
		}
		below, err := filepath.Rel(history, path)
		if err != nil {
			return err
		}
		id := strings.TrimSuffix(filepath.ToSlash(below), ending)
		if gone[id] {
			return nil
		}
		info, err := e.Info()
		files = append(files, file{ID: id, Size: info.Size()})
		return err
	})
	return files, err
}

// text opens a file of the history and hands over what it holds.
func text(path string, read func(io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return read(unpacked)
}

var errNoBenchmark = errors.New("no benchmark in it")

// head fills in what the file's first result says of it.
func (f *file) head(history string) error {
	path := path(history, f.ID)
	return text(path, func(r io.Reader) error {
		reader := benchfmt.NewReader(r, path)
		for reader.Scan() {
			switch record := reader.Result().(type) {
			case *benchfmt.SyntaxError:
				return record
			case *benchfmt.Result:
				f.Date = record.GetConfig("date")
				f.Commit = strings.TrimSuffix(record.GetConfig("commit"), "-dirty")
				return nil
			}
		}
		if err := reader.Err(); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return fmt.Errorf("%s: %w", path, errNoBenchmark)
	})
}

// inOrder sorts the files of a trend as their commits were made; those of
// commits that git doesn't know stand where they were measured.
func inOrder(files []file, commits map[string]Commit) {
	made := func(f file) string {
		if c, ok := commits[f.Commit]; ok {
			return c.Time.UTC().Format(time.RFC3339)
		}
		return f.Date
	}
	slices.SortStableFunc(files, func(a, b file) int {
		if byTime := strings.Compare(made(a), made(b)); byTime != 0 {
			return byTime
		}
		if byCommit := strings.Compare(a.Commit, b.Commit); byCommit != 0 {
			return byCommit
		}
		return strings.Compare(a.Date+a.ID, b.Date+b.ID)
	})
}
