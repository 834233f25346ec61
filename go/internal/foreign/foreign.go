// Package foreign reads results of other tools.
//
// It takes a file: github-action-benchmark's data.js or the same as JSON, JMH's
// JSON, or the Go benchmark format, which go test prints and benchstat reads. It
// returns its runs in the Go benchmark format, each with a list of what is
// missing. Values without a place in that format are kept as configuration, so
// nothing is lost. It refuses other files, and files that it cannot read in full.
package foreign

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/results"
)

// A Run is the results of one commit, measured at one time.
type Run struct {
	Suite   string // of several in a file; "" is the only one
	Commit  string // "" is unknown
	Began   time.Time
	Results int
	Lacks   []string // what cobench would have known
	units   []*benchfmt.UnitMetadata
	lines   []*benchfmt.Result
}

// What a run may lack.
const (
	lacksSamples   = "samples (one value of each benchmark, so nothing tells how far it spreads)"
	lacksMachine   = "machine"
	lacksToolchain = "toolchain"
	lacksCommit    = "commit"
	lacksDate      = "date"
	lacksFresh     = "fresh processes (a file does not tell which samples share one)"
)

// Defaults stand in for what a file does not say.
type Defaults struct {
	Commit string
	Date   time.Time
}

// Read reads a file by what it begins with.
func Read(name string, content []byte, d Defaults) ([]Run, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))
	switch {
	case len(text) == 0:
		return nil, fmt.Errorf("%s: the file is empty", name)
	case bytes.HasPrefix(text, []byte("window.")) || text[0] == '{':
		return readAction(name, text)
	case text[0] == '[':
		return readJMH(name, text, d)
	}
	return readGo(name, content, d)
}

// Text is a run in the Go benchmark format.
func (r Run) Text() ([]byte, error) {
	var text bytes.Buffer
	w := benchfmt.NewWriter(&text)
	for _, u := range r.units {
		if err := w.Write(u); err != nil {
			return nil, err
		}
	}
	for _, line := range r.lines {
		if err := w.Write(line); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// Check holds the run to what can be shown of a run that is kept; errors name
// the place in its file.
func (r Run) Check(file string) error {
	var c results.Checker
	for _, line := range r.lines {
		if _, err := c.Take(line.Clone()); err != nil {
			if at, _ := line.Pos(); at == "" {
				return fmt.Errorf("%s: %w", file, err)
			}
			return err
		}
	}
	return c.End(file)
}

func (r *Run) lacks(what string) {
	if !slices.Contains(r.Lacks, what) {
		r.Lacks = append(r.Lacks, what)
	}
}

// origin completes a result's configuration to what publish wants of any.
func (r *Run) origin(line *benchfmt.Result, runtime string) {
	for _, k := range []struct{ key, unknown, lack string }{
		{results.OS, "unknown", lacksMachine}, {results.Arch, "unknown", lacksMachine}, {results.CPU, "unknown", lacksMachine}, {results.Cores, "0", lacksMachine},
		{results.Toolchain, "", lacksToolchain}, {results.Runtime, runtime, ""}, {results.Profile, "import", ""}, {results.Side, results.Head, ""},
		{results.Date, r.Began.UTC().Format(time.RFC3339), ""},
	} {
		if line.GetConfig(k.key) != "" {
			continue
		}
		if k.lack != "" {
			r.lacks(k.lack)
		}
		if k.unknown != "" {
			line.SetConfig(k.key, k.unknown)
		}
	}
	if r.Commit != "" {
		line.SetConfig(results.Commit, r.Commit)
	} else {
		r.lacks(lacksCommit)
	}
	for i := range line.Config {
		line.Config[i].File = true
	}
}

// qualify tells packages apart in a run that has several, as a run of cobench does.
func (r *Run) qualify(separator string) {
	var packages []string
	for _, line := range r.lines {
		if name := line.GetConfig(results.Pkg); name != "" {
			packages = append(packages, name)
		}
	}
	short := results.Qualifiers(packages, separator)
	for _, line := range r.lines {
		if q := short[line.GetConfig(results.Pkg)]; q != "" && line.GetConfig(results.Qualifier) == "" {
			line.SetConfig(results.Qualifier, q)
			line.Config[len(line.Config)-1].File = true
		}
	}
}

// readGo reads the Go benchmark format. Results of several commits are several
// runs; those of base belong to the head that they were measured with.
func readGo(name string, content []byte, d Defaults) ([]Run, error) {
	var runs []Run
	seen := map[string]int{}
	var units []*benchfmt.UnitMetadata
	reader := benchfmt.NewReader(bytes.NewReader(content), name)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, record
		case *benchfmt.UnitMetadata:
			unit := *record
			units = append(units, &unit)
		case *benchfmt.Result:
			line := record.Clone()
			commit := line.GetConfig(results.Commit)
			if commit == "" {
				commit = d.Commit
			}
			i := slices.IndexFunc(runs, func(r Run) bool { return r.Commit == commit })
			if i < 0 {
				i = len(runs)
				runs = append(runs, Run{Commit: commit, Began: d.Date})
				if began, err := time.Parse(time.RFC3339, line.GetConfig(results.Date)); err == nil {
					runs[i].Began = began
				} else {
					runs[i].lacks(lacksDate)
				}
				if line.GetConfig(results.Round) == "" {
					runs[i].lacks(lacksFresh)
				}
			}
			r := &runs[i]
			r.origin(line, "go")
			seen[commit+"\x00"+line.GetConfig(results.Pkg)+"\x00"+string(line.Name)]++
			r.lines = append(r.lines, line)
			r.Results++
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("%s: no results: want github-action-benchmark's data.js, JMH's JSON, or what go test -bench prints", name)
	}
	runs = together(runs)
	for i := range runs {
		runs[i].units = units
		runs[i].qualify("/")
		for key, n := range seen {
			if commit, _, _ := strings.Cut(key, "\x00"); commit == runs[i].Commit && n == 1 {
				runs[i].lacks(lacksSamples)
			}
		}
	}
	return runs, nil
}

// together puts the results of base beside those of the only head.
func together(runs []Run) []Run {
	ofBase := func(r Run) bool {
		return !slices.ContainsFunc(r.lines, func(l *benchfmt.Result) bool { return l.GetConfig(results.Side) != results.Base })
	}
	heads := slices.DeleteFunc(slices.Clone(runs), ofBase)
	if len(heads) != 1 {
		return runs
	}
	for _, r := range runs {
		if ofBase(r) {
			heads[0].lines, heads[0].Results = append(heads[0].lines, r.lines...), heads[0].Results+r.Results
		}
	}
	return heads
}

// word is a text as a name or a unit can hold it.
func word(text string) string {
	return breaking.ReplaceAllStringFunc(text, func(s string) string {
		var out strings.Builder
		for _, b := range []byte(s) {
			fmt.Fprintf(&out, "%%%02X", b)
		}
		return out.String()
	})
}

var breaking = regexp.MustCompile(`[\s%\x00-\x1f\x7f\p{Z}]`)
