package cover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/reach"
	"github.com/cobench/cobench/go/internal/run/build"
)

// Blind are the functions of a Go module, of the options' plan and its working tree,
// that its tests execute and no benchmark does: the busiest first, by how many
// statements the tests execute in them. Nobody knows how busy they are in a program
// that people run; what tests execute is what its authors found worth a test.
//
// It runs each benchmark once and all tests, in a copy of the tree in the options'
// folder. Tests may fail. If a benchmark does, nobody knows what it executes.
func Blind(ctx context.Context, o build.Options, patience time.Duration) ([]reach.Function, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	o.Plan.Sides = []plan.Side{{Name: plan.Head}}
	source, err := o.Checkout(ctx, o.Plan.Sides[0])
	if err != nil {
		return nil, err
	}
	g := &goReach{Request: Request{Options: o}}
	l, err := g.packagesOf(ctx, plan.Head)
	if err != nil {
		return nil, err
	}
	b := build.New(o, o.Plan.Sides[0], source)
	patterns, err := b.Patterns()
	if err != nil {
		return nil, err
	}
	var own []reach.Package
	var names []string
	for at := range l.own {
		own, names = append(own, l.packages[at]), append(names, at)
	}
	slices.Sort(names)
	profile := func(what string, mayFail bool, args ...string) (reach.Profile, error) {
		file := filepath.Join(string(o.Dir), what+".profile")
		_, err := b.Go(ctx, what, b.Module(), slices.Concat([]string{"test", build.Unvetted, "-covermode=atomic", "-coverpkg=" + strings.Join(names, ","), "-coverprofile=" + file}, args, patterns)...)
		if ctx.Err() != nil {
			return nil, fmt.Errorf("they take longer than %v", patience)
		}
		if err != nil && !mayFail {
			return nil, err
		}
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return reach.ReadProfile(f)
	}
	benchmarks, err := profile("benchmarks", false, "-run=^$", "-bench=.", "-benchtime=1x")
	if err != nil {
		return nil, err
	}
	tests, err := profile("tests", true)
	if err != nil {
		return nil, err
	}
	return reach.Busy(own, tests, benchmarks), nil
}
