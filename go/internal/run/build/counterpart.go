package build

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// Counterpart builds the other end of the wire, if a benchmark of the job
// needs one, and returns its place below the run folder. It is cobench's own
// and not a side's: both sides of a comparison have the same.
func Counterpart(ctx context.Context, o Options, job plan.Job) (string, error) {
	if !slices.ContainsFunc(job.Benchmarks, func(b plan.Benchmark) bool { return b.Counterpart }) {
		return "", nil
	}
	o.report(progress.Building, "counterpart")
	program := filepath.Join("build", "counterpart"+executable)
	b := New(o, plan.Side{Name: plan.Head}, "")
	_, err := b.Output(ctx, "counterpart", filepath.Join(o.Root, "go"), "go", "build", "-trimpath", "-buildvcs=false", "-o", o.Dir.Path(program), "./cmd/counterpart")
	if err != nil {
		return "", fmt.Errorf("counterpart: %w", err)
	}
	return program, nil
}
