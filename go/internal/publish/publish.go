// Package publish turns the history of results into the data of the site.
//
// In goes a folder with one file in the Go benchmark format for each job; out
// comes an index of the runs and one file for each run, as JSON. All of it is
// derived: it can be made anew at any time. A file of the history that can't
// be read is an error and never an empty one; then nothing is written.
package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"
)

// Version is the format of the data. The site refuses another.
const Version = 1

// Index lists the runs, the newest first.
type Index struct {
	Version int       `json:"version"`
	Runs    []Listing `json:"runs"`
}

// Listing is what the index says of a run.
type Listing struct {
	ID       string   `json:"id"`   // path of its file in the history, without the ending
	File     string   `json:"file"` // of the Run, below the data folder
	Kind     string   `json:"kind"` // folder of the history: main, nightly, manual, calibrate
	Date     string   `json:"date"` // RFC 3339
	Commit   string   `json:"commit"`
	Dirty    bool     `json:"dirty"` // measured with changes that no commit has
	Profile  string   `json:"profile"`
	CPU      string   `json:"cpu"`
	Runtimes []string `json:"runtimes"`
}

// Publish writes the data of the history into the folder out.
func Publish(history, out string) (Index, error) {
	files, err := list(history)
	if err != nil {
		return Index{}, err
	}
	index := Index{Version: Version, Runs: []Listing{}}
	runs := map[string][]byte{}
	for _, id := range files {
		run, err := read(history, id)
		if err != nil {
			return Index{}, err
		}
		text, err := json.Marshal(run)
		if err != nil {
			return Index{}, fmt.Errorf("%s: %w", id, err)
		}
		listing := run.listing()
		runs[listing.File] = text
		index.Runs = append(index.Runs, listing)
	}
	slices.SortStableFunc(index.Runs, func(a, b Listing) int {
		return strings.Compare(b.Date+b.ID, a.Date+a.ID)
	})
	return index, write(out, index, runs)
}

// write puts the runs in place first and the index last, so that a reader
// never meets an index that names what is not there; then it removes what no
// index names any more.
func write(out string, index Index, runs map[string][]byte) error {
	if err := os.MkdirAll(filepath.Join(out, runsFolder), 0o777); err != nil {
		return err
	}
	for file, text := range runs {
		if err := maybe.WriteFile(filepath.Join(out, file), text, 0o644); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(index, "", " ")
	if err != nil {
		return err
	}
	if err := maybe.WriteFile(filepath.Join(out, "index.json"), append(text, '\n'), 0o644); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(out, runsFolder))
	for _, e := range entries {
		if _, ok := runs[runsFolder+"/"+e.Name()]; !ok {
			err = errors.Join(err, os.Remove(filepath.Join(out, runsFolder, e.Name())))
		}
	}
	return err
}

const runsFolder = "runs"

// list names the files of the history by their paths without the endings,
// less those that are retracted.
func list(history string) ([]string, error) {
	retracted, err := os.ReadFile(filepath.Join(history, "retracted.txt"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var ids []string
	err = filepath.WalkDir(history, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ending) {
			return err
		}
		below, err := filepath.Rel(history, path)
		if err != nil {
			return err
		}
		id := strings.TrimSuffix(filepath.ToSlash(below), ending)
		if !slices.Contains(strings.Fields(string(retracted)), id) {
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

const ending = ".txt.gz"
