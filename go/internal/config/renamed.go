package config

import (
	"fmt"
	"strings"
)

// Renamed says what a benchmark is called now, so that it is compared with what it was
// called before, and its trend goes on.
type Renamed struct {
	From    string `yaml:"from" jsonschema_description:"The name that it had, or the part of it before a slash; without Benchmark."`
	To      string `yaml:"to" jsonschema_description:"The name that it has."`
	Package string `yaml:"package,omitempty" jsonschema_description:"The package that it is in, where several have one of that name."`
}

const mostRenamed = 500 // entries

// checkRenamed names the first entry that is wrong, by its path in cobench.yaml.
func checkRenamed(renamed []Renamed) (path string, err error) {
	if n := len(renamed); n > mostRenamed {
		return "renamed", fmt.Errorf("%d entries of renamed: want %d at most", n, mostRenamed)
	}
	now := map[[2]string]string{}
	for i, x := range renamed {
		path := fmt.Sprintf("renamed[%d]", i)
		for _, name := range []string{x.From, x.To} {
			if name == "" || len(name) > longestWord || strings.ContainsAny(name, " \t\n") {
				return path, fmt.Errorf("renamed %.60q: want from and to, names such as Encode or Encode/json, of %d bytes at most", name, longestWord)
			}
		}
		if x.From == x.To {
			return path, fmt.Errorf("renamed %.60q: from and to are the same", x.From)
		}
		key := [2]string{x.Package, x.From}
		if to, twice := now[key]; twice {
			return path, fmt.Errorf("renamed %.60q: it stands here twice, as %s and as %s", x.From, to, x.To)
		}
		now[key] = x.To
	}
	// One step leads to the present name, so that nobody has to follow a chain, or a circle.
	for i, x := range renamed {
		switch to, again := now[[2]string{x.Package, x.To}]; {
		case again && to == x.From:
			return fmt.Sprintf("renamed[%d]", i), fmt.Errorf("renamed %.60q: %s was renamed to %s: want the present name alone", x.From, x.To, to)
		case again:
			return fmt.Sprintf("renamed[%d]", i), fmt.Errorf("renamed %.60q: %s was renamed too: want to: %s", x.From, x.To, to)
		}
	}
	return "", nil
}
