package run

import (
	"fmt"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/qualifier"
)

// A choice is a filter of benchmarks.
type choice struct {
	text   string
	filter *benchproc.Filter
}

func newChoice(text string) (choice, error) {
	query := text
	if query == "" {
		query = "*"
	}
	filter, err := benchproc.NewFilter(query)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return choice{}, fmt.Errorf("%s: %s: want benchstat's syntax, such as .name:/Encode/ or /size:1k", text, line)
	}
	return choice{text, filter}, nil
}

// match asks the filter about a result as collect would write it.
func (c choice) match(b plan.Benchmark) bool {
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

// A naming knows how a workload's benchmarks are named.
type naming struct{ pack, short string }

// namings leave out of the packages' names what all have in common.
func namings(kind config.Kind, workloads []string) func(workload string) naming {
	pack, separator := func(w string) string { return w }, "/"
	if kind == config.JMHJar { // a method with class and package
		pack, separator = upToClass, "."
	}
	var packages []string
	for _, w := range workloads {
		packages = append(packages, pack(w))
	}
	short := qualifier.Of(packages, separator)
	return func(w string) naming { return naming{pack(w), short[pack(w)]} }
}

func upToClass(method string) string {
	parts := strings.Split(method, ".")
	return strings.Join(parts[:max(0, len(parts)-2)], ".")
}

func (q naming) benchmark(r config.Runtime, workload string, l listing) plan.Benchmark {
	b := plan.Benchmark{
		Runtime: r.Name, Workload: workload, Name: l.match, Parameters: l.parameters, Operations: 1,
		Found: plan.Found{Package: q.pack, Qualifier: q.short, Match: l.match, SingleShot: l.singleShot},
	}
	if r.Kind == config.JMHJar {
		b.Name = jmhName(l)
	}
	b.Name = qualifier.Put(q.short, b.Name)
	return b
}
