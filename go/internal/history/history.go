// Package history is the tree of results that are kept permanently.
//
//	history/main/2026/11/COMMIT-RUN-JOB.txt.gz       every commit of the default branch
//	history/nightly/…  history/manual/…  history/calibrate/…
//	history/retracted.txt                            files to ignore, one path per line
//
// A file holds the results of one job in the Go benchmark format. It is written
// once and never changed; a line in retracted.txt retracts it. The package turns
// an Entry and its results into a path, and a tree into a list of entries. It
// refuses names that lead elsewhere, and different content for an existing file.
package history

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"
)

// Folder is the tree's root, on the branch that holds it.
const Folder = "history"

// Retracted lists the files that are not to be used, below the tree's root.
const Retracted = "retracted.txt"

// Ending is that of every file of results.
const Ending = ".txt.gz"

// A Kind says why something was measured. Trends are made of Main alone.
type Kind string

// The kinds, each a folder.
const (
	Main      Kind = "main"      // a commit of the default branch
	Nightly   Kind = "nightly"   // the wide matrix, and parts of the study
	Manual    Kind = "manual"    // what somebody asked for
	Calibrate Kind = "calibrate" // what the verdicts are tried by
)

// Recording begins the name of a Calibrate job that measured a commit against
// itself, round by round: rates of false alarms are drawn from it.
const Recording = "recording"

// Identical begins the name of a Calibrate job that judged two commits as a pull
// request is judged, benchmarks of unchanged code included.
const Identical = "identical"

// Kinds are all of them.
var Kinds = []Kind{Main, Nightly, Manual, Calibrate}

// An Entry is one file: the results of one job.
type Entry struct {
	Kind  Kind
	Year  int
	Month time.Month
	// Commit is the full hash that was measured, or the beginning of one, perhaps
	// with -dirty behind it; "none" where there was no commit.
	Commit string
	// Run names the start of the pipeline: a number, with .N behind it for its Nth
	// attempt; a time for a run on somebody's own machine.
	Run string
	// Job names what one machine measured in that run.
	Job string
}

// New is the entry of a job of a run that began at a time.
func New(kind Kind, began time.Time, commit, run, job string) Entry {
	began = began.UTC()
	return Entry{kind, began.Year(), began.Month(), commit, run, job}
}

// Path is where the entry's file lies below the tree's root, with slashes.
func (e Entry) Path() string {
	return path.Join(string(e.Kind), fmt.Sprintf("%04d", e.Year), fmt.Sprintf("%02d", e.Month), e.Commit+"-"+e.Run+"-"+e.Job+Ending)
}

// ID is the path without the ending: what a line of Retracted says.
func (e Entry) ID() string { return strings.TrimSuffix(e.Path(), Ending) }

var name = regexp.MustCompile(`^(none|[0-9a-f]{7,64})(-dirty)?-([0-9]+(?:\.[0-9]+)?|[0-9]{8}T[0-9]{6}Z)-([a-z0-9][a-z0-9.-]*)$`)

// Parse reads the path of a file below the tree's root, with slashes.
func Parse(file string) (Entry, error) {
	wrong := fmt.Errorf("%s: want KIND/YYYY/MM/COMMIT-RUN-JOB%s, KIND one of %v", file, Ending, Kinds)
	parts := strings.Split(file, "/")
	base, ok := strings.CutSuffix(parts[len(parts)-1], Ending)
	if !ok || len(parts) != 4 || !slices.Contains(Kinds, Kind(parts[0])) {
		return Entry{}, wrong
	}
	year, err := strconv.Atoi(parts[1])
	month, err2 := strconv.Atoi(parts[2])
	fields := name.FindStringSubmatch(base)
	if err != nil || err2 != nil || fields == nil || year < 1 || month < 1 || month > 12 {
		return Entry{}, wrong
	}
	e := Entry{Kind(parts[0]), year, time.Month(month), fields[1] + fields[2], fields[3], fields[4]}
	if e.Path() != file {
		return Entry{}, wrong
	}
	return e, nil
}

// Add writes the entry's results into the tree. A file that is there with the
// same results is left as it is, so that adding twice is adding once; false
// says that nothing was written.
func Add(root string, e Entry, results []byte) (bool, error) {
	if _, err := Parse(e.Path()); err != nil {
		return false, err
	}
	old, err := Read(root, e)
	switch {
	case err == nil && bytes.Equal(old, results):
		return false, nil
	case err == nil:
		return false, fmt.Errorf("%s: exists with other results, and the history is never rewritten: to retract it, add a line to %s", e.Path(), Retracted)
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	return true, Replace(root, e, results)
}

// Replace writes the entry's results whatever was there of it: for a run on
// one's own machine, which is known by when it began and may be gone on with.
func Replace(root string, e Entry, results []byte) error {
	packed, err := Pack(e, results)
	if err != nil {
		return err
	}
	file := filepath.Join(root, filepath.FromSlash(e.Path()))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return maybe.WriteFile(file, packed, 0o644)
}

// Pack is the content of an entry's file: compressed without a time, so that
// the same results make the same file. It refuses an entry that leads elsewhere.
func Pack(e Entry, results []byte) ([]byte, error) {
	if _, err := Parse(e.Path()); err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(results); err != nil {
		return nil, err
	}
	err = z.Close()
	return packed.Bytes(), err
}

// Read returns an entry's results.
func Read(root string, e Entry) ([]byte, error) {
	f, err := os.Open(filepath.Join(root, filepath.FromSlash(e.Path())))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Path(), err)
	}
	results, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Path(), err)
	}
	return results, nil
}

// A Skipped file of the tree is left out of all that is made of it.
type Skipped struct {
	ID     string `json:"id"`     // its path below the root, without the ending
	Reason string `json:"reason"` // with the name of the file
}

// List returns the entries of the tree that are not retracted, by their paths,
// and the files that are none and not retracted either. A tree that can't be
// read is an error and never an empty one: root has to be there. It may be a
// symbolic link; what lies in it may not be a link to a folder.
func List(root string) ([]Entry, []Skipped, error) {
	root, err := filepath.EvalSymlinks(root) // WalkDir follows none
	if err != nil {
		return nil, nil, err
	}
	retracted, err := retracted(root)
	if err != nil {
		return nil, nil, err
	}
	var entries []Entry
	var skipped []Skipped
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		below = filepath.ToSlash(below)
		id := strings.TrimSuffix(below, Ending)
		if retracted[id] {
			return nil
		}
		if info, err := os.Stat(file); d.Type()&fs.ModeSymlink != 0 && (err != nil || info.IsDir()) {
			skipped = append(skipped, Skipped{id, below + ": a symbolic link to a folder or to nothing: want the files themselves"})
			return nil
		}
		if id == below {
			return nil
		}
		e, err := Parse(below)
		if err != nil {
			skipped = append(skipped, Skipped{id, err.Error()})
			return nil
		}
		entries = append(entries, e)
		return nil
	})
	return entries, skipped, err
}

func retracted(root string) (map[string]bool, error) {
	text, err := os.ReadFile(filepath.Join(root, Retracted))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	ids := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		id, _, _ := strings.Cut(line, "#")
		if id = strings.TrimSuffix(strings.TrimSpace(id), Ending); id != "" {
			ids[id] = true
		}
	}
	return ids, nil
}
