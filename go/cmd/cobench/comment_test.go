package main

import (
	"bytes"
	"strings"
	"testing"
)

// A checkout's policy stands in its configuration, a project's in flags.
func TestFlagsOfComment(t *testing.T) {
	for _, test := range []struct {
		name    string
		project bool
		flags   []string
		want    string
	}{
		{"a project's flag in a checkout", false, []string{"-fail-on-slower"}, "ci comment: -fail-on-slower: set this in bench-config/profiles.yaml instead"},
		{"no name", true, []string{"-name", "../x"}, "-name \"../x\": want lower-case letters"},
		{"all is well", true, []string{"-name", "words"}, "GITHUB_API_URL and GITHUB_REPOSITORY"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.project {
				t.Chdir(t.TempDir())
			}
			var said bytes.Buffer
			status := command{stdout: &said, stderr: &said}.main(t.Context(), append([]string{"ci", "comment", "-event", "x"}, test.flags...))
			if status != wrong || !strings.Contains(said.String(), test.want) {
				t.Errorf("%d, %s, want %s", status, &said, test.want)
			}
		})
	}
}
