package artifact

import (
	"fmt"
	"strconv"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
)

// A check holds the results of one job to the plan that they are of, and to the
// bounds of what any job makes: somebody will judge them, which takes time.
type check struct {
	commits      map[string]string // by side
	job, judging string            // of a plan that judges
	results      int
	benchmarks   map[results.ID]bool
}

func newCheck(p plan.Plan, job string) (*check, error) {
	c := &check{commits: map[string]string{}, benchmarks: map[results.ID]bool{}}
	for _, s := range p.Sides {
		c.commits[s.Name] = s.Commit
	}
	if p.Judged() {
		rules, err := p.Rules()
		if err != nil {
			return nil, err
		}
		c.job, c.judging = job, rules.String()
	}
	return c, nil
}

func (c *check) one(r *benchfmt.Result) error {
	if len(r.Config) > mostKeys { // each is carried on from result to result
		return fmt.Errorf("more than %d keys", mostKeys)
	}
	side := r.GetConfig(results.Side)
	if commit, ok := c.commits[side]; !ok || r.GetConfig(results.Commit) != commit {
		return fmt.Errorf("a result of side %.20q at commit %.80q, which was not planned", side, r.GetConfig(results.Commit))
	}
	if c.judging != "" && (r.GetConfig(results.Judging) != c.judging || r.GetConfig(results.Job) != c.job) {
		return fmt.Errorf("a result of job %.80q, judged by %.200q: job %s was planned, judged by %s", r.GetConfig(results.Job), r.GetConfig(results.Judging), c.job, c.judging)
	}
	if round := r.GetConfig(results.Round); round != "" {
		if n, err := strconv.Atoi(round); err != nil || n < 1 || n > mostRounds {
			return fmt.Errorf("round %.40q: want 1 to %d", round, mostRounds)
		}
	}
	c.results++
	if c.results > mostResults {
		return fmt.Errorf("more than %d results", mostResults)
	}
	if len(r.Values) > mostValues {
		return fmt.Errorf("%d values: want %d at most", len(r.Values), mostValues)
	}
	if c.benchmarks[results.IDOf(r)] = true; len(c.benchmarks) > mostBenchmarks {
		return fmt.Errorf("more than %d benchmarks", mostBenchmarks)
	}
	return nil
}
