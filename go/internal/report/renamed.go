package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/results"
)

// pairRenamed takes what base alone has under an old name for base's side of what head
// alone has under the present one.
func (j *job) pairRenamed(renamed results.Renames) {
	for _, key := range slices.Sorted(maps.Keys(j.byKey)) {
		b := j.byKey[key]
		now := renamed.Of(results.ID{Pkg: b.pkg, Name: b.name}).Name
		to := j.byKey[strings.TrimSuffix(key, b.name)+now]
		if now == b.name || b.sides[head] != nil || to == nil || to.sides[base] != nil {
			continue
		}
		to.sides[base], to.was = b.sides[base], b.name
		j.benchmarks = slices.DeleteFunc(j.benchmarks, func(x *benchmark) bool { return x == b })
	}
}

// renamed are the names that differ between the sides, each once: "Encode → Marshal" for
// all benchmarks below the two.
func (r *Report) renamed() []string {
	var all []string
	for _, x := range r.Rows {
		if x.Was == "" {
			continue
		}
		was, is := withoutCommonEnd(x.Was, x.Benchmark)
		if names := was + " → " + is; !slices.Contains(all, names) {
			all = append(all, names)
		}
	}
	return all
}

// withoutCommonEnd are two names without the levels at their end that they have in
// common, and without the number of processors.
func withoutCommonEnd(was, is string) (string, string) {
	was, is = results.WithoutProcs(was), results.WithoutProcs(is)
	for {
		i, j := strings.LastIndexByte(was, '/'), strings.LastIndexByte(is, '/')
		if i < 0 || j < 0 || was[i:] != is[j:] {
			return was, is
		}
		was, is = was[:i], is[:j]
	}
}
