package run

import "strings"

// cleanEnviron keeps what a program needs to run at all. Whatever tunes a
// runtime from outside (GOGC, JAVA_TOOL_OPTIONS, …) would be measured unseen.
func cleanEnviron(environ []string) []string {
	var kept []string
	for _, v := range environ {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ":
			kept = append(kept, v)
		}
	}
	return kept
}
