package forge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Top is the folder of the repository that dir lies in.
func Top(ctx context.Context, dir string) (string, error) {
	out, err := Repository(dir).git(ctx, "rev-parse", "--show-toplevel")
	if ctx.Err() != nil {
		return "", ctx.Err()
	} else if err != nil {
		return "", fmt.Errorf("%s: not in a git repository, from which cobench exports what it measures", dir)
	}
	return filepath.FromSlash(strings.TrimSpace(string(out))), nil
}

// Resolve is Commit for a name that may be a branch of the remote alone, as in
// the clones that CI makes. Its error says what a shallow clone lacks.
func (r Repository) Resolve(ctx context.Context, ref string) (string, error) {
	commit, err := r.Commit(ctx, ref)
	if err == nil {
		return commit, nil
	}
	if commit, remote := r.Commit(ctx, "origin/"+ref); remote == nil {
		return commit, nil
	}
	if out, wrong := r.git(ctx, "rev-parse", "--is-shallow-repository"); wrong == nil && strings.TrimSpace(string(out)) == "true" {
		return "", fmt.Errorf("unknown ref %q, and this clone is shallow: %s", ref, r.deepen(ctx, ref))
	}
	return "", err
}

// deepen is the command that gets a shallow clone what it lacks of a ref. A server is
// asked for branches and tags alone: what is counted from another commit, and part of
// a hash, it does not know, and a whole hash it may refuse.
func (r Repository) deepen(ctx context.Context, ref string) string {
	remote := "origin"
	out, err := r.git(ctx, "remote")
	names := strings.Fields(string(out))
	switch {
	case err != nil || len(names) == 0:
		return "there is no remote to fetch it from: use a full clone"
	case !slices.Contains(names, remote):
		remote = names[0]
	}
	if hash.MatchString(ref) || strings.ContainsAny(ref, "~^@{}:") || ref == "HEAD" {
		return "git fetch --unshallow " + remote
	}
	return fmt.Sprintf("git fetch --depth=1 %s %s, and then -base FETCH_HEAD", remote, ref)
}

var hash = regexp.MustCompile(`^[0-9a-f]{4,64}$`)

// Export writes a commit's files into an empty folder, as git checks them out: with
// the filters of .gitattributes, and with what an archive would leave out. Neither
// the repository's index nor its list of worktrees knows of it, so that a run that is
// killed leaves nothing behind there.
func (r Repository) Export(ctx context.Context, commit, dir string) error {
	hash, err := r.hash(ctx, commit)
	if err != nil {
		return err
	}
	index := dir + ".index"
	defer os.Remove(index)
	for _, args := range [][]string{
		{"read-tree", hash},
		{"checkout-index", "--all", "--force", "--prefix=" + filepath.ToSlash(dir) + "/"},
	} {
		if _, err := r.gitWith(ctx, []string{"GIT_INDEX_FILE=" + index}, args...); err != nil {
			return err
		}
	}
	return nil
}

// Copy writes the working tree's files into an empty folder: all but what git ignores.
func (r Repository) Copy(ctx context.Context, dir string) error {
	out, err := r.git(ctx, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if name == "" {
			continue
		}
		err := copyEntry(filepath.Join(dir, filepath.FromSlash(name)), filepath.Join(string(r), filepath.FromSlash(name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // deleted, and git was not told yet
			return err
		}
	}
	return nil
}

func copyEntry(to, from string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case !info.Mode().IsRegular():
		return nil // a submodule, which a commit has no files of either
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	// A build tool tells by the time what it has to make anew.
	return errors.Join(err, out.Close(), os.Chtimes(to, time.Time{}, info.ModTime()))
}

// DefaultBranch is what the remote's HEAD is called, else main or master, "" where neither is there.
func (r Repository) DefaultBranch(ctx context.Context) string {
	if out, err := r.git(ctx, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimPrefix(strings.TrimSpace(string(out)), "origin/")
	}
	for _, name := range []string{"main", "master"} {
		if _, err := r.Resolve(ctx, name); err == nil {
			return name
		}
	}
	return ""
}

// Absent tells why a file of the working tree is in no commit, and in no copy of
// the tree: git ignores it, or it lies in a submodule. "" is none of the two.
func (r Repository) Absent(ctx context.Context, file string) string {
	modules, err := r.Submodules(ctx, "")
	if err != nil {
		return ""
	}
	for name := range modules {
		if file == name || strings.HasPrefix(file, name+"/") {
			return fmt.Sprintf("%s is in the submodule %s, and cobench measures copies without submodules: add it to this repository, or let the build fetch it", file, name)
		}
	}
	there, err := filepath.Glob(filepath.Join(string(r), filepath.FromSlash(file)))
	if err != nil || len(there) == 0 {
		return ""
	}
	name, err := filepath.Rel(string(r), there[0])
	if err != nil {
		return ""
	}
	if _, err := r.git(ctx, "check-ignore", "--quiet", "--", filepath.ToSlash(name)); err != nil {
		return ""
	}
	return fmt.Sprintf("%s exists, but git ignores it, and cobench measures copies of the files that git knows: commit it, or let the benchmark create it", filepath.ToSlash(name))
}
