package forge_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
)

// A branch whose history was rewritten while another action worked stays as it
// was rewritten: somebody took something out of it.
func TestPushBringsNothingBack(t *testing.T) {
	ctx := context.Background()
	for name, rewrite := range map[string]func(remote string){
		"a file taken out of the history": func(remote string) {
			tree := strings.TrimSpace(git(t, remote, "rev-parse", "data~1^{tree}"))
			made := strings.TrimSpace(git(t, remote, "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", tree, "-m", "without the secret"))
			git(t, remote, "update-ref", "refs/heads/data", made)
		},
		"the newest commit taken off": func(remote string) {
			git(t, remote, "update-ref", "refs/heads/data", "data~1")
		},
		"the branch deleted": func(remote string) {
			git(t, remote, "update-ref", "-d", "refs/heads/data")
		},
	} {
		t.Run(name, func(t *testing.T) {
			remote := bare(t)
			for _, file := range []string{"history/1", "secret"} {
				if _, err := remote.Append(ctx, forge.Change{Branch: "data", Message: file, Same: same, Files: map[string][]byte{file: []byte(file + "\n")}}); err != nil {
					t.Fatal(err)
				}
			}
			here := checkedOut(t, remote, "data")
			commitFile(t, here, "data.js", "one\n")
			rewrite(remote.URL)
			before := git(t, remote.URL, "for-each-ref")
			err := remote.Push(ctx, forge.Repository(here), "data")
			if err == nil || !strings.Contains(err.Error(), "branch data was rewritten") {
				t.Errorf("%v", err)
			}
			if after := git(t, remote.URL, "for-each-ref"); after != before {
				t.Errorf("the branch was %q and is %q", before, after)
			}
		})
	}
}

// A checkout of the newest commit alone, without the files that the push is not
// about, pushes as a whole one does.
func TestPushOfAShallowSparseCheckout(t *testing.T) {
	remote := bare(t)
	ctx := context.Background()
	git(t, remote.URL, "config", "uploadpack.allowFilter", "true")
	add := func(file string) {
		t.Helper()
		if _, err := remote.Append(ctx, forge.Change{Branch: "data", Message: file, Same: same, Files: map[string][]byte{file: []byte(file + "\n")}}); err != nil {
			t.Fatal(err)
		}
	}
	add("history/1")
	add("classic/data.js")
	here := t.TempDir()
	git(t, here, "init", "--quiet", ".")
	git(t, here, "remote", "add", "origin", "file://"+remote.URL)
	git(t, here, "fetch", "--quiet", "--no-tags", "--depth=1", "--filter=blob:none", "origin", "+refs/heads/data:refs/remotes/origin/data")
	git(t, here, "sparse-checkout", "set", "classic")
	git(t, here, "checkout", "--quiet", "-B", "data", "refs/remotes/origin/data")
	if _, err := os.Stat(filepath.Join(here, "history")); err == nil {
		t.Fatal("the checkout is not sparse")
	}
	git(t, here, "config", "remote.origin.url", "file:///nowhere") // as without its token
	commitFile(t, here, "classic/data.js", "another\n")
	add("history/2")
	if err := remote.Push(ctx, forge.Repository(here), "data"); err != nil {
		t.Fatal(err)
	}
	if got := git(t, remote.URL, "show", "data:classic/data.js"); got != "another\n" {
		t.Errorf("%q", got)
	}
	if got := strings.Fields(git(t, remote.URL, "ls-tree", "-r", "--name-only", "data")); strings.Join(got, " ") != "classic/data.js history/1 history/2" {
		t.Errorf("the branch has %v", got)
	}
	if count := strings.TrimSpace(git(t, remote.URL, "rev-list", "--count", "data")); count != "4" {
		t.Errorf("%s commits, want 4", count)
	}
}

// checkedOut is a clone of one branch.
func checkedOut(t *testing.T, remote forge.Remote, branch string) string {
	t.Helper()
	here := t.TempDir()
	git(t, here, "clone", "--quiet", "--branch", branch, remote.URL, ".")
	return here
}

// commitFile commits a file.
func commitFile(t *testing.T, here, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(here, file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	git(t, here, "add", "--all")
	git(t, here, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "--message", file)
}

// The token is for the server that gave it.
func TestTokenGoesToItsServerAlone(t *testing.T) {
	var asked sync.Mutex
	var shown []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Lock()
		defer asked.Unlock()
		shown = append(shown, r.Header.Get("Authorization"))
		http.NotFound(w, r)
	}))
	defer server.Close()
	elsewhere := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	for _, test := range []struct {
		name, remote, server string
		want                 bool
	}{
		{"its server", server.URL + "/acme/bench", server.URL, true},
		{"with a slash", server.URL + "/acme/bench", server.URL + "/", true},
		{"another server", elsewhere + "/acme/bench", server.URL, false},
		{"a server whose name begins like it", server.URL + "/acme/bench", server.URL[:len(server.URL)-1], false},
		{"no server", server.URL + "/acme/bench", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked.Lock()
			shown = nil
			asked.Unlock()
			remote := forge.Remote{URL: test.remote, Server: test.server, Token: "token", Environ: os.Environ()}
			if _, err := remote.Files(context.Background(), "data"); err == nil {
				t.Fatal("a server that has nothing was read")
			}
			asked.Lock()
			defer asked.Unlock()
			if len(shown) == 0 {
				t.Fatal("the server was not asked")
			}
			for _, header := range shown {
				if (header != "") != test.want {
					t.Errorf("the server was shown %q", header)
				}
			}
		})
	}
}

// Nothing is left in the folder for temporary files, whatever happened, and what
// a killed process left there goes with the next one.
func TestNoTemporaryFolderStays(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	left := filepath.Join(temp, "cobench-branch-123")
	recent := filepath.Join(temp, "cobench-branch-456")
	for _, dir := range []string{left, recent} {
		if err := os.MkdirAll(filepath.Join(dir, "objects"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	age(t, left)
	ctx := context.Background()
	remote := bare(t)
	if _, err := remote.Append(ctx, forge.Change{Branch: "data", Message: "x", Same: same, Files: map[string][]byte{"a": []byte("x")}}); err != nil {
		t.Fatal(err)
	}
	here := checkedOut(t, remote, "data")
	commitFile(t, here, "b", "x")
	if err := remote.Push(ctx, forge.Repository(here), "data"); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]forge.Remote{
		"a remote that is not there": {URL: filepath.Join(temp, "none.git"), Environ: os.Environ()},
		"no git":                     {URL: remote.URL, Environ: []string{"GIT_CONFIG_GLOBAL=/", "GIT_CONFIG_COUNT=x"}},
	} {
		if _, err := r.Files(ctx, "data"); err == nil {
			t.Errorf("%s: read", name)
		}
	}
	entries, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(recent) {
			t.Errorf("%s stays", e.Name())
		}
	}
	if _, err := os.Stat(recent); err != nil {
		t.Errorf("what another process works in is gone: %v", err)
	}
}

// age makes a folder two days old.
func age(t *testing.T, dir string) {
	t.Helper()
	then := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(dir, then, then); err != nil {
		t.Fatal(err)
	}
}
