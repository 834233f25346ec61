package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/foreign"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/results"
)

// readReport judges files of results that were measured to be judged, or two of
// other tools, the old one first.
func (c command) readReport(args []string) (*report.Report, error) {
	sources := compare.Files(args, c.stdin)
	if len(sources) != 2 {
		return report.Read(sources)
	}
	var files [2]foreignFile
	for i, s := range sources {
		content, err := s.Read()
		if err != nil {
			return nil, err
		}
		if files[i], err = readForeign(s, content); err != nil {
			return nil, err
		}
		sources[i].Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	}
	old, head := files[0], files[1]
	switch {
	case !old.foreign && !head.foreign:
		return report.Read(sources)
	case old.foreign != head.foreign:
		return nil, fmt.Errorf("%s has the sides of a run of cobench, and %s has none: report each by itself, or give two files of go test -bench or of JMH", sources[at(head.foreign)].Name, sources[1-at(head.foreign)].Name)
	case old.separator != head.separator:
		return nil, fmt.Errorf("%s and %s: one of JMH and one of go test -bench: want two of the same tool", sources[0].Name, sources[1].Name)
	}
	profile := config.Found()
	if c.part != nil {
		profile.Alpha *= c.part()
	}
	rules, err := profile.Rules()
	if err != nil {
		return nil, err
	}
	project, _, err := config.LoadProject(".")
	if err != nil {
		return nil, err
	}
	return report.Unpaired(old.source, head.source, old.separator, renames(project), rules)
}

// at is the index of the file of cobench, if the other is foreign.
func at(headIsForeign bool) int {
	if headIsForeign {
		return 0
	}
	return 1
}

// A foreignFile is one of another tool, as a source of the Go benchmark format.
type foreignFile struct {
	source    compare.Source
	separator string // between the parts of a package's name
	foreign   bool   // it is of another tool
}

// readForeign reads a file of go test -bench or of JMH; what has sides is none.
func readForeign(s compare.Source, content []byte) (foreignFile, error) {
	f := foreignFile{separator: "/"}
	if text := bytes.TrimSpace(content); len(text) > 0 && text[0] == '[' {
		f.separator = "."
	} else if hasSides(content) {
		return f, nil
	}
	runs, err := foreign.Read(s.Name, content, foreign.Defaults{})
	if err != nil {
		return f, err
	}
	if len(runs) != 1 {
		return f, fmt.Errorf("%s: results of %d commits: want those of one", s.Name, len(runs))
	}
	text, err := runs[0].Text()
	if err != nil {
		return f, err
	}
	s.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	f.source, f.foreign = s, true
	return f, nil
}

// hasSides tells whether a file's lines say on which side they were measured.
func hasSides(content []byte) bool {
	found := false
	_ = results.Each(content, "", func(record benchfmt.Record) error {
		if line, ok := record.(*benchfmt.Result); ok {
			found = found || slices.Contains([]string{results.Base, results.Head}, line.GetConfig(results.Side))
		}
		return nil
	})
	return found
}
