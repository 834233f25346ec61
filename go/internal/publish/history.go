package publish

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/history"
)

// A file is one of the history: what was measured in one job.
type file struct {
	ID   string // its path below the history, without the ending
	Size int64
	// What its first result says of it; empty until it was asked.
	Date, Commit string
	// What an imported one says of its commit, which this repository may not have.
	Author, Subject string
}

func (f file) kind() history.Kind {
	kind, _, _ := strings.Cut(f.ID, "/")
	return history.Kind(kind)
}

func path(root, id string) string {
	return filepath.Join(root, filepath.FromSlash(id)) + history.Ending
}

// list names the files of the history in the order of their paths.
func list(root string) ([]file, error) {
	entries, err := history.List(root)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, e := range entries {
		info, err := os.Stat(path(root, e.ID()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{ID: e.ID(), Size: info.Size()})
	}
	return files, nil
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
func (f *file) head(root string) error {
	path := path(root, f.ID)
	return text(path, func(r io.Reader) error {
		reader := benchfmt.NewReader(r, path)
		for reader.Scan() {
			switch record := reader.Result().(type) {
			case *benchfmt.SyntaxError:
				return record
			case *benchfmt.Result:
				f.Date = record.GetConfig("date")
				f.Commit = strings.TrimSuffix(record.GetConfig("commit"), "-dirty")
				f.Author, f.Subject = record.GetConfig("commit-author"), record.GetConfig("commit-message")
				return nil
			}
		}
		if err := reader.Err(); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return fmt.Errorf("%s: %w", path, errNoBenchmark)
	})
}

// told are the commits that git knows, and of others what the files say of them.
func told(known map[string]Commit, files []file) map[string]Commit {
	all := maps.Clone(known)
	if all == nil {
		all = map[string]Commit{}
	}
	for _, f := range files {
		if _, ok := all[f.Commit]; !ok && f.Author+f.Subject != "" {
			all[f.Commit] = Commit{Author: f.Author, Subject: f.Subject}
		}
	}
	return all
}

// inOrder sorts the files of a trend as their commits were made.
func inOrder(files []file, commits map[string]Commit) {
	order := history.Order{}
	for hash, c := range commits {
		if !c.Time.IsZero() {
			order[hash] = c.Time
		}
	}
	history.Sort(files, order, func(f file) history.Measured {
		date, _ := time.Parse(time.RFC3339, f.Date) // none is the beginning of time
		return history.Measured{Commit: f.Commit, Date: date, ID: f.ID}
	})
}
