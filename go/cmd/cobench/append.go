package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/foreign"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline/archive"
	"github.com/cobench/cobench/go/internal/pipeline/event"
)

func (c command) append(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci append", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended")
	remote := flags.String("remote", "origin", "`URL` of the repository that holds the history")
	workflow := flags.String("workflow", "", "of a project: `file` of the workflow that measures, such as bench.yml")
	takeOver := flags.String("import", "", "of a project: `BRANCH:PATH` of github-action-benchmark's data.js, which begins an empty history if it exists")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	e, err := event.Read(*file)
	if err != nil {
		return err
	}
	top, err := repositoryOf(ctx, *workflow)
	if err != nil {
		return err
	}
	hub, err := c.server().Hub()
	if err != nil {
		return err
	}
	data, err := c.server().Data(ctx, top, *remote)
	if err != nil {
		return err
	}
	a := archive.Archive{Hub: hub, Data: data, Log: c.jobLog(), Project: *workflow}
	if *takeOver != "" {
		if err := c.takeOver(ctx, a, top, *takeOver); err != nil {
			return fmt.Errorf("-import %s: %w", *takeOver, err)
		}
	}
	return a.Append(ctx, e)
}

// repositoryOf is the checkout of the suite, or of the project whose workflow is named.
func repositoryOf(ctx context.Context, workflow string) (forge.Repository, error) {
	if workflow == "" {
		root, err := root()
		return forge.Repository(root), err
	}
	if strings.ContainsAny(workflow, "/\\?#%") || strings.HasPrefix(workflow, "-") {
		return "", fmt.Errorf("-workflow %.60q: want the name of a file in .github/workflows, such as bench.yml", workflow)
	}
	top, err := forge.Top(ctx, ".")
	return forge.Repository(top), err
}

// takeOver begins an empty history with what github-action-benchmark has kept, if
// anything.
func (c command) takeOver(ctx context.Context, a archive.Archive, top forge.Repository, from string) error {
	branch, path, ok := strings.Cut(from, ":")
	if !ok || branch == "" || path == "" || strings.HasPrefix(branch, "-") {
		return fmt.Errorf("want BRANCH:PATH such as gh-pages:dev/bench/data.js")
	}
	if empty, err := a.Empty(ctx); err != nil || !empty {
		return err
	}
	source, err := c.server().Source(ctx, top)
	if err != nil {
		return err
	}
	content, err := source.File(ctx, branch, path)
	if err != nil || content == nil {
		return err
	}
	runs, line, err := imported(from, content, foreign.Defaults{Date: c.now()}, history.Main, nil)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.stderr, line)
	files := map[string][]byte{}
	for _, r := range runs {
		if files[r.Path()], err = history.Pack(r.Entry, r.text); err != nil {
			return err
		}
	}
	return a.TakeOver(ctx, from, files)
}
