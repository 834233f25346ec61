// Package publish turns the history of results into the data of the site.
//
// It takes a folder with one file in the Go benchmark format for each job. It
// writes an index, one file for each run that is shown in full, and one shard
// for each trend of the main branch. All of it is derived and can be derived
// again at any time, to the same bytes. A file of the history that cannot be
// shown is left out and named, with the reason. A history that cannot be read is
// an error and never counts as empty; then nothing is written.
package publish

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/results"
)

// Version is the format of the data. The site refuses another.
const Version = 1

// Options are what the history itself doesn't say. None is needed.
type Options struct {
	// Cache is a folder for what was derived before; "" keeps nothing.
	Cache string
	// Repository is the address of the repository's pages, such as
	// https://github.com/owner/name, which commits are linked to.
	Repository string
	// Commits is what git knows of commits, by their full hash.
	Commits map[string]Commit
	// Now is when this is published: data that is a week older is marked so; the
	// zero time marks none.
	Now time.Time
	// Judge gives the verdicts on a file of results that has two sides; nil
	// gives none.
	Judge func(path string) (*Judged, error)
	// Suite is what the configuration says of the benchmarks; the zero Suite is
	// that of a project, which has none.
	Suite Suite
	// Alarms draws the rate of false alarms from files of one run that measured a
	// commit against itself; nil draws none.
	Alarms func(paths []string) (Rate, error)
	// Renamed are benchmarks whose trends go on under another name.
	Renamed results.Renames
	// Release is the last one before the newest commit: the list of all trends tells how
	// each has moved since. The zero Release is none.
	Release Release
	// Empty lets data without any run take the place of data that has some.
	Empty bool
}

// A Release is a version tag, and the hash of its commit.
type Release struct{ Tag, Commit string }

// Commit is what a reader is shown of a commit.
type Commit struct {
	Author, Subject string
	Time            time.Time // when it was made; the zero time leaves its runs where they were measured
}

// Index is where a reader of the data begins.
type Index struct {
	Version    int       `json:"version"`
	Repository string    `json:"repository,omitempty"`
	Release    string    `json:"release,omitempty"` // tag of the last one, if the trends know its commit
	Runs       []Listing `json:"runs"`              // those with a file, the newest first
	Total      int       `json:"total"`             // how many runs the pages of the list have
	Newest     *Listing  `json:"newest,omitempty"`  // by which the age of the data is told
	Alarms     *Alarms   `json:"alarms,omitempty"`
	Live       *Count    `json:"live,omitempty"`
	Matrix     []Cell    `json:"matrix"`
	Verdicts   []Verdict `json:"verdicts"` // the newest, newest first
	Trends     Trends    `json:"trends"`
	// Skipped are the files of the history that can't be shown.
	Skipped []history.Skipped `json:"skipped,omitempty"`
	Suite
}

// Listing is what the index says of a run.
type Listing struct {
	ID       string       `json:"id"`             // path of its file in the history, without the ending
	File     string       `json:"file,omitempty"` // of the Run, below the data folder
	Kind     history.Kind `json:"kind"`           // folder of the history: main, nightly, manual, calibrate
	Date     string       `json:"date"`           // RFC 3339
	Commit   string       `json:"commit"`
	Dirty    bool         `json:"dirty"` // measured with changes that no commit has
	Profile  string       `json:"profile"`
	Note     string       `json:"note,omitempty"` // what was said by whoever started it
	CPU      string       `json:"cpu"`
	Runtimes []string     `json:"runtimes"`
	Place    *int         `json:"place,omitempty"` // on the axis of trends, in the list, of a run without a file
}

// whole is a run with all that is shown of it.
type whole struct {
	Listing  Listing
	Size     int64 // of its file in the history
	Packages []string
	// Workloads are the names of those measured.
	Workloads []string
	Cells     []Cell
	Judged    []Verdict
	Alike     int // see Judged
	Called    int
	File      []byte // the Run as compressed JSON
}

// Runs of the main branch are there in trends. As files, with every sample, there
// are as many of the newest as fit mainBytes, and of nightly ones so many.
const (
	mainBytes   = 1 << 18
	nightlyRuns = 64
)

// Publish writes the data of the history into the folder out.
func Publish(root, out string, o Options) (Index, error) {
	files, strays, err := list(root)
	if err != nil {
		return Index{}, err
	}
	known := recall(o.Cache)
	bad := known.bad(files)
	ofTrends, err := mainFiles(root, bad.without(files), known, o.Commits, bad)
	if err != nil {
		return Index{}, err
	}
	t, err := derive(root, ofTrends, known, o, bad)
	if err != nil {
		return Index{}, err
	}
	ofTrends = bad.without(ofTrends)
	runs, names, err := shown(root, bad.without(files), ofTrends, known, t, o.Judge, bad)
	if err != nil {
		return Index{}, err
	}
	if err := t.encode(namingOf(names)); err != nil {
		return Index{}, err
	}
	alarms, recorded := newestAlarms(root, files, runs, known, o.Alarms)
	p := published{index: Index{
		Version: Version, Repository: o.Repository, Runs: []Listing{}, Alarms: alarms, Live: liveAlarms(runs), Verdicts: verdicts(runs), Skipped: bad.all(strays), Suite: o.Suite,
	}, files: map[string][]byte{}, now: o.Now}
	if err := p.runs(t, runs); err != nil {
		return Index{}, err
	}
	if err := p.allowed(out, known, o); err != nil {
		return p.index, err
	}
	if t.released > 0 {
		p.index.Release = o.Release.Tag
	}
	p.badge()
	if err := p.trends(t, told(o.Commits, ofTrends)); err != nil {
		return Index{}, err
	}
	p.index.Described = p.index.described(runs)
	if err := p.feed(); err != nil {
		return Index{}, err
	}
	byID := map[string]whole{}
	for _, r := range runs {
		byID[r.Listing.ID] = r
	}
	// The cache needs nothing of what is written, nor that of the cache.
	remembered := make(chan error, 1)
	go func() {
		remembered <- remember(o.Cache, t, cached{Files: ofTrends, Renamed: o.Renamed, Release: o.Release, Packages: names, Wholes: byID, Alarms: alarms, Recorded: recorded, Bad: bad.list, BadSizes: bad.sizes})
	}()
	err = errors.Join(p.write(out), <-remembered)
	sweep(o.Now, o.Cache, out, filepath.Join(out, runsFolder), filepath.Join(out, trendsFolder))
	return p.index, err
}

// allowed refuses to replace data that has runs by data that has none: a history
// that was not fetched looks like an empty one.
func (p *published) allowed(out string, known cached, o Options) error {
	if p.index.Total > 0 || o.Empty {
		return nil
	}
	if len(p.index.Skipped) > 0 {
		return fmt.Errorf("%s, and there is no file that can be shown: want the whole history, or -empty to publish an empty site", p.index.Skipped[0].Reason)
	}
	var there struct{ Total int }
	if text, err := os.ReadFile(filepath.Join(out, indexFile)); err == nil && json.Unmarshal(text, &there) == nil && there.Total > 0 {
		return fmt.Errorf("%s: it has %d runs, and the history has none that can be shown: want the whole history, or -empty to publish an empty site", out, there.Total)
	}
	if n := len(known.Wholes); n > 0 {
		return fmt.Errorf("%s: it had %d runs when this was published last, and the history has none that can be shown: want the whole history, or -empty to publish an empty site", out, n)
	}
	return nil
}

// mainFiles are those of the trends, in order.
func mainFiles(root string, files []file, known cached, commits map[string]Commit, bad *skips) ([]file, error) {
	before := map[string]file{}
	for _, f := range known.Files {
		before[f.ID] = f
	}
	var own []file
	for _, f := range files {
		if f.kind() == history.Main {
			own = append(own, f)
		}
	}
	errs := make([]error, len(own))
	_ = each(len(own), func(i int) error {
		if b, ok := before[own[i].ID]; ok && b.Size == own[i].Size {
			own[i] = b
		} else {
			errs[i] = own[i].head(root)
		}
		return nil
	})
	for i, err := range errs {
		if err := bad.take(own[i], err); err != nil {
			return nil, err
		}
	}
	own = bad.without(own)
	inOrder(own, commits)
	return own, nil
}

// derive makes the trends, from the cache as far as that goes.
func derive(root string, files []file, known cached, o Options, bad *skips) (*trends, error) {
	t := newTrends()
	from := 0
	if known.covers(files) && slices.Equal(known.Renamed, o.Renamed) && known.Release == o.Release {
		if again, err := known.trends(); err == nil {
			t, from = again, len(known.Files)
		}
	}
	t.renamed = o.Renamed
	err := t.take(root, files[from:], bad)
	t.released = upTo(o.Release, t.Runs, o.Commits)
	return t, err
}

// upTo is how many runs are of commits up to a release, in git's order.
func upTo(r Release, runs []axisRun, commits map[string]Commit) int {
	at, known := commits[r.Commit]
	n := 0
	for n < len(runs) && known && !commits[runs[n].Commit].Time.After(at.Time) {
		n++
	}
	return n
}

// shown are the runs that are shown whole, and the packages that all names are made of.
func shown(root string, files, ofTrends []file, known cached, t *trends, judge func(string) (*Judged, error), bad *skips) ([]whole, []string, error) {
	names := known.Packages
	if names == nil {
		names = packages(t, nil) // mostly all that there are
	}
	for {
		runs, err := wholes(root, files, ofTrends, known.Wholes, namingOf(names), judge, bad)
		if err != nil {
			return nil, nil, err
		}
		all := packages(t, runs)
		if slices.Equal(all, names) {
			return runs, names, nil
		}
		names, known.Wholes = all, nil
	}
}

// wholes are the runs that are shown whole, the newest first; known are some of
// them, by their IDs.
func wholes(root string, files, ofTrends []file, known map[string]whole, names naming, judge func(string) (*Judged, error), bad *skips) ([]whole, error) {
	var runs []whole
	take := func(f file) error {
		run, ok := known[f.ID]
		if !ok || run.Size != f.Size {
			read, err := read(root, f.ID, names)
			if err != nil {
				return bad.take(f, err)
			}
			if read.twoSided && judge != nil {
				// What was measured on two sides, but not to be judged, is shown without verdicts.
				read.Judged, _ = judge(path(root, f.ID))
				read.Judged.rename(read.names)
			}
			if run, err = read.whole(); err != nil {
				return err
			}
			run.Size = f.Size
		}
		runs = append(runs, run)
		return nil
	}
	var nightly []file
	for _, f := range files {
		switch f.kind() {
		case history.Main:
			continue
		case history.Nightly:
			nightly = append(nightly, f)
			continue
		}
		if err := take(f); err != nil {
			return nil, err
		}
	}
	for _, f := range nightly[max(0, len(nightly)-nightlyRuns):] {
		if err := take(f); err != nil {
			return nil, err
		}
	}
	room := mainBytes
	for _, f := range slices.Backward(ofTrends) {
		if room <= 0 {
			break
		}
		before := len(runs)
		if err := take(f); err != nil {
			return nil, err
		}
		for _, r := range runs[before:] {
			room -= len(r.File)
		}
	}
	slices.SortStableFunc(runs, func(a, b whole) int { return newestFirst(a.Listing, b.Listing) })
	return runs, nil
}

func newestFirst(a, b Listing) int {
	return cmp.Or(strings.Compare(b.Date, a.Date), strings.Compare(b.ID, a.ID))
}

// first is the first of joined errors: one line says enough.
func first(err error) error {
	var all interface{ Unwrap() []error }
	if errors.As(err, &all) && len(all.Unwrap()) > 0 {
		return all.Unwrap()[0]
	}
	return err
}
