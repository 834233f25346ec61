package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/foreign"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/results"
)

// importResults puts what other tools have kept into a history: all of the
// files, or nothing.
func (c command) importResults(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("import", flag.ContinueOnError)
	tree := flags.String("history", "", "`folder` of the history to add to")
	kind := flags.String("kind", string(history.Main), "`kind` of the runs, a folder of the history: main is what trends are made of")
	commit := flags.String("commit", "", "`hash` that was measured, where a file does not say")
	date := flags.String("date", "", "`time` of measuring, such as 2026-01-31T12:00:00Z, where a file does not say; the file's own time if none is given")
	if err := c.parse(flags, args, 1, "FILE..."); err != nil {
		return err
	}
	if *tree == "" {
		return errors.New("import: -history is missing: want the folder of the history to add to")
	}
	if !slices.Contains(history.Kinds, history.Kind(*kind)) {
		return fmt.Errorf("import: -kind %s: want one of %v", *kind, history.Kinds)
	}
	var entries []importedRun
	var lines []string
	for _, file := range flags.Args() {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if content, err = results.Unpack(file, content); err != nil {
			return err
		}
		d := foreign.Defaults{Commit: *commit}
		if d.Date, err = dateOf(file, *date); err != nil {
			return err
		}
		found, line, err := imported(file, content, d, history.Kind(*kind), entries)
		if err != nil {
			return err
		}
		entries, lines = append(entries, found...), append(lines, line)
	}
	for _, e := range entries { // before anything is written
		if old, err := history.Read(*tree, e.Entry); err == nil && string(old) != string(e.text) {
			return fmt.Errorf("%s: exists with other results, and the history is never rewritten: to retract it, add a line to %s", e.Path(), history.Retracted)
		}
	}
	added := 0
	for _, e := range entries {
		is, err := history.Add(*tree, e.Entry, e.text)
		if err != nil {
			return err
		}
		if is {
			added++
		}
	}
	for _, line := range lines {
		fmt.Fprintln(c.stdout, line)
	}
	fmt.Fprintf(c.stdout, "%d runs added to %s, %d were already there\n", added, *tree, len(entries)-added)
	return nil
}

// An importedRun is what another tool has kept of one run.
type importedRun struct {
	history.Entry
	text []byte
}

// imported reads a file of another tool's. It returns its runs, which share no path
// with those before, and a line that says what was read.
func imported(file string, content []byte, d foreign.Defaults, kind history.Kind, before []importedRun) ([]importedRun, string, error) {
	runs, err := foreign.Read(file, content, d)
	if err != nil {
		return nil, "", err
	}
	var entries []importedRun
	var lacks []string
	count := 0
	for i, r := range runs {
		count += r.Results
		for _, l := range r.Lacks {
			if !slices.Contains(lacks, l) {
				lacks = append(lacks, l)
			}
		}
		if err := r.Check(file); err != nil {
			return nil, "", err
		}
		text, err := r.Text()
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", file, err)
		}
		job := "import-" + slug(cmp.Or(r.Suite, filepath.Base(file)))
		e := history.New(kind, r.Began, hashOf(r.Commit), r.Began.UTC().Format(moment), job)
		same := func(x importedRun) bool { return x.Path() == e.Path() }
		if slices.ContainsFunc(before, same) || slices.ContainsFunc(entries, same) {
			e.Job += fmt.Sprintf("-%d", i+1)
		}
		entries = append(entries, importedRun{e, text})
	}
	line := fmt.Sprintf("%s: %d results of %d runs", file, count, len(runs))
	if len(lacks) > 0 {
		line += "; without " + strings.Join(lacks, ", ")
	}
	return entries, line, nil
}

func dateOf(file, given string) (time.Time, error) {
	if given != "" {
		t, err := time.Parse(time.RFC3339, given)
		if err != nil {
			return t, fmt.Errorf("import: -date %s: want a time such as 2026-01-31T12:00:00Z", given)
		}
		return t, nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

var hash = regexp.MustCompile(`^[0-9a-f]{7,64}$`)

// hashOf is a commit as the history's names have it.
func hashOf(commit string) string {
	if !hash.MatchString(commit) {
		return "none"
	}
	return commit[:min(12, len(commit))]
}

var unfit = regexp.MustCompile(`[^a-z0-9.-]+`)

func slug(name string) string {
	if s := strings.Trim(unfit.ReplaceAllString(strings.ToLower(name), "-"), "-."); s != "" {
		return s
	}
	return "results"
}
