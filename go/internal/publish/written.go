package publish

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/publish/shard"
	"github.com/cobench/cobench/go/internal/results"
)

// published is all files of the data, by their paths below its folder.
type published struct {
	index Index
	files map[string][]byte
	now   time.Time
}

// The folders of the data, and where a reader begins.
const (
	runsFolder   = "runs"
	trendsFolder = "trends"
	indexFile    = "index.json"
)

// Trends is what the index says of the main branch's trends. Names are told
// once, and a series by their places: its shard is trends/N.bin, N being the
// place in Series.
type Trends struct {
	Runs     int               `json:"runs"`
	Commits  int               `json:"commits"`
	Machines []results.Machine `json:"machines"`
	Units    []Unit            `json:"units"`
	Runtimes []string          `json:"runtimes"`
	Execs    []string          `json:"execs"`
	Names    []string          `json:"names"`   // as Benchmark's
	Series   [][4]int          `json:"series"`  // name, runtime, exec, GOMAXPROCS
	Changes  []ChangeAt        `json:"changes"` // the newest, newest first
	Spans    []Span            `json:"spans"`   // where they stand
}

// ChangeAt is a change point with its place and what a reader is told of it.
type ChangeAt struct {
	Series  int    `json:"series"`
	Unit    string `json:"unit"`
	Machine int    `json:"machine"`
	Place   int    `json:"place"` // on the axis of the first commit that has it
	Span    int    `json:"span"`  // place of its Span
	Date    string `json:"date"`  // when it was first measured
	// Spark is the points around the change in thousandths of the last level
	// before it; of the newest changes alone.
	Spark []int `json:"spark,omitempty"`
	// Turn is the place of the first point after the change in Spark.
	Turn int `json:"turn,omitempty"`
	shard.Change
}

// How many changes the index has, and how many of them with points around them.
const (
	changesTold  = 200
	changesDrawn = 40
	sparkPoints  = 16 // on each side
)

// blockOf is how many commits or runs share a file of what is told of them.
const blockOf = 512

// packed is JSON, compressed: what is loaded piece by piece, and large where
// nothing on the way compresses it.
func packed(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (p *published) pack(file string, v any) error {
	text, err := packed(v)
	p.files[file] = text
	return err
}

// runs adds the runs that are shown whole, and the list of all.
func (p *published) runs(t *trends, runs []whole) error {
	listed := map[string]bool{}
	for _, r := range runs {
		p.files[r.Listing.File] = r.File
		p.index.Runs = append(p.index.Runs, r.Listing)
		listed[r.Listing.ID] = true
	}
	p.index.Matrix = matrix(runs)
	all := slices.Clone(p.index.Runs)
	for i, r := range t.Runs {
		if !listed[r.ID] {
			r.Place = &i
			all = append(all, r.Listing)
		}
	}
	p.index.Newest = newest(all, p.now)
	// The oldest first, so that only the last page changes.
	slices.SortStableFunc(all, func(a, b Listing) int { return newestFirst(b, a) })
	p.index.Total = len(all)
	for i := 0; i < len(all); i += blockOf {
		page := map[string]any{"version": Version, "runs": all[i:min(len(all), i+blockOf)]}
		if err := p.pack(fmt.Sprintf("%s/list-%d.json.gz", runsFolder, i/blockOf), page); err != nil {
			return err
		}
	}
	return nil
}

// axis is what all shards have in common: where and when their runs were.
// Lists have one entry for each run; dates are differences, in seconds.
type axis struct {
	Version      int           `json:"version"`
	Commit       []int         `json:"commit"` // place among the commits
	Date         []int64       `json:"date"`
	Machine      []int         `json:"machine"`
	Environment  []int         `json:"environment"`
	Ruler        []float64     `json:"ruler"` // seconds; 0 where it wasn't measured
	Rulers       []string      `json:"rulers"`
	Environments []Environment `json:"environments"`
}

// commits is a block of the commits of the axis.
type commits struct {
	Version int      `json:"version"`
	Hash    []string `json:"hash"`
	Author  []string `json:"author"`
	Subject []string `json:"subject"`
	Run     []string `json:"run"` // the first run of each
}

func (p *published) trends(t *trends, known map[string]Commit) error {
	for i, s := range t.series {
		p.files[fmt.Sprintf("%s/%d.bin", trendsFolder, i)] = s.file
	}
	p.index.Trends = t.names()
	a := axis{Version: Version, Environments: t.Environments}
	var blocks []*commits
	places := map[string]int{}
	var before int64
	for _, r := range t.Runs {
		place, ok := places[r.Commit]
		if !ok {
			place = len(places)
			places[r.Commit] = place
			if place%blockOf == 0 {
				blocks = append(blocks, &commits{Version: Version})
			}
			c := known[r.Commit]
			b := blocks[len(blocks)-1]
			b.Hash, b.Author, b.Subject, b.Run = append(b.Hash, r.Commit), append(b.Author, c.Author), append(b.Subject, c.Subject), append(b.Run, r.ID)
		}
		now := seconds(r.Date)
		a.Commit = append(a.Commit, place)
		a.Date = append(a.Date, now-before)
		a.Machine = append(a.Machine, r.Machine)
		a.Environment = append(a.Environment, r.Environment)
		a.Ruler = append(a.Ruler, digits(r.Ruler.Seconds))
		a.Rulers = append(a.Rulers, r.Ruler.Number)
		before = now
	}
	p.index.Trends.Commits = len(places)
	if len(t.Runs) > 0 {
		if err := p.pack(trendsFolder+"/axis.json.gz", a); err != nil {
			return err
		}
	}
	for i, b := range blocks {
		if err := p.pack(fmt.Sprintf("%s/commits-%d.json.gz", trendsFolder, i), b); err != nil {
			return err
		}
	}
	changes, err := t.changes(a.Commit)
	if err != nil {
		return err
	}
	hashes := make([]string, len(places))
	for hash, place := range places {
		hashes[place] = hash
	}
	p.index.Trends.Changes, p.index.Trends.Spans = changes, spans(changes, hashes, a.Commit, known)
	return p.overview(t, t.dates(), a.Commit)
}

// names tells the series by names and places.
func (t *trends) names() Trends {
	out := Trends{
		Runs: len(t.Runs), Machines: t.Machines, Units: t.Units,
		Runtimes: []string{}, Execs: []string{}, Names: []string{}, Series: [][4]int{},
	}
	if t.Machines == nil {
		out.Machines = []results.Machine{}
	}
	if t.Units == nil {
		out.Units = []Unit{}
	}
	place := func(names *[]string, places map[string]int, name string) int {
		i, ok := places[name]
		if !ok {
			i = len(*names)
			places[name] = i
			*names = append(*names, name)
		}
		return i
	}
	names, runtimes, execs := map[string]int{}, map[string]int{}, map[string]int{}
	for _, s := range t.series {
		b := results.ParseName(s.shard.Benchmark)
		out.Series = append(out.Series, [4]int{
			place(&out.Names, names, b.Twin), place(&out.Runtimes, runtimes, s.shard.Runtime), place(&out.Execs, execs, b.Exec), b.Procs,
		})
	}
	return out
}

// changes are the newest of all series.
func (t *trends) changes(places []int) ([]ChangeAt, error) {
	all := []ChangeAt{}
	drawn := map[string]bool{}
	for i, s := range t.series {
		for _, column := range s.shard.Columns {
			for _, c := range column.Changes {
				all = append(all, ChangeAt{Series: i, Unit: column.Unit, Machine: column.Machine, Change: c})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b ChangeAt) int {
		return cmp.Or(
			cmp.Compare(b.At, a.At),
			cmp.Compare(rank(a.Unit), rank(b.Unit)),
			cmp.Compare(math.Abs(math.Log(b.Ratio)), math.Abs(math.Log(a.Ratio))),
		)
	})
	all = all[:min(len(all), changesTold)]
	for i := range all {
		c := &all[i]
		run := t.Runs[c.At]
		c.Place, c.Date = places[c.At], run.Date
		// Of what one commit did to a workload on a runtime, one is enough to look at.
		s := t.series[c.Series].shard
		workload, _, _ := strings.Cut(s.Benchmark, "/")
		if what := fmt.Sprint(c.At, s.Runtime, workload); len(drawn) < changesDrawn && !drawn[what] {
			drawn[what] = true
			column := s.Column(c.Unit, c.Machine)
			if err := c.draw(column, t); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// rank puts the time of an operation before what else it took.
func rank(unit string) int {
	if unit == results.SecPerOp {
		return 0
	}
	return 1
}

// draw fills in the points around the change.
func (c *ChangeAt) draw(column *shard.Column, t *trends) error {
	places := t.byMachine[c.Machine]
	at, _ := slices.BinarySearch(places, c.At)
	points, err := column.Around(at, sparkPoints)
	if err != nil {
		return err
	}
	var values []float64
	var level []float64
	for _, p := range points {
		v := p.Center
		if ruler := t.Runs[places[p.Run]].Ruler; c.Ruler && ruler.Seconds > 0 {
			v /= ruler.Seconds
		}
		if p.Run < at {
			level = append(level, v)
			c.Turn = len(level)
		}
		values = append(values, v)
	}
	if len(level) == 0 {
		return nil
	}
	slices.Sort(level)
	middle := level[len(level)/2]
	for _, v := range values {
		c.Spark = append(c.Spark, int(math.Round(1000*v/middle)))
	}
	return nil
}

// write puts all other files in place first and the index last, so that a
// reader never meets an index that names what is not there; then it removes
// what no index names any more.
func (p *published) write(out string) error {
	for _, folder := range []string{runsFolder, trendsFolder} {
		if err := os.MkdirAll(filepath.Join(out, folder), 0o777); err != nil {
			return err
		}
	}
	names := make([]string, 0, len(p.files))
	for name := range p.files {
		names = append(names, name)
	}
	if err := each(len(names), func(i int) error { return put(filepath.Join(out, names[i]), p.files[names[i]]) }); err != nil {
		return first(err)
	}
	text, err := json.Marshal(p.index)
	if err != nil {
		return err
	}
	if err := put(filepath.Join(out, indexFile), append(text, '\n')); err != nil {
		return err
	}
	return p.tidy(out)
}

// unfinished begins the name of a file that is being written.
const unfinished = ".new-"

// sweep removes what killed processes left unfinished an hour ago or more.
func sweep(now time.Time, folders ...string) {
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		left, err := filepath.Glob(filepath.Join(folder, unfinished+"*"))
		if err != nil {
			continue
		}
		for _, file := range left {
			if info, err := os.Lstat(file); err == nil && now.Sub(info.ModTime()) > time.Hour {
				_ = os.Remove(file)
			}
		}
	}
}

// put replaces a file whole. It is derived, so a crash of the machine may cost
// it: nothing waits for the disk.
func put(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), unfinished+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func (p *published) tidy(out string) error {
	var errs []error
	for _, folder := range []string{runsFolder, trendsFolder} {
		entries, err := os.ReadDir(filepath.Join(out, folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
		for _, e := range entries {
			if _, ok := p.files[folder+"/"+e.Name()]; !ok && !strings.HasPrefix(e.Name(), unfinished) {
				errs = append(errs, os.Remove(filepath.Join(out, folder, e.Name())))
			}
		}
	}
	return errors.Join(errs...)
}
