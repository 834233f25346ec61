package cover

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/reach"
	"github.com/cobench/cobench/go/internal/run/files"
)

// coverVersion is part of every key: a new number when what is kept changes.
const coverVersion = 1

// mostCoverages is how many workloads are kept.
const mostCoverages = 200

// A keptCoverage is a coverage as it is kept: of each file the blocks once, and of each
// process how often each ran, for files of which any did.
type keptCoverage struct {
	Blocks map[string][]reach.Block `json:"blocks"` // what ran without a benchmark
	Runs   map[string]keptRun       `json:"runs"`   // by match
}

type keptRun struct {
	opening
	Counts map[string][]float64 `json:"counts"`
}

// load reads what was kept. A file that is not as it should be is as good as none.
func (c *coverage) load() error {
	if c.file == "" {
		return nil
	}
	f, err := os.Open(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	var kept keptCoverage
	unpacked, err := gzip.NewReader(f)
	if err == nil {
		err = json.NewDecoder(unpacked).Decode(&kept)
	}
	if err != nil {
		return nil
	}
	c.start = kept.Blocks
	for match, r := range kept.Runs {
		p := reach.Profile{}
		for file, blocks := range kept.Blocks {
			counts := r.Counts[file]
			if counts != nil && len(counts) != len(blocks) {
				return nil
			}
			p[file] = slices.Clone(blocks)
			for i := range p[file] {
				p[file][i].Count = 0
				if counts != nil {
					p[file][i].Count = counts[i]
				}
			}
		}
		c.known[match] = &covered{p, c.start, r.opening}
	}
	return nil
}

// keep writes what is known, if some of it is new.
func (c *coverage) keep() error {
	if c.file == "" || !c.fresh {
		return nil
	}
	kept := keptCoverage{Blocks: c.start, Runs: map[string]keptRun{}}
	for match, seen := range c.known {
		r := keptRun{seen.opening, map[string][]float64{}}
		for file, blocks := range seen.profile {
			if !seen.profile.Ran(file) {
				continue
			}
			for _, b := range blocks {
				r.Counts[file] = append(r.Counts[file], b.Count)
			}
		}
		kept.Runs[match] = r
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if err := errors.Join(json.NewEncoder(w).Encode(kept), w.Close()); err != nil {
		return fmt.Errorf("%s: %w", c.file, err)
	}
	if err := os.MkdirAll(filepath.Dir(c.file), 0o777); err != nil {
		return err
	}
	return errors.Join(maybe.WriteFile(c.file, packed.Bytes(), 0o644), files.Evict(filepath.Dir(c.file), mostCoverages))
}
