package forge_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
)

// repository is a new one with a commit of some files.
func repository(t *testing.T, files map[string]string) forge.Repository {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "--quiet", "-b", "main", ".")
	git(t, dir, "config", "user.name", "x")
	git(t, dir, "config", "user.email", "x@y")
	write(t, dir, files)
	git(t, dir, "add", ".")
	git(t, dir, "commit", "--quiet", "-m", "first")
	return forge.Repository(dir)
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tree is what lies in a folder: a line for each file, and what it is.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var lines []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			if e != nil && e.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		below, _ := filepath.Rel(dir, path)
		line := filepath.ToSlash(below)
		if e.Type()&fs.ModeSymlink != 0 {
			target, _ := os.Readlink(path)
			line += " -> " + target
		} else {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			info, _ := e.Info()
			if info.Mode()&0o100 != 0 {
				line += "*"
			}
			line += " " + strings.TrimSpace(string(text))
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestExportAndCopy(t *testing.T) {
	r := repository(t, map[string]string{
		"a.txt": "one", "two words/b.txt": "two", "gone.txt": "x", "left.txt": "an archive leaves it out",
		".gitattributes": "left.txt export-ignore\n*.txt text eol=lf\n", ".gitignore": "built/\n",
	})
	dir := string(r)
	if err := os.Chmod(filepath.Join(dir, "a.txt"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	git(t, dir, "add", ".")
	git(t, dir, "commit", "--quiet", "-m", "second")
	ctx := context.Background()
	commit, err := r.Commit(ctx, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"a.txt": "changed", "built/x": "ignored", "new.txt": "new", "staged.txt": "staged"})
	git(t, dir, "add", "staged.txt")
	if err := os.Remove(filepath.Join(dir, "gone.txt")); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(filepath.Join(dir, "new.txt"), old, old); err != nil {
		t.Fatal(err)
	}
	before := git(t, dir, "status", "--porcelain", "--ignored") + git(t, dir, "worktree", "list")

	out := filepath.Join(t.TempDir(), "out")
	if err := os.Mkdir(out, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := r.Export(ctx, commit, out); err != nil {
		t.Fatal(err)
	}
	const attributes = ".gitattributes left.txt export-ignore\n*.txt text eol=lf\n.gitignore built/\n"
	want := attributes + "a.txt* one\ngone.txt x\nleft.txt an archive leaves it out\nlink -> a.txt\ntwo words/b.txt two"
	if got := tree(t, out); got != want {
		t.Errorf("checked out\n%s\nwant\n%s", got, want)
	}
	if entries, err := filepath.Glob(out + "?*"); err != nil || len(entries) > 0 {
		t.Errorf("beside it is left %v, %v", entries, err)
	}

	out = t.TempDir()
	if err := r.Copy(ctx, out); err != nil {
		t.Fatal(err)
	}
	want = attributes + "a.txt* changed\nleft.txt an archive leaves it out\nlink -> a.txt\nnew.txt new\nstaged.txt staged\ntwo words/b.txt two"
	if got := tree(t, out); got != want {
		t.Errorf("copied\n%s\nwant\n%s", got, want)
	}
	if info, err := os.Stat(filepath.Join(out, "new.txt")); err != nil || !info.ModTime().Equal(old) {
		t.Errorf("copied with the time %v, %v, want %v", info.ModTime(), err, old)
	}
	if after := git(t, dir, "status", "--porcelain", "--ignored") + git(t, dir, "worktree", "list"); after != before {
		t.Errorf("the repository was\n%s\nand is\n%s", before, after)
	}
	if err := r.Export(ctx, strings.Repeat("0", 40), t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), "git read-tree: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a commit that is not there: %v", err)
	}
}

func TestResolve(t *testing.T) {
	ctx := context.Background()
	origin := repository(t, map[string]string{"a.txt": "one"})
	git(t, string(origin), "commit", "--quiet", "--allow-empty", "-m", "second")
	clone := t.TempDir()
	git(t, clone, "clone", "--quiet", "--depth", "1", "file://"+string(origin), ".")
	git(t, clone, "checkout", "--quiet", "-b", "mine")
	git(t, clone, "branch", "--quiet", "-D", "main")
	r := forge.Repository(clone)
	head, err := origin.Commit(ctx, "main")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Resolve(ctx, "main"); err != nil || got != head {
		t.Errorf("the remote's branch is %s, %v, want %s", got, err, head)
	}
	for r, want := range map[forge.Repository]string{
		r:      `unknown ref "HEAD~", and this clone is shallow: git fetch --unshallow origin`,
		origin: `unknown ref "HEAD~5", want a branch, a tag or a commit of this repository`,
	} {
		_, err := r.Resolve(ctx, strings.Split(want, `"`)[1])
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if got := r.DefaultBranch(ctx); got != "main" {
		t.Errorf("the default branch is %q, want main", got)
	}
	if _, err := forge.Top(ctx, t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), ": not in a git repository, from which cobench exports what it measures") {
		t.Errorf("a folder outside of any repository: %v", err)
	}
}

// What a shallow clone is told to fetch can be fetched, and is enough.
func TestWhatAShallowCloneLacks(t *testing.T) {
	ctx := context.Background()
	origin := repository(t, map[string]string{"a.txt": "one"})
	first, err := origin.Commit(ctx, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	git(t, string(origin), "branch", "feature")
	git(t, string(origin), "tag", "v1")
	git(t, string(origin), "commit", "--quiet", "--allow-empty", "-m", "second")
	for ref, want := range map[string]string{
		"HEAD~": "git fetch --unshallow theirs", first: "git fetch --unshallow theirs", first[:7]: "git fetch --unshallow theirs",
		"feature": "git fetch --depth=1 theirs feature", "v1": "git fetch --depth=1 theirs v1",
	} {
		clone := t.TempDir()
		git(t, clone, "clone", "--quiet", "--depth", "1", "--origin", "theirs", "--branch", "main", "file://"+string(origin), ".")
		r := forge.Repository(clone)
		_, err := r.Resolve(ctx, ref)
		if err == nil {
			t.Errorf("%s is known", ref)
			continue
		}
		_, told, _ := strings.Cut(err.Error(), "this clone is shallow: ")
		command, then, _ := strings.Cut(told, ", and then -base ")
		if command != want {
			t.Errorf("%s: %s, want %s", ref, command, want)
			continue
		}
		git(t, clone, strings.Fields(command)[1:]...)
		if then == "" {
			then = ref
		}
		if got, err := r.Resolve(ctx, then); err != nil || got != first {
			t.Errorf("%s after %s: %s, %v, want %s", then, command, got, err, first)
		}
	}
}

// A submodule is known by its commit: of a commit, and of the working tree, where it
// may have been moved and not yet been committed.
func TestSubmodules(t *testing.T) {
	ctx := context.Background()
	r := repository(t, map[string]string{"a.txt": "one"})
	none, err := r.Submodules(ctx, "HEAD")
	if err != nil || len(none) > 0 {
		t.Errorf("%v, %v, want none", none, err)
	}
	other := repository(t, map[string]string{"b.txt": "two"})
	git(t, string(r), "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "file://"+string(other), "third/part")
	git(t, string(r), "commit", "--quiet", "-m", "second")
	was, err := other.Commit(ctx, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(string(r), "third/part")
	git(t, part, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "--allow-empty", "-m", "moved")
	moved, err := forge.Repository(part).Commit(ctx, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for commit, want := range map[string]string{"HEAD": was, "": moved} {
		if got, err := r.Submodules(ctx, commit); err != nil || len(got) != 1 || got["third/part"] != want {
			t.Errorf("at %q: %v, %v, want third/part at %s", commit, got, err, want)
		}
	}
}
