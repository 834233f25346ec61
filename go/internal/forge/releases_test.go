package forge_test

import (
	"os"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge"
)

func TestReleases(t *testing.T) {
	dir := t.TempDir()
	gitIn(t, dir, "init", "--quiet", "--initial-branch=main")
	commit := func(message string) string {
		gitIn(t, dir, "commit", "--quiet", "--allow-empty", "--message", message)
		return strings.TrimSpace(gitIn(t, dir, "rev-parse", "HEAD"))
	}
	first := commit("one")
	gitIn(t, dir, "tag", "v1.9.0")
	second := commit("two")
	gitIn(t, dir, "tag", "--annotate", "--message", "x", "v1.10.0")
	gitIn(t, dir, "tag", "go/v3.0.0")
	gitIn(t, dir, "tag", "v2.0.0-rc.1")
	gitIn(t, dir, "tag", "nightly")
	gitIn(t, dir, "switch", "--quiet", "--create", "other")
	commit("elsewhere")
	gitIn(t, dir, "tag", "v9.0.0")
	gitIn(t, dir, "switch", "--quiet", "main")
	head := commit("three")
	r := forge.Repository(dir)
	all, err := r.Releases(t.Context(), head, "")
	if err != nil || len(all) != 2 || all[0] != (forge.Release{"v1.10.0", second}) || all[1] != (forge.Release{"v1.9.0", first}) {
		t.Errorf("%v, %v", all, err)
	}
	if below, err := r.NewestRelease(t.Context(), head, "go/"); err != nil || below != (forge.Release{"go/v3.0.0", second}) {
		t.Errorf("%v, %v", below, err)
	}
	// A release is compared with the one before it.
	if before, err := r.NewestRelease(t.Context(), second, ""); err != nil || before.Tag != "v1.9.0" {
		t.Errorf("%v, %v", before, err)
	}
	if _, err := r.NewestRelease(t.Context(), first, ""); err == nil || !strings.Contains(err.Error(), "no version tag such as v1.2.3 is in the history of") {
		t.Errorf("%v", err)
	}
}

func TestFileOfABranch(t *testing.T) {
	dir := t.TempDir()
	gitIn(t, dir, "init", "--quiet", "--initial-branch=main")
	if err := os.WriteFile(dir+"/data.js", []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "add", "--all")
	gitIn(t, dir, "commit", "--quiet", "--message", "x")
	r := forge.Remote{URL: dir, Environ: os.Environ()}
	for _, test := range []struct{ branch, path, want string }{{"main", "data.js", "x"}, {"main", "none.js", ""}, {"none", "data.js", ""}} {
		if text, err := r.File(t.Context(), test.branch, test.path); err != nil || string(text) != test.want {
			t.Errorf("%s:%s: %q, %v", test.branch, test.path, text, err)
		}
	}
	if _, err := (forge.Remote{URL: dir + "/none", Environ: os.Environ()}).File(t.Context(), "main", "data.js"); err == nil {
		t.Error("a remote that is not there has files")
	}
}
