package results

import "strings"

// Families names what benchmarks a change may move together with this one, which is
// its runtime, a space and its name: all of its
// runtime, and those of its workload or, in a project, of the benchmark function that
// it is a part of.
func Families(benchmark string) []string {
	runtime, name, _ := strings.Cut(benchmark, " ")
	first, _, nested := strings.Cut(name, "/")
	if !nested {
		return []string{"all of " + runtime}
	}
	return []string{"all of " + runtime, "all of " + first + " on " + runtime}
}
