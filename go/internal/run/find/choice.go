package find

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/run/failure"
)

// A Choice says which of the benchmarks that are found are wanted; its zero value is all.
type Choice struct {
	Filter  string          // in benchstat's syntax
	Name    string          // of one benchmark, as a report has it
	Renamed results.Renames // what benchmarks of older commits are called now
}

// A choice is one that is ready to be asked.
type choice struct {
	Choice
	filter *benchproc.Filter
}

func newChoice(c Choice) (choice, error) {
	query := cmp.Or(c.Filter, "*")
	filter, err := benchproc.NewFilter(query)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return choice{}, fmt.Errorf("-filter %s: %s: want benchstat's syntax, such as .name:/Encode/ or /size:1k", query, line)
	}
	return choice{c, filter}, nil
}

// none says that nothing was chosen.
func (c choice) none() error {
	if c.Name != "" {
		return failure.Inputf("no benchmark is called %s", c.Name)
	}
	return failure.Inputf("-filter %s: no benchmark matches", c.Filter)
}

// match asks the filter about a result as collect would write it.
func (c choice) match(b plan.Benchmark) bool {
	if c.Name != "" && !slices.Contains(c.names(naming{b.Found.Package, b.Found.Qualifier}), b.Bare()) {
		return false
	}
	result := benchfmt.Result{
		Config: []benchfmt.Config{
			{Key: "pkg", Value: []byte(b.Found.Package), File: true},
			{Key: "runtime", Value: []byte(b.Runtime), File: true},
		},
		Name: benchfmt.Name(b.Bare()), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "sec/op"}},
	}
	ok, _ := c.filter.Apply(&result)
	return ok
}

// names are those that the one that is wanted has or had in a package, without the
// package's part.
func (c choice) names(q naming) []string {
	names := []string{c.Name}
	if bare, ok := strings.CutPrefix(c.Name, q.short+"."); ok && q.short != "" {
		names = append(names, bare)
	}
	for _, name := range names {
		names = append(names, c.Renamed.Before(results.ID{Pkg: q.pack, Name: name})...)
	}
	return names
}

// mayRun tells whether a benchmark function may run what is chosen. A filter alone
// can't tell: it sees the names of all that a function runs only when it has run.
func (c choice) mayRun(q naming, function string) bool {
	return c.Name == "" || slices.ContainsFunc(c.names(q), func(name string) bool {
		return name == function || strings.HasPrefix(name, function+"/")
	})
}

// within is what is chosen of a benchmark function that nobody runs: the one benchmark
// that is wanted, if the function may run it, or the function.
func (c choice) within(q naming, function string) string {
	for _, name := range c.names(q) {
		if strings.HasPrefix(name, function+"/") {
			return name
		}
	}
	return function
}

// A naming is the package of a workload, and the part of its name that benchmarks bear.
type naming struct{ pack, short string }

// namings leave out of the packages' names what all have in common.
func (f *finder) namings() func(workload string) naming {
	var packages []string
	separator := ""
	for _, w := range f.all {
		var name string
		name, separator = f.lister.pack(w)
		packages = append(packages, name)
	}
	short := results.Qualifiers(packages, separator)
	return func(w string) naming {
		name, _ := f.lister.pack(w)
		return naming{name, short[name]}
	}
}

// benchmark is what a listing is called in a plan.
func (f *finder) benchmark(workload string, l listing) plan.Benchmark {
	q := f.naming(workload)
	return plan.Benchmark{
		Runtime: f.runtime.Name, Workload: workload, Name: results.Qualify(q.short, f.lister.name(l)), Parameters: l.parameters, Operations: 1,
		Found: plan.Found{Package: q.pack, Qualifier: q.short, Match: l.match, SingleShot: l.singleShot},
	}
}
