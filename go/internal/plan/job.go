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

// All is the name that stands for every runtime, and of the job that measures all.
const All = "all"

// chooseRuntimes lists the runtimes to plan for, each once, in the order of
// runtimes.yaml. Named ones are planned for even where they are missing, so
// that they show up as skipped; of the newest JDKs only those that are there.
func chooseRuntimes(c config.Config, p config.Profile, names []string, missing func(config.Runtime) (string, error)) ([]config.Runtime, error) {
	asked := names
	if len(names) == 0 {
		asked = p.Runtimes
	}
	chosen := map[string]bool{}
	for _, name := range asked {
		if name == All {
			return c.Runtimes, nil
		}
		if _, err := c.Runtime(name); err != nil {
			return nil, fmt.Errorf("%w, or %s", err, All)
		}
		chosen[name] = true
	}
	if len(names) == 0 && p.NewestJDKs > 0 {
		jdks := newestJDKs(c, p.NewestJDKs, missing)
		if len(jdks) == 0 {
			return nil, fmt.Errorf("profile %s measures the newest JDKs, and none is here: install one, or set JAVA_HOME", p.Name)
		}
		for _, name := range jdks {
			chosen[name] = true
		}
	}
	var runtimes []config.Runtime
	for _, r := range c.Runtimes {
		if chosen[r.Name] {
			runtimes = append(runtimes, r)
		}
	}
	return runtimes, nil
}

// newestJDKs names the first runtime of each of the newest JDKs that are here.
func newestJDKs(c config.Config, count int, missing func(config.Runtime) (string, error)) []string {
	var found []config.Runtime
	for _, r := range c.Runtimes {
		sameJDK := func(f config.Runtime) bool { return f.JDK == r.JDK }
		if reason, err := missing(r); r.Kind == config.JVM && reason == "" && err == nil && !slices.ContainsFunc(found, sameJDK) {
			found = append(found, r)
		}
	}
	slices.SortStableFunc(found, func(a, b config.Runtime) int { return cmp.Compare(b.JDK, a.JDK) })
	var names []string
	for _, r := range found[:min(count, len(found))] {
		names = append(names, r.Name)
	}
	return names
}

// enough processors to give a counterpart half of them.
const enough = 4

func makeJob(c config.Config, p config.Profile, runtimes []config.Runtime, at place) (Job, error) {
	missing := map[string]string{}
	for _, r := range runtimes {
		var err error
		if missing[r.Name], err = at.missing(r); err != nil {
			return Job{}, fmt.Errorf("runtime %s: %w", r.Name, err)
		}
	}
	job := Job{ID: All, Benchmarks: []Benchmark{}, Skips: []Skip{}}
	seen := map[string]bool{}
	for _, s := range p.Benchmarks {
		w, err := c.Workload(s.Workload)
		if err != nil {
			return Job{}, err
		}
		for _, parameters := range combinations(w, s) {
			conflict := conflict(w, parameters)
			for _, r := range runtimes {
				if len(s.Runtimes) > 0 && !slices.Contains(s.Runtimes, r.Name) {
					continue
				}
				for _, exec := range w.ExecsOf(r.Kind) {
					if !slices.Contains(s.Execs, exec) {
						continue
					}
					b := benchmark(w, r, parameters, exec)
					b.Rounds, b.Warmups, b.Iterations = s.Rounds, s.Warmups, s.Iterations
					if b.Counterpart && b.CPUs == 0 && at.cpus >= enough {
						b.CPUs = at.cpus / 2
					}
					if key := b.Key(); seen[key] {
						continue // two selections may overlap
					} else {
						seen[key] = true
					}
					reason := cmp.Or(conflict, w.Refuses(r, exec), missing[r.Name], at.refuses(w, r), coldOnly(r, p), tooMany(b.CPUs, at.cpus))
					if reason != "" {
						job.Skips = append(job.Skips, Skip{Benchmark: b, Reason: reason})
					} else {
						job.Benchmarks = append(job.Benchmarks, b)
					}
				}
			}
		}
	}
	if len(job.Benchmarks) == 0 {
		if len(job.Skips) > 0 {
			return Job{}, fmt.Errorf("nothing to measure: %s: %s", job.Skips[0].Runtime, job.Skips[0].Reason)
		}
		return Job{}, errors.New("nothing to measure: no runtime chosen runs any exec chosen")
	}
	return job, nil
}

// figures are those of the workloads that a profile measures, each once.
func figures(c config.Config, p config.Profile) ([]config.Figure, error) {
	all := []config.Figure{}
	for _, s := range p.Benchmarks {
		w, err := c.Workload(s.Workload)
		if err != nil {
			return nil, err
		}
		for _, f := range w.Figures {
			if !slices.ContainsFunc(all, func(x config.Figure) bool { return x.Unit == f.Unit }) {
				all = append(all, f)
			}
		}
	}
	return all, nil
}

// coldOnly tells why a runtime that is there for its start has no part in a
// profile, or "".
func coldOnly(r config.Runtime, p config.Profile) string {
	if r.Kind.ColdOnly() && p.ColdRounds == 0 {
		return fmt.Sprintf("measured cold only, and profile %s has no cold rounds", p.Name)
	}
	return ""
}

// tooMany tells why a process can't have so many processors, or "".
func tooMany(wanted, most int) string {
	if wanted <= most {
		return ""
	}
	if most == 0 {
		return fmt.Sprintf("cpus=%d: this system cannot bind processes to processors", wanted)
	}
	return fmt.Sprintf("cpus=%d: this machine has %d", wanted, most)
}

// conflict tells why parameters don't go together, or "".
func conflict(w config.Workload, parameters []Param) string {
	values := map[string]config.Value{}
	for _, p := range parameters {
		values[p.Key] = p.Value
	}
	return w.Conflict(values)
}

// combinations are all the values that the parameters take together, the last
// one changing fastest.
func combinations(w config.Workload, s config.Selection) [][]Param {
	all := [][]Param{nil}
	for _, p := range w.Parameters {
		values := s.Parameters[p.Name]
		if len(values) == 0 {
			values = []config.Value{*p.Default}
		}
		var next [][]Param
		for _, head := range all {
			for _, v := range values {
				next = append(next, append(slices.Clip(head), Param{p.Name, v}))
			}
		}
		all = next
	}
	return all
}

func benchmark(w config.Workload, r config.Runtime, parameters []Param, exec string) Benchmark {
	name := []string{w.Name}
	if w.Version > 1 {
		name = append(name, fmt.Sprintf("%s=%d", config.VersionKey, w.Version))
	}
	for i, p := range w.Parameters {
		if p.Name == config.CoroutinesKey && r.Kind == config.Go {
			continue // which has no such library: one benchmark for all versions
		}
		if p.Default == nil || *p.Default != parameters[i].Value {
			name = append(name, p.Name+"="+string(parameters[i].Value))
		}
	}
	name = append(name, config.ExecKey+"="+exec)
	b := Benchmark{Runtime: r.Name, Workload: w.Name, Name: strings.Join(name, "/"), Operations: 1, Counterpart: w.Counterpart}
	for _, p := range parameters {
		if slices.Contains(w.Per, p.Key) {
			n, _ := strconv.Atoi(string(p.Value)) // checked
			b.Operations *= n
		}
		for _, u := range w.Unranked {
			if u.Parameter == p.Key && u.Value == p.Value {
				b.Unranked = u.Reason
			}
		}
		switch p.Key {
		case config.CPUsKey:
			b.CPUs, _ = strconv.Atoi(string(p.Value)) // checked; "all" is 0
		case config.CoroutinesKey:
			if r.Kind != config.Go && p.Value != config.OwnVersion {
				b.Coroutines = string(p.Value)
			}
		default:
			b.Parameters = append(b.Parameters, p)
		}
	}
	b.Parameters = append(b.Parameters, Param{config.ExecKey, config.Value(exec)})
	return b
}
