package forge_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// bare is an empty remote.
func bare(t *testing.T) forge.Remote {
	dir := filepath.Join(t.TempDir(), "remote.git")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "init", "--quiet", "--bare", ".")
	return forge.Remote{URL: dir, Environ: os.Environ(), Wait: func(ctx context.Context, d time.Duration) error { time.Sleep(d / 20); return ctx.Err() }}
}

func same(_ string, a, b []byte) (bool, error) { return bytes.Equal(a, b), nil }

// Two runs of the pipeline publish 20 cells each at the same time, file by
// file: nothing of either may be lost.
func TestPublishersRaceAndLoseNothing(t *testing.T) {
	remote := bare(t)
	const cells = 20
	var publishers sync.WaitGroup
	errs := make(chan error, 2*cells)
	for run := range 2 {
		publishers.Go(func() {
			for cell := range cells {
				_, err := remote.Append(context.Background(), forge.Change{
					Branch: "data", Message: "add", Same: same,
					Files: map[string][]byte{fmt.Sprintf("history/%d-%d", run, cell): []byte(fmt.Sprintf("%d %d", run, cell))},
				})
				errs <- err
			}
		})
	}
	publishers.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	for run := range 2 {
		for cell := range cells {
			if got := git(t, remote.URL, "show", fmt.Sprintf("data:history/%d-%d", run, cell)); got != fmt.Sprintf("%d %d", run, cell) {
				t.Errorf("run %d, cell %d: %q", run, cell, got)
			}
		}
	}
	if count := strings.TrimSpace(git(t, remote.URL, "rev-list", "--count", "data")); count != fmt.Sprint(2*cells) {
		t.Errorf("%s commits, want one each", count)
	}
}

func TestAppend(t *testing.T) {
	for _, filter := range []string{"false", "true"} {
		t.Run("filter="+filter, func(t *testing.T) { testAppend(t, filter) })
	}
}

func testAppend(t *testing.T, filter string) {
	remote := bare(t)
	git(t, remote.URL, "config", "uploadpack.allowFilter", filter)
	ctx := context.Background()
	if files, err := remote.Files(ctx, "data"); err != nil || len(files) != 0 {
		t.Fatalf("a branch that is not there: %v, %v", files, err)
	}
	change := forge.Change{Branch: "data", Message: "add", Same: same, Files: map[string][]byte{"a/b": []byte("one"), "c": []byte("two")}}
	for _, want := range []int{2, 0} {
		if added, err := remote.Append(ctx, change); err != nil || added != want {
			t.Errorf("added %d, %v, want %d", added, err, want)
		}
	}
	change.Files = map[string][]byte{"a/b": []byte("other"), "d": []byte("new")}
	if _, err := remote.Append(ctx, change); err == nil || !strings.Contains(err.Error(), "a/b: exists with other content") {
		t.Errorf("a file that differs: %v", err)
	}
	files, err := remote.Files(ctx, "data")
	if err != nil || len(files) != 2 || files["a/b"] == "" || files["c"] == "" {
		t.Errorf("%v, %v: half of a change is there", files, err)
	}
}

func TestBranchesThatCannotBeRead(t *testing.T) {
	ctx := context.Background()
	gone := forge.Remote{Environ: os.Environ(), URL: filepath.Join(t.TempDir(), "none.git")}
	if _, err := gone.Files(ctx, "data"); err == nil || !strings.Contains(err.Error(), "not assumed to be empty") {
		t.Errorf("a remote that is not there: %v", err)
	}
	if _, err := gone.Append(ctx, forge.Change{Branch: "data", Files: map[string][]byte{"a": nil}}); err == nil {
		t.Error("appended to a remote that is not there")
	}
	// One whose newest commit is damaged.
	remote := bare(t)
	if _, err := remote.Append(ctx, forge.Change{Branch: "data", Message: "add", Same: same, Files: map[string][]byte{"a": []byte("one")}}); err != nil {
		t.Fatal(err)
	}
	tip := strings.TrimSpace(git(t, remote.URL, "rev-parse", "data"))
	if err := os.Remove(filepath.Join(remote.URL, "objects", tip[:2], tip[2:])); err != nil {
		t.Fatal(err)
	}
	if files, err := remote.Files(ctx, "data"); err == nil {
		t.Errorf("a damaged branch is read as %v", files)
	}
}

func TestProtectedBranch(t *testing.T) {
	remote := bare(t)
	hook := filepath.Join(remote.URL, "hooks", "pre-receive")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\necho protected branch >&2\nexit 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := remote.Append(context.Background(), forge.Change{Branch: "data", Message: "add", Same: same, Files: map[string][]byte{"a": []byte("one")}})
	if err == nil || !strings.Contains(err.Error(), "branch data refuses the push; it must not be protected") {
		t.Errorf("%v", err)
	}
}

// What another action has committed here goes on top of what others have
// pushed meanwhile, or nowhere.
func TestPush(t *testing.T) {
	remote := bare(t)
	ctx := context.Background()
	add := func(file string) {
		t.Helper()
		if _, err := remote.Append(ctx, forge.Change{Branch: "data", Message: file, Same: same, Files: map[string][]byte{file: []byte(file + "\n")}}); err != nil {
			t.Fatal(err)
		}
	}
	add("history/1")
	here := t.TempDir()
	git(t, here, "clone", "--quiet", "--branch", "data", remote.URL, ".")
	commit := func(file, text string) {
		if err := os.WriteFile(filepath.Join(here, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		git(t, here, "add", "--all")
		git(t, here, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "--message", file)
	}
	commit("data.js", "one\n")
	add("history/2")
	if err := remote.Push(ctx, forge.Repository(here), "data"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(git(t, remote.URL, "ls-tree", "-r", "--name-only", "data")); strings.Join(got, " ") != "data.js history/1 history/2" {
		t.Errorf("the branch has %v", got)
	}
	add("other.js")
	commit("other.js", "mine\n")
	before := git(t, remote.URL, "rev-parse", "data")
	if err := remote.Push(ctx, forge.Repository(here), "data"); err == nil || !strings.Contains(err.Error(), "another job changed the same file in the meantime") {
		t.Errorf("%v", err)
	}
	if after := git(t, remote.URL, "rev-parse", "data"); after != before {
		t.Error("half of it was pushed")
	}
	if err := remote.Push(ctx, forge.Repository(here), "none"); err == nil || !strings.Contains(err.Error(), "branch none") {
		t.Errorf("%v", err)
	}
}
