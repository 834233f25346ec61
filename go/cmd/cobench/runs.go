package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
)

// moment is how a time stands in the name of a run.
const moment = "20060102T150405Z"

// runsOf is the folder that keeps the runs of a checkout.
func runsOf(root string) string { return filepath.Join(root, ".cobench", "runs") }

// newRun makes a run folder that no other run has, named by the time.
func (c command) newRun(runs string) (string, error) {
	if err := os.MkdirAll(runs, 0o777); err != nil {
		return "", err
	}
	begun := c.now().UTC().Format(moment)
	dir := filepath.Join(runs, begun)
	for n := 2; ; n++ {
		err := os.Mkdir(dir, 0o777)
		if !errors.Is(err, fs.ErrExist) {
			return dir, err
		}
		dir = filepath.Join(runs, fmt.Sprintf("%s-%d", begun, n)) // another has begun within this second
	}
}

// What runs have built is kept for those who go on with them: for a day, and no
// more than so much of it. What they have measured is kept for ever.
const (
	keptFor   = 24 * time.Hour
	keptBytes = 512 << 20
)

// prune removes what the runs of a pattern have exported and built, where that is
// too old or too much together, the oldest first. A run under way is locked, and
// left alone.
func (c command) prune(pattern string) {
	type built struct {
		dir   raw.Dir
		size  int64
		since time.Time
	}
	folders, _ := filepath.Glob(pattern)
	var all []built
	var total int64
	for _, folder := range folders {
		b := built{dir: raw.Dir(folder)}
		if b.size, b.since = build.Size(b.dir); b.size > 0 {
			all = append(all, b)
			total += b.size
		}
	}
	slices.SortFunc(all, func(a, b built) int { return cmp.Compare(a.since.UnixNano(), b.since.UnixNano()) })
	for _, b := range all {
		if c.now().Sub(b.since) < keptFor && total <= keptBytes {
			continue
		}
		unlock, err := b.dir.Lock()
		if errors.Is(err, raw.ErrLocked) {
			continue
		}
		if err == nil {
			err = build.RemoveSources(b.dir)
			unlock()
		}
		if err != nil { // no reason not to measure
			fmt.Fprintf(c.stderr, "cannot remove the builds of an earlier run: %v\n", err)
			continue
		}
		total -= b.size
	}
}
