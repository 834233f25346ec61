package collect

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
)

// reach is what is known of how a project's change reaches its benchmarks, and this one.
func (f source) reach(b plan.Benchmark) []benchfmt.Config {
	if !f.plan.Project.Finds() || !f.plan.Judged() {
		return nil
	}
	var lines []benchfmt.Config
	if f.plan.Budget > 0 {
		lines = append(lines, results.Line(results.Budget, time.Duration(f.plan.Budget).String()))
	}
	if r := f.run.Reach; r != nil {
		lines = append(lines, results.Line(results.Changed, strconv.Itoa(r.Changed)), results.Line(results.Unexecuted, strconv.Itoa(r.Unexecuted)))
		if len(r.Blind) > 0 {
			lines = append(lines, results.Line(results.Blind, strings.Join(r.Blind, " ")))
		}
	}
	if b.Found.Unreached {
		lines = append(lines, results.Line(results.Reach, results.NotReached))
	}
	return lines
}
