// Package artifact reads and writes what one run of the pipeline leaves for the
// next workflow: its plans, and the results of each job.
//
//	plans/NAME.json
//	results/NAME/JOB.txt
//	why/NAME/JOB.json      of a job that took profiles
//
// It reads a folder, or a zip file that anybody may have made, and returns only
// valid plans and results. It refuses everything else: other names, sizes beyond
// the limits, results of a commit that was not planned.
package artifact

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/why"
)

// The folders.
const (
	Plans   = "plans"
	Results = "results"
	Why     = "why"
)

// Name is what the pipeline calls it.
const Name = "report"

// What is taken at most: many times what a night makes.
const (
	MostPacked  = 64 << 20 // bytes of a zip file
	mostFiles   = 2000
	mostEntries = 2 * mostFiles // folders may have some too
	mostFile    = 64 << 20      // bytes of a file
	mostTotal   = 256 << 20     // bytes of all
	mostJobs    = 1000          // of a plan; GitHub has 256 in a matrix

	// Of a file of results.
	mostResults    = 300_000
	mostBenchmarks = 5000
	mostRounds     = 1000 // as many as a plan may have
	mostValues     = 100  // of a result
	mostKeys       = 200  // above results
)

// An Artifact is the plans of one run, and what was measured of each job.
type Artifact struct {
	Plans   []plan.Named                 // by name
	Results map[string]map[string][]byte // by plan and job, in the Go benchmark format
	Why     map[Missing]why.File         // what profiles say, of the jobs that took any
}

// A Missing job was planned and has no results.
type Missing struct{ Plan, Job string }

// Missing are the jobs without results, in the order of the plans.
func (a Artifact) Missing() []Missing {
	var missing []Missing
	for _, p := range a.Plans {
		for _, j := range p.Jobs {
			if a.Results[p.Name][j.ID] == nil {
				missing = append(missing, Missing{p.Name, j.ID})
			}
		}
	}
	return missing
}

// Jobs are those of a plan that have results, in the plan's order.
func (a Artifact) Jobs(p plan.Named) []string {
	var jobs []string
	for _, j := range p.Jobs {
		if a.Results[p.Name][j.ID] != nil {
			jobs = append(jobs, j.ID)
		}
	}
	return jobs
}

// Unpack reads a zip file. Its name stands in errors.
func Unpack(name string, packed []byte) (Artifact, error) { return unpack(name, packed, false) }

// UnpackNumbers is Unpack for what a stranger has made: of the results it leaves
// nothing but numbers and names, and refuses names that could be anything else,
// of jobs too.
func UnpackNumbers(name string, packed []byte) (Artifact, error) { return unpack(name, packed, true) }

func unpack(name string, packed []byte, numbers bool) (Artifact, error) {
	if len(packed) > MostPacked {
		return Artifact{}, fmt.Errorf("%s: %d bytes, want %d at most", name, len(packed), MostPacked)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // which is told of below
		return Artifact{}, fmt.Errorf("%s: not a zip file: %w", name, err)
	}
	if n := len(archive.File); n > mostEntries {
		return Artifact{}, fmt.Errorf("%s: %d entries: want %d at most", name, n, mostEntries)
	}
	r := reader{name: name, numbers: numbers, files: map[string][]byte{}}
	for _, f := range archive.File {
		if strings.HasSuffix(f.Name, "/") && f.UncompressedSize64 == 0 && (f.Name == Plans+"/" || f.Name == Results+"/" || f.Name == Why+"/" || resultsFolder.MatchString(f.Name)) {
			continue
		}
		if !f.Mode().IsRegular() {
			return Artifact{}, fmt.Errorf("%s: %.100q is no file", name, f.Name)
		}
		content, err := f.Open()
		if err != nil {
			return Artifact{}, fmt.Errorf("%s: %.100q: %w", name, f.Name, err)
		}
		err = r.add(f.Name, content)
		content.Close()
		if err != nil {
			return Artifact{}, err
		}
	}
	return r.artifact()
}

// Open reads a folder.
func Open(dir string) (Artifact, error) {
	r := reader{name: dir, files: map[string][]byte{}}
	for _, folder := range []string{Plans, Results, Why} {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && folder != Plans {
				return nil // nothing was measured, or profiled
			}
			if err != nil || d.IsDir() {
				return err
			}
			below, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			return r.add(filepath.ToSlash(below), f)
		})
		if err != nil {
			return Artifact{}, err
		}
	}
	return r.artifact()
}

const word = `[a-z0-9][a-z0-9.-]{0,99}`

var (
	planFile      = regexp.MustCompile(`^` + Plans + `/(` + word + `)\.json$`)
	resultsFile   = regexp.MustCompile(`^` + Results + `/(` + word + `)/(` + word + `)\.txt$`)
	whyFile       = regexp.MustCompile(`^` + Why + `/(` + word + `)/(` + word + `)\.json$`)
	resultsFolder = regexp.MustCompile(`^(` + Results + `|` + Why + `)/` + word + `/$`)
)

// IsName tells whether plans and jobs can be called so.
func IsName(s string) bool { return nameWord.MatchString(s) }

var nameWord = regexp.MustCompile(`^` + word + `$`)

// A reader takes files until there are too many.
type reader struct {
	name    string
	numbers bool // and names are all that is left of results
	files   map[string][]byte
	total   int
}

func (r *reader) add(name string, content io.Reader) error {
	if !planFile.MatchString(name) && !resultsFile.MatchString(name) && !whyFile.MatchString(name) {
		return fmt.Errorf("%s: %.100q: want %s/NAME.json or %s/NAME/JOB.txt", r.name, name, Plans, Results)
	}
	if _, twice := r.files[name]; twice {
		return fmt.Errorf("%s: %s is in it twice", r.name, name)
	}
	if len(r.files) == mostFiles {
		return fmt.Errorf("%s: more than %d files", r.name, mostFiles)
	}
	// What a zip file says of sizes may be a lie.
	text, err := io.ReadAll(io.LimitReader(content, mostFile+1))
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.name, name, err)
	}
	r.total += len(text)
	if len(text) > mostFile || r.total > mostTotal {
		return fmt.Errorf("%s: %s: more than %d bytes, or %d of all files", r.name, name, mostFile, mostTotal)
	}
	r.files[name] = text
	return nil
}

func (r *reader) artifact() (Artifact, error) {
	a := Artifact{Results: map[string]map[string][]byte{}, Why: map[Missing]why.File{}}
	plans := map[string]plan.Plan{}
	for _, file := range slices.Sorted(maps.Keys(r.files)) {
		parts := planFile.FindStringSubmatch(file)
		if parts == nil {
			continue
		}
		p, err := plan.Read(bytes.NewReader(r.files[file]), r.name+": "+file)
		if err != nil {
			return Artifact{}, err
		}
		if err := r.checkJobs(p, file); err != nil {
			return Artifact{}, err
		}
		plans[parts[1]] = p
		a.Plans = append(a.Plans, plan.Named{Name: parts[1], Plan: p})
		a.Results[parts[1]] = map[string][]byte{}
	}
	if len(a.Plans) == 0 {
		return Artifact{}, fmt.Errorf("%s: no plan in it: want %s/NAME.json", r.name, Plans)
	}
	for file, text := range r.files {
		parts := resultsFile.FindStringSubmatch(file)
		if parts == nil {
			continue
		}
		p, planned := plans[parts[1]]
		if !planned {
			return Artifact{}, fmt.Errorf("%s: %s: belongs to no plan in it", r.name, file)
		}
		var err error
		if a.Results[parts[1]][parts[2]], err = r.results(p, parts[2], file, text); err != nil {
			return Artifact{}, err
		}
	}
	return a, r.why(a, plans)
}

// checkJobs bounds the jobs of a plan, and holds those of a stranger's to names.
func (r *reader) checkJobs(p plan.Plan, file string) error {
	if n := len(p.Jobs); n > mostJobs {
		return fmt.Errorf("%s: %s: %d jobs: want %d at most", r.name, file, n, mostJobs)
	}
	for _, j := range p.Jobs {
		if r.numbers && !IsName(j.ID) {
			return fmt.Errorf("%s: %s: job %.60q: want a name of lower-case letters, numbers, dots and dashes", r.name, file, j.ID)
		}
	}
	return nil
}

// results are those of a job of a plan.
func (r *reader) results(p plan.Plan, job, file string, text []byte) ([]byte, error) {
	if _, err := p.Job(job); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", r.name, file, err)
	}
	c, err := newCheck(p, job)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", r.name, file, err)
	}
	var plain plainer
	if r.numbers {
		plain = plainerOf(p)
	}
	return readResults(text, r.name+": "+file, c, plain)
}
