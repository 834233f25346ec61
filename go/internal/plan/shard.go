package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/cobench/cobench/go/internal/config"
)

// A place is a machine that a job is planned for: this one, or a runner.
type place struct {
	runner  string // "" is this machine
	cpus    int    // that a process can be bound to
	missing func(config.Runtime) (string, error)
	refuses func(config.Workload, config.Runtime) string
}

func places(c config.Config, q Request) ([]place, error) {
	if len(q.Runners) == 0 {
		nothing := func(config.Workload, config.Runtime) string { return "" }
		return []place{{cpus: q.CPUs, missing: q.Missing, refuses: nothing}}, nil
	}
	ready := func(config.Runtime) (string, error) { return "", nil } // a job sets up what it needs
	var all []place
	for _, name := range q.Runners {
		if name == All {
			all = nil
			for _, r := range c.Runners {
				all = append(all, place{r.Name, r.Processors, ready, r.Refuses})
			}
			return all, nil
		}
		r, err := c.Runner(name)
		if err != nil {
			return nil, fmt.Errorf("%w, or %s", err, All)
		}
		if !slices.ContainsFunc(all, func(p place) bool { return p.runner == name }) {
			all = append(all, place{r.Name, r.Processors, ready, r.Refuses})
		}
	}
	return all, nil
}

// noBudget is how long a job of the pipeline is to take where the profile says
// nothing.
const noBudget = config.Duration(time.Hour)

// room is what a job may take by its estimate. Half of a judged one's budget is
// left to the rounds that confirm.
func (p Plan) room() config.Duration {
	budget := cmp.Or(p.Budget, noBudget)
	if p.Judged() && p.Recording == 0 {
		return budget / 2
	}
	return budget
}

// spread makes of all that a runner measures one job for each group of
// runtimes, and several where one would take too long.
func (p Plan) spread(c config.Config, whole Job, runner string) ([]Job, error) {
	var jobs []Job
	for _, g := range c.Groups {
		in := func(runtime string) bool {
			r, err := p.Runtime(runtime)
			return err == nil && slices.Contains(g.Kinds, r.Kind)
		}
		var benchmarks []Benchmark
		for _, b := range whole.Benchmarks {
			if in(b.Runtime) {
				benchmarks = append(benchmarks, b)
			}
		}
		if len(benchmarks) == 0 {
			continue
		}
		shards := p.shard(c, allTwins(benchmarks))
		for i, shard := range shards {
			id := runner + "-" + g.Name
			if len(shards) > 1 {
				id += "-" + strconv.Itoa(i+1)
			}
			jobs = append(jobs, Job{ID: id, Runner: runner, Benchmarks: shard, Skips: []Skip{}})
		}
	}
	if len(jobs) == 0 {
		return nil, errors.New("nothing to measure: no group of runtimes has any of the benchmarks")
	}
	jobs[0].Skips = whole.Skips
	for i := range jobs {
		jobs[i].Setup = p.setup(jobs[i])
	}
	return jobs, nil
}

// allTwins groups the benchmarks of the same parameters, wherever they stand:
// several selections may have them.
func allTwins(benchmarks []Benchmark) [][]Benchmark {
	var units [][]Benchmark
	for _, group := range groupTwins(benchmarks) {
		i := slices.IndexFunc(units, func(u []Benchmark) bool { return twins(u[0], group[0]) })
		if i < 0 {
			units = append(units, group)
		} else {
			units[i] = append(units[i], group...)
		}
	}
	return units
}

// A shard is filled up with twins: what is compared stays on one machine.
type shard struct {
	units   []int
	measure config.Duration
	build   config.Duration
	built   map[string]bool
}

// of are the shard's benchmarks, in the order in which the units are.
func (s shard) of(units [][]Benchmark) []Benchmark {
	var benchmarks []Benchmark
	for _, i := range slices.Sorted(slices.Values(s.units)) {
		benchmarks = append(benchmarks, units[i]...)
	}
	return benchmarks
}

// A unitCost is what twins take, and by what it makes what each build does.
type unitCost struct {
	measure config.Duration
	builds  map[string]config.Duration
}

func (p Plan) costs(c config.Config, units [][]Benchmark) []unitCost {
	costs := make([]unitCost, len(units))
	for i, unit := range units {
		costs[i].builds = map[string]config.Duration{}
		for _, b := range unit {
			made, build, measure := p.cost(c, b)
			costs[i].measure += measure
			costs[i].builds[made] = build
		}
	}
	return costs
}

// deal gives out the units, the longest first, each to where it adds least
// (longest processing time first, of Graham), and tells how long the longest takes.
func deal(costs []unitCost, count int) (shards []shard, longest config.Duration) {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b].measure, costs[a].measure) })
	shards = make([]shard, count)
	for _, i := range order {
		best, least := 0, config.Duration(-1)
		for s := range shards {
			if after := shards[s].with(costs[i]); least < 0 || after < least {
				best, least = s, after
			}
		}
		shards[best].add(i, costs[i])
		longest = max(longest, least)
	}
	return shards, longest
}

// shard deals twins out to as few jobs as keep within the room.
func (p Plan) shard(c config.Config, units [][]Benchmark) [][]Benchmark {
	costs := p.costs(c, units)
	var shards []shard
	for count := 1; count <= len(units); count++ {
		var longest config.Duration
		if shards, longest = deal(costs, count); longest <= p.room() {
			break
		}
	}
	var all [][]Benchmark
	for _, s := range shards {
		if benchmarks := s.of(units); len(benchmarks) > 0 {
			all = append(all, benchmarks)
		}
	}
	return all
}

// with is how long the shard takes with so much more.
func (s shard) with(c unitCost) config.Duration {
	total := s.measure + s.build + c.measure
	for made, build := range c.builds {
		if !s.built[made] {
			total += build
		}
	}
	return total
}

func (s *shard) add(unit int, c unitCost) {
	if s.built == nil {
		s.built = map[string]bool{}
	}
	for made, build := range c.builds {
		if !s.built[made] {
			s.built[made] = true
			s.build += build
		}
	}
	s.units, s.measure = append(s.units, unit), s.measure+c.measure
}

// Setup is what a job needs on its runner before it begins.
type Setup struct {
	JDKs    []int `json:"jdks,omitempty"`    // the last one builds
	GraalVM int   `json:"graalvm,omitempty"` // its JDK's feature version; 0 is none
}

// buildJDK is the one that Kotlin's half is compiled for.
const buildJDK = 17

func (p Plan) setup(j Job) Setup {
	var s Setup
	kotlin := false
	for _, b := range j.Benchmarks {
		r, err := p.Runtime(b.Runtime)
		if err != nil || r.Kind == config.Go {
			continue
		}
		kotlin = true
		for _, side := range append([]Side{{}}, p.Sides...) { // which may have an upgrade
			jdk := side.On(r).JDK
			switch r.Kind {
			case config.GraalJIT, config.NativeImage:
				s.GraalVM = max(s.GraalVM, jdk)
				s.JDKs = append(s.JDKs, jdk)
			case config.JVM, config.JVMHarness, config.JVMAOT:
				s.JDKs = append(s.JDKs, jdk)
			}
		}
	}
	if kotlin {
		s.JDKs = append(s.JDKs, buildJDK)
	}
	slices.Sort(s.JDKs)
	s.JDKs = slices.Compact(s.JDKs)
	slices.Reverse(s.JDKs)
	return s
}
