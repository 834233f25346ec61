package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
)

// A Request is what the user asked for.
type Request struct {
	Profile  string
	Runtimes []string // instead of the profile's; "all" is every one that is configured
	Settings []Setting
	Sides    []Side
	Runners  []string // that the jobs are for; none is this machine, "all" every one that is configured
	Part     Part     // of the benchmarks
	Changes  *Changes // nil is to measure what has not changed too
	Note     string
	// Recording and MeasureIdentical are those of the plan.
	Recording        int
	MeasureIdentical bool
	CPUs             int // that a process can be bound to; 0 where the system can't
	// Missing tells why this machine can't run a runtime, or "". Its error is
	// a variable that names the runtime's toolchain and points elsewhere.
	Missing func(config.Runtime) (string, error)
}

// A Setting is one -set key=value: a parameter of any workload, exec, workload
// or runtime with a comma-separated list of values, or a number of the profile.
type Setting struct{ Key, Value string }

// ParseSetting reads key=value.
func ParseSetting(s string) (Setting, error) {
	key, value, ok := strings.Cut(s, "=")
	if !ok || key == "" || value == "" {
		return Setting{}, fmt.Errorf("-set %s: want key=value", s)
	}
	return Setting{key, value}, nil
}

// The keys of a Setting that are no parameter.
const (
	workloadKey   = "workload"
	sizesKey      = "sizes"
	runtimeKey    = "runtime"
	roundsKey     = "rounds"
	coldRoundsKey = "cold-rounds"
	iterationsKey = "iterations"
	iterationKey  = "iteration"
	warmupKey     = "warmup"
	fillKey       = "fill"
	limitKey      = "limit"
	budgetKey     = "budget"
	confirmKey    = "confirm"
)

var profileKeys = []string{workloadKey, sizesKey, runtimeKey, config.ExecKey, roundsKey, fillKey, coldRoundsKey, iterationsKey, iterationKey, warmupKey, limitKey, budgetKey, confirmKey}

// Make plans one job for this machine, or for each runner as many as keep
// within the profile's budget.
func Make(c config.Config, q Request) (Plan, error) {
	profile, err := c.Profile(q.Profile)
	if err != nil {
		return Plan{}, err
	}
	profile.Benchmarks = slices.Concat(profile.Benchmarks, q.Changes.unlisted(c, profile))
	names := q.Runtimes
	// Which workloads comes first: what others say is of those.
	settings := slices.Clone(q.Settings)
	slices.SortStableFunc(settings, func(a, b Setting) int { return cmp.Compare(order(a), order(b)) })
	for _, s := range settings {
		if s.Key == runtimeKey {
			names = strings.Split(s.Value, ",")
		}
		if err := apply(c, &profile, s); err != nil {
			return Plan{}, fmt.Errorf("-set %s=%s: %w", shorten(s.Key), shorten(s.Value), err)
		}
	}
	if profile.Rounds+profile.ColdRounds == 0 {
		return Plan{}, errors.New("rounds and cold-rounds are both 0: nothing would be measured")
	}
	if err := tooWide(c, profile); err != nil {
		return Plan{}, err
	}
	at, err := places(c, q)
	if err != nil {
		return Plan{}, err
	}
	runtimes, err := chooseRuntimes(c, profile, names, at[0].missing)
	if err != nil {
		return Plan{}, err
	}
	units, err := figures(c, profile)
	if err != nil {
		return Plan{}, err
	}
	p := newPlan(profile, c.Judging, q.Sides, q.Recording, q.MeasureIdentical)
	p.Note, p.Runtimes, p.Figures = q.Note, runtimes, units
	if err := cmp.Or(p.checkSlowdown(), p.CheckUpgrades()); err != nil {
		return Plan{}, err
	}
	if p.Jobs, err = p.jobs(c, profile, at, q); err != nil {
		return Plan{}, err
	}
	p.Unchanged = len(p.Jobs) == 0
	if p.Judged() {
		if _, err := p.Rules(); err != nil {
			return Plan{}, err
		}
	}
	for i := range p.Jobs {
		p.Jobs[i].Estimate = p.estimate(c, p.Jobs[i])
	}
	return p, nil
}

// jobs are those of all places. One where nothing can be measured has none, as
// long as another has; where nothing has changed, none has any.
func (p Plan) jobs(c config.Config, profile config.Profile, at []place, q Request) ([]Job, error) {
	jobs := []Job{}
	var nothing error
	unchanged := false
	for _, place := range at {
		job, err := makeJob(c, profile, p.Runtimes, place)
		if err != nil {
			nothing = cmp.Or(nothing, err)
			continue
		}
		job = q.Changes.of(c, p, p.part(c, q.Part, job))
		if len(job.Benchmarks) == 0 {
			unchanged = true
			continue
		}
		if place.runner == "" {
			jobs = append(jobs, job)
			continue
		}
		of, err := p.spread(c, job, place.runner)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, of...)
	}
	if len(jobs) == 0 && !unchanged {
		return nil, nothing
	}
	return jobs, nil
}

func order(s Setting) int {
	if s.Key == workloadKey {
		return 0
	}
	return 1
}

// apply changes a copy of the profile as a setting says.
func apply(c config.Config, p *config.Profile, s Setting) error {
	switch s.Key {
	case runtimeKey:
		return nil // chosen by chooseRuntimes
	case workloadKey:
		return setWorkloads(c, p, strings.Split(s.Value, ","))
	case sizesKey:
		return setSizes(c, p, s)
	case config.ExecKey:
		return setExecs(c, p, strings.Split(s.Value, ","))
	case roundsKey:
		p.Benchmarks = forAll(p.Benchmarks, func(s *config.Selection) { s.Rounds = 0 })
		p.Fill = 0 // so many are meant
		return setCount(&p.Rounds, s, leastRounds)
	case coldRoundsKey:
		return setCount(&p.ColdRounds, s, 0)
	case iterationsKey:
		p.Benchmarks = forAll(p.Benchmarks, func(s *config.Selection) { s.Iterations = 0 })
		return setCount(&p.Iterations, s, 1)
	case iterationKey:
		return setDuration(&p.Iteration, s, config.MinIteration)
	case limitKey:
		// A parameter is called so too: how many files or requests are at work at once. It is a number, and this a duration.
		if _, err := config.ParseDuration(s.Value); err != nil && hasParameter(c, *p, s.Key) {
			return setParameter(c, p, s)
		}
		return setDuration(&p.Limit, s, config.MinIteration)
	case fillKey:
		return setDuration(&p.Fill, s, 0)
	case budgetKey:
		return setDuration(&p.Budget, s, 0)
	case confirmKey:
		return setDuration(&p.Confirm, s, 0)
	case warmupKey:
		p.Benchmarks = forAll(p.Benchmarks, func(s *config.Selection) { s.Warmups = 0 })
		return setWarmup(p, s)
	}
	return setParameter(c, p, s)
}

// forAll changes a copy of the selections.
func forAll(selections []config.Selection, change func(*config.Selection)) []config.Selection {
	changed := slices.Clone(selections)
	for i := range changed {
		change(&changed[i])
	}
	return changed
}

// setWarmup sets that of all kinds. Bounds mean their least time to a kind that
// can't tell when it is warm.
func setWarmup(p *config.Profile, s Setting) error {
	w, err := config.ParseWarmup(s.Value)
	if err != nil {
		return err
	}
	p.Warmup = map[config.Kind]config.Warmup{}
	for _, k := range config.Kinds {
		p.Warmup[k] = w
		if !k.WarmsByEvidence() {
			p.Warmup[k] = config.Fixed(w.Least)
		}
		if err := config.CheckWarmup(k, p.Warmup[k]); err != nil {
			return err
		}
	}
	return nil
}

// leastRounds is none: a benchmark may be measured cold alone.
const leastRounds = 0

// countRange says what a count may be.
func countRange(least int) string {
	return fmt.Sprintf("a whole number from %d to %d", least, config.MaxCount)
}

func setCount(n *int, s Setting, least int) error {
	value, err := strconv.Atoi(s.Value)
	if err != nil {
		return errors.New("want " + countRange(least))
	}
	*n = value
	return config.CheckCount(s.Key, value, least)
}

func setDuration(d *config.Duration, s Setting, least config.Duration) error {
	value, err := config.ParseDuration(s.Value)
	if err != nil {
		return err
	}
	*d = value
	return config.CheckDuration(s.Key, value, least)
}

// pointsOfAll is the profile that has a point of every workload.
const pointsOfAll = "tour"

// setWorkloads keeps the selections of the named workloads. One that the
// profile does not measure is measured at the tour's points.
func setWorkloads(c config.Config, p *config.Profile, names []string) error {
	tour, err := c.Profile(pointsOfAll)
	if err != nil {
		tour = config.Profile{}
	}
	var kept []config.Selection
	for _, name := range names {
		if _, err := c.Workload(name); err != nil {
			return err
		}
		own := of(name, p.Benchmarks)
		if len(own) == 0 {
			own = of(name, tour.Benchmarks)
		}
		if len(own) == 0 {
			return fmt.Errorf("neither profile %s nor %s measures %s", p.Name, pointsOfAll, name)
		}
		kept = append(kept, own...)
	}
	p.Benchmarks = kept
	return nil
}

func of(workload string, selections []config.Selection) []config.Selection {
	var found []config.Selection
	for _, s := range selections {
		if s.Workload == workload {
			found = append(found, s)
		}
	}
	return found
}

func setExecs(c config.Config, p *config.Profile, names []string) error {
	used := map[string]bool{}
	var valid []string
	p.Benchmarks = slices.Clone(p.Benchmarks)
	for i, s := range p.Benchmarks {
		w, err := c.Workload(s.Workload)
		if err != nil {
			return err
		}
		execs := []string{}
		for _, exec := range w.AllExecs() {
			if !slices.Contains(valid, exec) {
				valid = append(valid, exec)
			}
			if slices.Contains(names, exec) {
				execs = append(execs, exec)
				used[exec] = true
			}
		}
		p.Benchmarks[i].Execs = execs
	}
	for _, name := range names {
		if !used[name] {
			return fmt.Errorf("unknown exec %q, want some of %s", name, joinNames(valid))
		}
	}
	return nil
}

// setSizes gives each workload's own parameter of size the values, whatever it
// is called: n of a matrix, messages of a channel.
func setSizes(c config.Config, p *config.Profile, s Setting) error {
	found := false
	p.Benchmarks = slices.Clone(p.Benchmarks)
	for i, selection := range p.Benchmarks {
		w, err := c.Workload(selection.Workload)
		if err != nil {
			return err
		}
		if w.Grows == "" {
			continue
		}
		found = true
		one := config.Profile{Benchmarks: []config.Selection{selection}}
		if err := setParameter(c, &one, Setting{w.Grows, s.Value}); err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
		p.Benchmarks[i] = one.Benchmarks[0]
	}
	if !found {
		return errors.New("no workload that is measured has a size")
	}
	return nil
}

// hasParameter tells whether a workload that is measured has the parameter.
func hasParameter(c config.Config, p config.Profile, name string) bool {
	return slices.ContainsFunc(p.Benchmarks, func(s config.Selection) bool {
		w, err := c.Workload(s.Workload)
		if err != nil {
			return false
		}
		_, err = w.Parameter(name)
		return err == nil
	})
}

// mostValues is how many a parameter can take in one plan.
const mostValues = 100

func setParameter(c config.Config, p *config.Profile, s Setting) error {
	var values []config.Value
	for v := range strings.SplitSeq(s.Value, ",") {
		values = append(values, config.Value(v))
	}
	if len(values) > mostValues {
		return fmt.Errorf("%d values, want %d at most", len(values), mostValues)
	}
	var valid []string
	found := false
	p.Benchmarks = slices.Clone(p.Benchmarks)
	for i, selection := range p.Benchmarks {
		w, err := c.Workload(selection.Workload)
		if err != nil {
			return err
		}
		for _, parameter := range w.Parameters {
			if !slices.Contains(valid, parameter.Name) {
				valid = append(valid, parameter.Name)
			}
		}
		parameter, err := w.Parameter(s.Key)
		if err != nil {
			continue // a parameter of another workload
		}
		found = true
		for _, v := range values {
			if err := parameter.Check(v); err != nil {
				return err
			}
		}
		set := map[string][]config.Value{s.Key: values}
		for k, v := range selection.Parameters {
			if k != s.Key {
				set[k] = v
			}
		}
		p.Benchmarks[i].Parameters = set
	}
	if !found {
		return fmt.Errorf("unknown key %q, want one of %s, %s", s.Key, joinNames(valid), joinNames(profileKeys))
	}
	return nil
}

func joinNames(names []string) string { return strings.Join(names, ", ") }
