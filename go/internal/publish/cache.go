package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/cobench/cobench/go/internal/changepoint"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish/shard"
	"github.com/cobench/cobench/go/internal/results"
)

// cached is what was derived before. It saves time and decides nothing: where it
// doesn't fit the history, or its content is not what was written, everything is
// derived anew.
type cached struct {
	Format       string
	Files        []file // of the trends, in the order they were taken in
	Renamed      results.Renames
	Release      Release
	Machines     []results.Machine
	Environments []Environment
	Runs         []axisRun
	Units        []Unit
	Series       []cachedSeries
	Packages     []string         // that the names are made of
	Wholes       map[string]whole // by ID
	Alarms       *Alarms
	Recorded     []file // that they were drawn from
	Bad          []history.Skipped
	BadSizes     map[string]int64 // of these, by ID
}

type cachedSeries struct {
	Package, Name string
	Shard         []byte
	Summary       []row
	Parts         []cachedPart
}

type cachedPart struct {
	Column int
	Ruler  string
	From   int
	Trend  []byte
}

// derivation is a new number when the same history makes other data, in the same format.
const derivation = 8

// format changes with whatever may change the bytes of what is derived: the
// compressor is Go's.
var format = fmt.Sprintf("cobench publish %d.%d.%d %s", Version, shard.Version, derivation, runtime.Version())

const cacheFile = "derived.gob"

// recall reads the cache; what isn't there or isn't ours is as good as nothing.
func recall(dir string) cached {
	none := cached{Wholes: map[string]whole{}}
	if dir == "" {
		return none
	}
	text, err := os.ReadFile(filepath.Join(dir, cacheFile))
	if err != nil {
		return none
	}
	sum, text := text[:min(len(text), sha256.Size)], text[min(len(text), sha256.Size):]
	if want := sha256.Sum256(text); !bytes.Equal(sum, want[:]) {
		return none
	}
	var c cached
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&c); err != nil || c.Format != format || c.Wholes == nil {
		return none
	}
	return c
}

// covers tells whether the trends begin with what the cache holds.
func (c cached) covers(files []file) bool {
	return len(c.Files) > 0 && len(c.Files) <= len(files) && slices.Equal(c.Files, files[:len(c.Files)])
}

// bad are the files that could not be shown before, as far as they are the same.
func (c cached) bad(files []file) *skips {
	s := &skips{sizes: map[string]int64{}}
	sizes := map[string]int64{}
	for _, f := range files {
		sizes[f.ID] = f.Size
	}
	for _, b := range c.Bad {
		if size, ok := sizes[b.ID]; ok && size == c.BadSizes[b.ID] {
			s.list, s.sizes[b.ID] = append(s.list, b), size
		}
	}
	return s
}

// trends are those that the cache holds; an error means that it is damaged.
func (c cached) trends() (*trends, error) {
	t := newTrends()
	t.Machines, t.Environments, t.Runs, t.Units = c.Machines, c.Environments, c.Runs, c.Units
	for i, e := range c.Environments {
		text, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		t.environments[string(text)] = i
	}
	for i, r := range c.Runs {
		t.count(r.Machine, i)
	}
	t.series = make([]*series, len(c.Series))
	err := each(len(c.Series), func(i int) error {
		var err error
		t.series[i], err = c.Series[i].series()
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, s := range t.series {
		t.byName[results.ID{Runtime: s.shard.Runtime, Pkg: s.pkg, Name: s.name}] = s
	}
	return t, nil
}

func (c cachedSeries) series() (*series, error) {
	decoded, err := shard.Decode(c.Shard)
	if err != nil {
		return nil, err
	}
	s := &series{pkg: c.Package, name: c.Name, shard: decoded, levels: map[*shard.Column]*level{}, file: c.Shard, summary: c.Summary}
	for _, p := range c.Parts {
		if p.Column < 0 || p.Column >= len(decoded.Columns) {
			return nil, errors.New("a part of no column")
		}
		trend, err := changepoint.ReadTrend(p.Trend, changepoint.Defaults)
		if err != nil {
			return nil, err
		}
		column := decoded.Columns[p.Column]
		if s.levels[column] == nil {
			s.levels[column] = &level{}
		}
		s.levels[column].parts = append(s.levels[column].parts, part{p.Ruler, p.From, trend})
	}
	return s, nil
}

// remember writes the cache: what is given, with the trends.
func remember(dir string, t *trends, c cached) error {
	if dir == "" {
		return nil
	}
	c.Format, c.Machines, c.Environments, c.Runs, c.Units = format, t.Machines, t.Environments, t.Runs, t.Units
	c.Series = make([]cachedSeries, len(t.series))
	for i, s := range t.series {
		c.Series[i] = cachedSeries{Package: s.pkg, Name: s.name, Shard: s.file, Summary: s.summary}
		for j, column := range s.shard.Columns {
			if l := s.levels[column]; l != nil {
				for _, p := range l.parts {
					c.Series[i].Parts = append(c.Series[i].Parts, cachedPart{j, p.ruler, p.from, p.trend.AppendBinary(nil)})
				}
			}
		}
	}
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(c); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	sum := sha256.Sum256(out.Bytes())
	return put(filepath.Join(dir, cacheFile), append(sum[:], out.Bytes()...))
}
