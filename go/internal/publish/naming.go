package publish

import (
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/results"
)

// A naming says what the site calls the benchmarks of each package. It is made of
// all packages that the history has, not of those of one run: a package that comes
// later would break the trends of the ones before it.
type naming map[string]string // qualifiers by package

func namingOf(packages []string) naming {
	all := naming{}
	// A history may have Go's packages and Java's: they share nothing.
	for _, separator := range []string{"/", "."} {
		var some []string
		for _, p := range packages {
			if strings.Contains(p, "/") == (separator == "/") {
				some = append(some, p)
			}
		}
		for p, short := range results.Qualifiers(some, separator) {
			all[p] = short
		}
	}
	return all
}

// name is a benchmark's on the site. A slash in the qualifier would look like a
// parameter's.
func (n naming) name(pkg, name string) string {
	return results.Qualify(strings.ReplaceAll(n[pkg], "/", "."), name)
}

// packages are those of the trends and of the runs that are shown whole, in order.
func packages(t *trends, runs []whole) []string {
	var all []string
	for _, s := range t.series {
		all = append(all, s.pkg)
	}
	for _, r := range runs {
		all = append(all, r.Packages...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(p string) bool { return p == "" })
}
