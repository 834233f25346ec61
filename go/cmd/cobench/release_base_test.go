package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge"
)

func TestReleaseAsBase(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	base := func(given, folder string) string {
		var said bytes.Buffer
		found, err := (command{stderr: &said}).releaseBase(t.Context(), forge.Repository(dir), projectRequest{base: given}, folder)
		if err != nil {
			return err.Error()
		}
		return found
	}
	git("init", "--quiet", "--initial-branch=main")
	git("commit", "--quiet", "--allow-empty", "--message", "one")
	if got := base(theRelease, "."); !strings.HasPrefix(got, "-base release: no version tag such as v1.2.3 is in the history of ") {
		t.Error(got)
	}
	git("tag", "v1.2.0")
	git("tag", "codec/v0.3.0")
	git("commit", "--quiet", "--allow-empty", "--message", "two")
	for _, test := range []struct{ given, folder, want string }{
		{theRelease, ".", "v1.2.0"}, {theRelease, "codec", "codec/v0.3.0"}, {theRelease, "other", "v1.2.0"}, {"main", ".", "main"}, {"", ".", ""},
	} {
		if got := base(test.given, test.folder); got != test.want {
			t.Errorf("%s in %s: %s, want %s", test.given, test.folder, got, test.want)
		}
	}
	git("branch", theRelease)
	if got := base(theRelease, "."); got != theRelease {
		t.Errorf("%s: want the branch of that name", got)
	}
}
