package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge"
)

// The history may have a repository of its own.
func TestDataRepository(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", "--quiet", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.Command("git", "-C", dir, "remote", "add", "origin", "https://github.com/acme/bench").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, test := range []struct {
		name, remote string
		environ      []string
		want, wrong  string
	}{
		{"none", "origin", []string{"GITHUB_TOKEN=own"}, "https://github.com/acme/bench own https://github.com", ""},
		{"empty, as an unset variable of a workflow is", "origin", []string{"GITHUB_TOKEN=own", "COBENCH_DATA_REPOSITORY=", "COBENCH_DATA_TOKEN="}, "https://github.com/acme/bench own https://github.com", ""},
		{"one", "origin", []string{"GITHUB_TOKEN=own", "COBENCH_DATA_REPOSITORY=acme/numbers", "COBENCH_DATA_TOKEN=other"}, "https://github.com/acme/numbers other https://github.com", ""},
		{"one that may be read", "origin", []string{"GITHUB_TOKEN=own", "COBENCH_DATA_REPOSITORY=acme/numbers"}, "https://github.com/acme/numbers own https://github.com", ""},
		{"on another server", "origin", []string{"GITHUB_SERVER_URL=https://git.example", "COBENCH_DATA_REPOSITORY=acme/numbers", "COBENCH_DATA_TOKEN=other"}, "https://git.example/acme/numbers other https://git.example", ""},
		{"one that is named", "/srv/data.git", []string{"COBENCH_DATA_REPOSITORY=acme/numbers"}, "/srv/data.git  https://github.com", ""},
		{"no name", "origin", []string{"COBENCH_DATA_REPOSITORY=numbers"}, "", `COBENCH_DATA_REPOSITORY is "numbers", want owner/name`},
		{"an address", "origin", []string{"COBENCH_DATA_REPOSITORY=https://evil.example/a/b"}, "", "want owner/name"},
		{"a flag", "origin", []string{"COBENCH_DATA_REPOSITORY=--upload-pack=x/y"}, "", "want owner/name"},
		{"a way up", "origin", []string{"COBENCH_DATA_REPOSITORY=acme/.."}, "", "want owner/name"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := command{environ: test.environ}.server().Data(t.Context(), forge.Repository(dir), test.remote)
			if test.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), test.wrong) {
					t.Errorf("%v, want %s", err, test.wrong)
				}
				return
			}
			if got := r.URL + " " + r.Token + " " + r.Server; err != nil || got != test.want {
				t.Errorf("%s, %v, want %s", got, err, test.want)
			}
		})
	}
}
