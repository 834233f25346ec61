package results

import (
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// An ID tells benchmarks apart, whatever a page calls them. Pkg is "" for those of
// bench-config.
type ID struct{ Runtime, Pkg, Name string }

// IDOf is that of a result.
func IDOf(r *benchfmt.Result) ID {
	return ID{r.GetConfig(Runtime), r.GetConfig(Pkg), string(r.Name)}
}

// Qualified is a result's name, with the part of its package's that tells it from
// others of the same name.
func Qualified(r *benchfmt.Result) string { return Qualify(r.GetConfig(Qualifier), string(r.Name)) }

// A Name is what a benchmark's full name says:
// MatMul/pattern=fan/n=250/exec=default-2.
type Name struct {
	Workload   string
	Parameters []Parameter // but for exec, in their order
	Exec       string
	Procs      int    // GOMAXPROCS; 1 where the name has none
	Twin       string // the name without exec and procs, which twins share
}

// A Parameter is one key in a name with its value.
type Parameter struct{ Key, Value string }

// ParseName takes a full name apart.
func ParseName(full string) Name {
	base, parts := benchfmt.Name(full).Parts()
	n := Name{Workload: string(base), Procs: 1}
	twin := []string{n.Workload}
	for _, part := range parts {
		word := strings.TrimPrefix(string(part), "/")
		if procs, ok := strings.CutPrefix(word, "-"); ok {
			n.Procs, _ = strconv.Atoi(procs) // Parts has seen to it that this is a number
			continue
		}
		key, value, _ := strings.Cut(word, "=")
		if key == "exec" {
			n.Exec = value
			continue
		}
		twin = append(twin, word)
		n.Parameters = append(n.Parameters, Parameter{key, value})
	}
	n.Twin = strings.Join(twin, "/")
	return n
}

// WithProcs ends a name as the testing package ends names: with GOMAXPROCS, if
// more than 1.
func WithProcs(name string, procs int) string {
	if procs == 1 {
		return name
	}
	return name + "-" + strconv.Itoa(procs)
}

// WithoutProcs is a full name without what WithProcs adds.
func WithoutProcs(full string) string {
	stem := strings.TrimRight(full, "0123456789")
	if bare, ok := strings.CutSuffix(stem, "-"); ok && stem != full {
		return bare
	}
	return full
}
