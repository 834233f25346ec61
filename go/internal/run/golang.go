package run

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// golang is a test binary of the testing package, one a workload.
type golang struct{}

func (golang) build(ctx context.Context, b *builder, _ config.Runtime, made *raw.Build) error {
	module := filepath.Join(b.source, "go")
	if err := b.goOf(ctx, module, made); err != nil {
		return err
	}
	// As reproducible as Go builds get: the same code, the same bytes.
	made.BuildFlags = []string{"-trimpath", "-buildvcs=false"}
	if b.side.Layout != 0 {
		made.BuildFlags = append(made.BuildFlags, "-ldflags=-randlayout="+strconv.Itoa(b.side.Layout))
	}
	if err := b.keepSource(); err != nil {
		return err
	}
	var list []testBinary
	for _, w := range b.workloads {
		name := strings.ToLower(w)
		list = append(list, testBinary{workload: w, pack: "./workload/" + name, artifact: filepath.Join(b.folder(), name+".test"+executable)})
	}
	return b.linkTests(ctx, module, made, list)
}

func (golang) command(o Options, r config.Runtime, b raw.Build, s plan.Sample) []string {
	command := []string{o.artifact(b, s),
		"-test.run=^$",
		"-test.bench=^Benchmark" + s.Benchmark.Workload + "$",
		"-test.timeout=0",
	}
	command = append(command, r.Flags...)
	command = append(command, nameAndParams(s)...)
	command = append(command, o.counterpartFlag(s.Benchmark, "-counterpart")...)
	if part := o.slowdown(s); part != "" {
		command = append(command, "-slowdown="+part)
	}
	if s.Cold {
		return append(append(command, "-test.benchtime=1x", "-test.count=1"), o.coldFlags()...)
	}
	warmups, iterations := o.Plan.Counts(s.Side, s.Benchmark, r.Kind)
	return append(command,
		"-test.benchtime="+o.Plan.Iteration.String(),
		// The testing package knows no warm-up: its first iterations are one.
		"-test.count="+strconv.Itoa(warmups+iterations),
	)
}

// nameAndParams are the flags by which a twin gets its parameters.
func nameAndParams(s plan.Sample) []string {
	var params []string
	for _, p := range s.Benchmark.Parameters {
		params = append(params, p.Key+"="+string(p.Value))
	}
	_, name, _ := strings.Cut(s.Benchmark.Name, "/")
	return []string{"-name=" + name, "-params=" + strings.Join(params, "/")}
}
