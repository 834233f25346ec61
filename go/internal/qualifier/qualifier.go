// Package qualifier shortens the names of a project's packages.
//
// It takes the packages that have benchmarks and returns the prefix for each
// one's benchmarks: the part of the package path that they do not all share, and
// nothing if there is only one package.
package qualifier

import "strings"

// Put is a benchmark's name with its package's qualifier before it.
func Put(qualifier, name string) string {
	if qualifier == "" {
		return name
	}
	return qualifier + "." + name
}

// Of is the qualifier of each package; their names are made of parts with the
// separator between them.
func Of(packages []string, separator string) map[string]string {
	var common []string
	for i, name := range packages {
		parts := strings.Split(name, separator)
		if i == 0 {
			common = parts
		}
		n := 0
		for n < len(parts) && n < len(common) && parts[n] == common[n] {
			n++
		}
		common = common[:n]
	}
	short := map[string]string{}
	for _, name := range packages {
		short[name] = strings.Join(strings.Split(name, separator)[len(common):], separator)
	}
	return short
}
