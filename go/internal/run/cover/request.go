// Package cover finds which benchmarks execute what a change touches, by running each for
// a moment with coverage: Go's own, or JaCoCo's. It takes the built sides and the
// candidates of package find, and notes in each candidate how the change reaches it.
package cover

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/process"
)

// A Request is what there is to know of a project whose sides were built and whose
// benchmarks were listed.
type Request struct {
	build.Options
	build.Sides
	Workloads  []string         // of both sides
	Candidates []plan.Candidate // Go and JMH note in them how the change reaches each
	Whole      bool             // no benchmark was left out
	Until      time.Time        // what is not known by then counts as reached
	// Opened are those of a side's files that are opened while run runs; seen is whether
	// all of it was seen.
	Opened func(side string, files []string, run func() (whole bool, err error)) (opened []string, seen bool, err error)
	Note   func(format string, args ...any) // tells the user
}

// look runs benchmarks of a workload for a moment, in the copy of head. opened are those
// of some of its files that they open; seen is whether all of that was seen.
func (q Request) look(ctx context.Context, workload string, files []string, limit time.Duration, command []string) (opened []string, seen bool, stderr string, failure, err error) {
	below, err := filepath.Rel(build.SourceOf(q.Dir, plan.Head), q.Dir.Path(q.Of(plan.Head).Folders[workload]))
	if err != nil {
		return nil, false, "", nil, err
	}
	ran := false
	run := func() (bool, error) {
		ran = true
		_, stderr, failure, err = process.Attend(ctx, q.Start, q.Now, process.Command{
			Args: command, Dir: filepath.Join(build.SourceOf(q.Dir, reachFolder), below),
			Environ: commandline.Environ(q.Environ, q.Plan.Project.Env), Limit: limit,
		})
		return true, err
	}
	if opened, seen, err = q.Opened(reachFolder, files, run); err == nil && !ran { // it can't be watched
		_, err = run()
	}
	return opened, seen, stderr, failure, err
}

// waits tells whether a workload has a benchmark that is to be looked at.
func (q Request) waits(workload string) bool {
	return slices.ContainsFunc(q.Candidates, func(c plan.Candidate) bool { return c.Benchmark.Workload == workload && !c.Identical })
}

// reachFolder is a copy of head's source, beside those of the sides: what benchmarks
// leave in their folder when they are run for this, those of base don't find.
const reachFolder = "reach"
