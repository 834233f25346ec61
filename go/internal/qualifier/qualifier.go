// Package qualifier shortens the names of a project's packages.
//
// In go the packages that have benchmarks, out comes what to put before a
// benchmark's name: the part of its package's that not all have in common, and
// so nothing where there is but one.
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
