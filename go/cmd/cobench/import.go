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
	in := intake{kind: history.Kind(*kind), commit: *commit, date: *date}
	for _, file := range flags.Args() {
		if err := in.read(file); err != nil {
			return err
		}
	}
	added, err := in.add(*tree)
	if err != nil {
		return err
	}
	for _, line := range in.lines {
		fmt.Fprintln(c.stdout, line)
	}
	fmt.Fprintf(c.stdout, "%d runs added to %s, %d were already there\n", added, *tree, len(in.entries)-added)
	return nil
}

// An intake is what files of other tools hold, on its way into a history.
type intake struct {
	kind         history.Kind
	commit, date string // where a file does not say
	entries      []taken
	lines        []string // what each file held
}

// A taken entry has the text that the history will keep.
type taken struct {
	history.Entry
	text []byte
}

// read takes a file's runs in. It names what the file's format lacks.
func (in *intake) read(file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if content, err = results.Unpack(file, content); err != nil {
		return err
	}
	d := foreign.Defaults{Commit: in.commit}
	if d.Date, err = dateOf(file, in.date); err != nil {
		return err
	}
	runs, err := foreign.Read(file, content, d)
	if err != nil {
		return err
	}
	count := 0
	var lacks []string
	for i, r := range runs {
		count += r.Results
		for _, l := range r.Lacks {
			if !slices.Contains(lacks, l) {
				lacks = append(lacks, l)
			}
		}
		if err := in.take(file, i, r); err != nil {
			return err
		}
	}
	line := fmt.Sprintf("%s: %d results of %d runs", file, count, len(runs))
	if len(lacks) > 0 {
		line += "; without " + strings.Join(lacks, ", ")
	}
	in.lines = append(in.lines, line)
	return nil
}

// take makes an entry of a file's run i.
func (in *intake) take(file string, i int, r foreign.Run) error {
	if err := r.Check(file); err != nil {
		return err
	}
	text, err := r.Text()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	job := "import-" + slug(cmp.Or(r.Suite, filepath.Base(file)))
	e := history.New(in.kind, r.Began, hashOf(r.Commit), r.Began.UTC().Format(moment), job)
	if slices.ContainsFunc(in.entries, func(x taken) bool { return x.Path() == e.Path() }) {
		e.Job += fmt.Sprintf("-%d", i+1)
	}
	in.entries = append(in.entries, taken{e, text})
	return nil
}

// add writes all entries, or none where one is there already with other results.
// It returns how many were new.
func (in *intake) add(tree string) (int, error) {
	for _, e := range in.entries {
		if old, err := history.Read(tree, e.Entry); err == nil && string(old) != string(e.text) {
			return 0, fmt.Errorf("%s: exists with other results, and the history is never rewritten: to retract it, add a line to %s", e.Path(), history.Retracted)
		}
	}
	added := 0
	for _, e := range in.entries {
		is, err := history.Add(tree, e.Entry, e.text)
		if err != nil {
			return added, err
		}
		if is {
			added++
		}
	}
	return added, nil
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
