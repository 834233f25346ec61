package publish

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/results"
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

// list names the files of the history in the order of their paths, and those
// that are none.
func list(root string) ([]file, []history.Skipped, error) {
	entries, skipped, err := history.List(root)
	if err != nil {
		return nil, nil, err
	}
	var files []file
	for _, e := range entries {
		info, err := os.Stat(path(root, e.ID()))
		if err != nil {
			return nil, nil, err
		}
		files = append(files, file{ID: e.ID(), Size: info.Size()})
	}
	return files, skipped, nil
}

// text opens a file of the history and hands over what it holds, with the name
// by which errors call it.
func text(root, id string, read func(r io.Reader, name string) error) error {
	f, err := os.Open(path(root, id))
	if err != nil {
		return err
	}
	defer f.Close()
	name := id + history.Ending
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("%s: not a gzip file: %w", name, err)
	}
	return read(unpacked, name)
}

// A skips is the files that are left out, and why.
type skips struct {
	list  []history.Skipped
	sizes map[string]int64 // of the files that were read, by ID
}

// take notes that a file can't be shown. Where it is the disk that can't be
// read, that is returned: what can't be read is never taken for empty.
func (s *skips) take(f file, err error) error {
	var disk *fs.PathError
	if err == nil || errors.As(err, &disk) {
		return err
	}
	if _, known := s.sizes[f.ID]; !known {
		s.sizes[f.ID] = f.Size
		reason := []rune(err.Error())
		s.list = append(s.list, history.Skipped{ID: f.ID, Reason: string(reason[:min(len(reason), mostReason)])})
	}
	return nil
}

const mostReason = 300

// without are the files that are not left out.
func (s *skips) without(files []file) []file {
	return slices.DeleteFunc(slices.Clone(files), func(f file) bool { _, bad := s.sizes[f.ID]; return bad })
}

// all are those left out and the strays, by their IDs.
func (s *skips) all(strays []history.Skipped) []history.Skipped {
	all := slices.Concat(s.list, strays)
	slices.SortFunc(all, func(a, b history.Skipped) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// head fills in what the file's first result says of it.
func (f *file) head(root string) error {
	return text(root, f.ID, func(r io.Reader, name string) error {
		lines := results.NewReader(r, name)
		if !lines.Scan() {
			return lines.Err()
		}
		f.Date, f.Commit = lines.Origin().Date, lines.Origin().Commit
		f.Author, f.Subject = string(lines.Get(results.CommitAuthor)), string(lines.Get(results.CommitMessage))
		return nil
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
