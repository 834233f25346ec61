package commandline

import (
	"slices"
	"strings"
)

// Environ keeps of an environment what a program needs to run at all, and what its user
// asks for, and adds more. Whatever tunes a runtime from outside (GOGC,
// JAVA_TOOL_OPTIONS, …) would be measured unseen.
func Environ(environ, asked []string, more ...string) []string {
	kept := slices.DeleteFunc(slices.Clone(environ), func(v string) bool { return !passed(v, asked) })
	return append(kept, more...)
}

// passed tells whether a variable, with its value, is passed on.
func passed(variable string, asked []string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return slices.Contains(always, name) || slices.Contains(asked, name)
}

var always = []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ"}

// Dropped are the names of the variables that are set, and that Environ leaves out.
func Dropped(environ, asked []string) []string {
	var names []string
	for _, v := range environ {
		if name, _, _ := strings.Cut(v, "="); name != "" && !passed(v, asked) {
			names = append(names, name)
		}
	}
	return names
}
