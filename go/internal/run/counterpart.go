package run

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cobench/cobench/go/internal/plan"
)

// buildCounterpart builds the other end of the wire, if a benchmark of the job
// needs one, and returns its place below the run folder. It is cobench's own
// and not a side's: both sides of a comparison have the same.
func (o Options) buildCounterpart(ctx context.Context, job plan.Job) (string, error) {
	if !slices.ContainsFunc(job.Benchmarks, func(b plan.Benchmark) bool { return b.Counterpart }) {
		return "", nil
	}
	o.Report(Event{Kind: Building, What: "counterpart"})
	program := filepath.Join("build", "counterpart"+executable)
	b := &builder{Options: o, side: plan.Side{Name: plan.Head}}
	_, err := b.output(ctx, "counterpart", filepath.Join(o.Root, "go"), "go", "build", "-trimpath", "-buildvcs=false", "-o", o.abs(program), "./cmd/counterpart")
	if err != nil {
		return "", fmt.Errorf("counterpart: %w", err)
	}
	return program, nil
}
