package results

import "strings"

// Qualify is a benchmark's name with its package's qualifier before it.
func Qualify(qualifier, name string) string {
	if qualifier == "" {
		return name
	}
	return qualifier + "." + name
}

// Qualifiers shortens the names of a project's packages: to each the part that
// not all have in common, and so nothing where there is but one. Their names are
// made of parts with the separator between them.
func Qualifiers(packages []string, separator string) map[string]string {
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
