package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/cover"
	"github.com/cobench/cobench/go/internal/run/progress"
)

const (
	blindPatience = 2 * time.Minute
	mostBlind     = 8
)

// tellBlind names the functions of a module that its tests keep busiest and that no
// benchmark executes: what nobody would see getting slower. That it can't be told is
// no reason to fail.
func (c command) tellBlind(ctx context.Context, q projectRequest, found project) {
	dir, err := os.MkdirTemp("", "cobench-")
	if err != nil {
		return
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(c.stderr, "looking for functions that no benchmark executes, by running each benchmark once and the tests: %v at most\n", blindPatience)
	blind, err := cover.Blind(ctx, build.Options{
		Plan: plan.Plan{Project: plan.Project{Folder: found.folder, Packages: list(q.packages)}},
		Dir:  raw.Dir(dir), Environ: c.environ, Source: forge.Repository(found.top),
		Report: func(progress.Event) {}, Now: c.now, Start: c.start,
	}, blindPatience)
	switch {
	case err != nil:
		fmt.Fprintf(c.stderr, "nobody knows which functions no benchmark executes: %v\n", err)
	case len(blind) == 0:
		fmt.Fprintln(c.stdout, "every function that the tests execute is executed by a benchmark too")
	default:
		var names []string
		for _, f := range blind[:min(mostBlind, len(blind))] {
			names = append(names, f.String())
		}
		more := ""
		if n := len(blind) - len(names); n > 0 {
			more = fmt.Sprintf(" and %d more", n)
		}
		fmt.Fprintf(c.stdout, "no benchmark executes these functions, the busiest in the tests first: %s%s\n", strings.Join(names, ", "), more)
	}
}
