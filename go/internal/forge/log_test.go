package forge

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The order of the branch, whatever the clocks of those who committed said: two
// commits of one second, and one of a clock that was behind.
func TestLog(t *testing.T) {
	dir := t.TempDir()
	git := func(date string, args ...string) {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Ada", "-c", "user.email=x@y"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_DATE="+date)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	git("", "init", "--quiet", "--initial-branch=main")
	for i, date := range []string{"2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", "2020-01-01T00:00:00Z", "2026-11-21T10:00:00Z"} {
		git(date, "commit", "--quiet", "--allow-empty", "--message", strings.Repeat("x", i+1))
	}
	ctx, repository := context.Background(), Repository(dir)
	commits, err := repository.Log(ctx)
	if err != nil || len(commits) != 4 || repository.Shallow(ctx) {
		t.Fatalf("%+v, %v", commits, err)
	}
	for i, c := range commits {
		if len(c.Subject) != 4-i || c.Author != "Ada" || i > 0 && !c.Time.Before(commits[i-1].Time) {
			t.Errorf("commit %d from the end: %+v, before %+v", i, c, commits[max(0, i-1)])
		}
	}
	shallow := t.TempDir()
	if out, err := exec.Command("git", "clone", "--quiet", "--depth=2", "file://"+dir, shallow).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if known, err := Repository(shallow).Log(ctx); err != nil || len(known) != 2 || !Repository(shallow).Shallow(ctx) {
		t.Errorf("%+v, %v: want two commits of a shallow clone", known, err)
	}
}

func TestPages(t *testing.T) {
	for _, test := range []struct{ remote, want string }{
		{"https://github.com/owner/name.git", "https://github.com/owner/name"},
		{"https://user:secret@github.com/owner/name", "https://github.com/owner/name"},
		{"git@github.com:owner/name.git", "https://github.com/owner/name"},
		{"ssh://git@github.com:22/owner/name.git", "https://github.com/owner/name"},
		{"/srv/git/name.git", ""},
		{"../name", ""},
		{"file:///srv/name", ""},
		{"javascript:alert(1)", "https://javascript/alert(1)"},
		{"https://github.com/", ""},
		{"", ""},
	} {
		if got := pages(test.remote); got != test.want {
			t.Errorf("%q: got %q, want %q", test.remote, got, test.want)
		}
	}
}
