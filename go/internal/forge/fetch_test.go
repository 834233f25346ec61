package forge_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge"
)

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// A hosted checkout has one commit. What a plan and a run need besides is fetched,
// and neither the results that are kept on a branch nor the contents of old files.
func TestFetchingWhatIsNeeded(t *testing.T) {
	source, shared := t.TempDir(), filepath.Join(t.TempDir(), "shared.git")
	gitIn(t, source, "init", "--quiet", "--initial-branch=main")
	commit := func(file, text string) string {
		if err := os.WriteFile(filepath.Join(source, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		gitIn(t, source, "add", "--all")
		gitIn(t, source, "commit", "--quiet", "--message", file)
		return gitIn(t, source, "rev-parse", "HEAD")
	}
	fork := commit("kept", "at the fork\n")
	commit("old", "an old version\n")
	old := gitIn(t, source, "rev-parse", "HEAD:old")
	base := commit("old", "a newer one\n")
	gitIn(t, source, "switch", "--quiet", "--create", "feature", fork)
	head := commit("new", "of the feature\n")
	gitIn(t, source, "switch", "--quiet", "--orphan", "bench-data")
	data := commit("results", "much\n")
	gitIn(t, source, "tag", "v1", base)
	gitIn(t, source, "clone", "--quiet", "--bare", source, shared)
	gitIn(t, shared, "config", "uploadpack.allowFilter", "true")
	gitIn(t, shared, "config", "uploadpack.allowAnySHA1InWant", "true")

	hosted := func() (string, forge.Repository) {
		dir := t.TempDir()
		gitIn(t, dir, "init", "--quiet")
		gitIn(t, dir, "remote", "add", "origin", "file://"+shared)
		gitIn(t, dir, "fetch", "--quiet", "--no-tags", "--depth=1", "origin", head)
		gitIn(t, dir, "checkout", "--quiet", "--detach", head)
		return dir, forge.Repository(dir)
	}
	remote := forge.Remote{URL: "file://" + shared, Environ: os.Environ()}
	has := func(dir, object string) bool {
		cmd := exec.Command("git", "cat-file", "-e", object)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
		return cmd.Run() == nil
	}

	dir, r := hosted()
	if _, err := r.MergeBase(t.Context(), base, head); err == nil {
		t.Fatal("the checkout has a history of its own")
	}
	if err := remote.History(t.Context(), r, "bench-data", base, head); err != nil {
		t.Fatal(err)
	}
	if got, err := r.MergeBase(t.Context(), base, head); err != nil || got != fork {
		t.Errorf("merge base %s, %v; want %s", got, err, fork)
	}
	if files, err := r.Changed(t.Context(), fork, head); err != nil || !slices.Equal(files, []string{"new"}) {
		t.Errorf("changed %q, %v", files, err)
	}
	if files, err := r.Changed(t.Context(), fork, base); err != nil || !slices.Equal(files, []string{"old"}) {
		t.Errorf("changed %q, %v", files, err)
	}
	if has(dir, data) || has(dir, old) {
		t.Errorf("fetched too: the data %v, an old version %v", has(dir, data), has(dir, old))
	}
	if err := remote.Contents(t.Context(), r, base, "old", "missing"); err != nil || !has(dir, base+":old") {
		t.Errorf("%v", err)
	}

	dir, r = hosted()
	if err := remote.Commit(t.Context(), r, base); err != nil || !r.Whole(t.Context(), base) || r.Whole(t.Context(), fork) {
		t.Fatal(err)
	}
	to := t.TempDir()
	if err := r.Export(t.Context(), base, to); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(to, "old")); string(text) != "a newer one\n" {
		t.Errorf("exported %q, %v", text, err)
	}
	if has(dir, old) || has(dir, fork) {
		t.Error("more than one commit was fetched")
	}
	if err := remote.Commit(t.Context(), r, strings.Repeat("1", 40)); err == nil || !strings.Contains(err.Error(), "is not here, and can't be fetched") {
		t.Error(err)
	}

	// Names that somebody has typed are of any branch or tag but the data's.
	dir, r = hosted()
	if err := remote.History(t.Context(), r, "bench-data"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"main", "v1", base[:10]} {
		if got, err := r.Commit(t.Context(), name); err != nil || got != base {
			t.Errorf("%s is %s, %v; want %s", name, got, err, base)
		}
	}
	if has(dir, data) {
		t.Error("the data was fetched")
	}
}
