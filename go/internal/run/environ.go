package run

import (
	"slices"
	"strings"
)

// cleanEnviron keeps what a program needs to run at all, and what its user asks
// for. Whatever tunes a runtime from outside (GOGC, JAVA_TOOL_OPTIONS, …) would
// be measured unseen.
func cleanEnviron(environ, asked []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return !slices.Contains(always, name) && !slices.Contains(asked, name)
	})
}

var always = []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ"}

// environ is that of what is measured.
func (o Options) environ(more ...string) []string {
	return append(cleanEnviron(o.Environ, o.Plan.Project.Env), more...)
}

// dropped are the names of the variables that are set, and that no benchmark sees.
func (o Options) dropped() []string {
	given := o.environ()
	var names []string
	for _, v := range o.Environ {
		if name, _, _ := strings.Cut(v, "="); name != "" && !slices.Contains(given, v) {
			names = append(names, name)
		}
	}
	return names
}
