// Package forge talks to git, and to whatever hosts the repository.
//
// In go names of commits, out come their hashes and their files. It refuses
// names that git does not know.
package forge

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Dirty ends the name of a commit whose working tree has other changes.
const Dirty = "-dirty"

// Repository is a checkout's path.
type Repository string

// Head is the commit of the working tree, marked if the tree differs from it,
// or "none" where there is no commit.
func (r Repository) Head(ctx context.Context) string {
	commit, err := r.Commit(ctx, "HEAD")
	if err != nil {
		return "none"
	}
	status, err := r.git(ctx, "status", "--porcelain")
	if err != nil || len(status) > 0 {
		return commit + Dirty
	}
	return commit
}

// Commit is the full hash of the commit that ref names: here, or at origin,
// whose branches a checkout of the pipeline has no others of.
func (r Repository) Commit(ctx context.Context, ref string) (string, error) {
	for _, name := range []string{ref, "refs/remotes/origin/" + ref} {
		out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
		if err == nil {
			return strings.TrimSpace(string(out)), nil
		}
	}
	return "", fmt.Errorf("unknown ref %q, want a branch, a tag or a commit of this repository", ref)
}

// Parent is the commit before another, on the branch itself.
func (r Repository) Parent(ctx context.Context, commit string) (string, error) {
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^1^{commit}")
	if err != nil {
		return "", fmt.Errorf("%s has no parent here: fetch it (a shallow clone has none)", commit)
	}
	return strings.TrimSpace(string(out)), nil
}

// Recent lists the newest commits of a branch itself, the newest first.
func (r Repository) Recent(ctx context.Context, tip string, count int) ([]string, error) {
	out, err := r.git(ctx, "rev-list", "--first-parent", "--max-count="+strconv.Itoa(count), "--end-of-options", tip)
	return strings.Fields(string(out)), err
}

// A Commit is its full hash and the first line of its message.
type Commit struct{ Hash, Subject string }

func (c Commit) String() string { return c.Hash[:min(12, len(c.Hash))] + " " + c.Subject }

// Between lists the commits after good up to bad, the oldest first, of a branch
// itself and not of those that were merged into it.
func (r Repository) Between(ctx context.Context, good, bad string) ([]Commit, error) {
	for _, ref := range []string{good, bad} {
		if _, err := r.Commit(ctx, ref); err != nil {
			return nil, err
		}
	}
	out, err := r.git(ctx, "log", "--first-parent", "--reverse", "--format=%H %s", "--end-of-options", good+".."+bad, "--")
	if err != nil {
		return nil, err
	}
	var commits []Commit
	for line := range strings.Lines(string(out)) {
		hash, subject, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		commits = append(commits, Commit{hash, subject})
	}
	if len(commits) == 0 {
		return nil, fmt.Errorf("no commit between %s and %s: want one that is in the history of the other", good, bad)
	}
	return commits, nil
}

// MergeBase is the newest commit that both have in their history.
func (r Repository) MergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := r.git(ctx, "merge-base", "--end-of-options", a, b)
	if err != nil {
		return "", fmt.Errorf("%s and %s have no common history here: fetch it (a shallow clone has none)", a, b)
	}
	return strings.TrimSpace(string(out)), nil
}

// URL is where a remote of that name lies; what is no such name is a URL itself.
func (r Repository) URL(ctx context.Context, remote string) (string, error) {
	if strings.ContainsAny(remote, "/:\\") {
		return remote, nil
	}
	out, err := r.git(ctx, "remote", "get-url", "--", remote)
	return strings.TrimSpace(string(out)), err
}

// Trees names the content of folders at a commit: the same names, the same
// content. A commit that is marked dirty has none.
func (r Repository) Trees(ctx context.Context, commit string, folders ...string) (string, error) {
	var names []string
	for _, folder := range folders {
		names = append(names, commit+":"+folder)
	}
	if strings.HasPrefix(commit, "-") { // rev-parse writes --end-of-options out
		return "", fmt.Errorf("commit %q: begins with a dash", commit)
	}
	out, err := r.git(ctx, append([]string{"rev-parse"}, names...)...)
	return strings.TrimSpace(string(out)), err
}

// File is the content of a file at a commit.
func (r Repository) File(ctx context.Context, commit, path string) ([]byte, error) {
	return r.git(ctx, "show", "--end-of-options", commit+":"+path)
}

// Export unpacks a commit's files into a folder. git archive, not a worktree:
// that would leave its name in the repository if the run were killed.
func (r Repository) Export(ctx context.Context, commit, dir string) error {
	files, err := r.git(ctx, "archive", "--format=tar", "--end-of-options", commit)
	if err != nil {
		return err
	}
	archive := tar.NewReader(bytes.NewReader(files))
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := unpack(archive, h, dir); err != nil {
			return err
		}
	}
}

func unpack(from io.Reader, h *tar.Header, dir string) error {
	if !filepath.IsLocal(h.Name) {
		return fmt.Errorf("%s: outside the folder to unpack into", h.Name)
	}
	path := filepath.Join(dir, h.Name)
	switch h.Typeflag {
	case tar.TypeDir:
		return os.MkdirAll(path, 0o777)
	case tar.TypeSymlink:
		return os.Symlink(h.Linkname, path)
	case tar.TypeReg:
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, h.FileInfo().Mode())
		if err != nil {
			return err
		}
		_, err = io.Copy(f, from)
		return errors.Join(err, f.Close())
	}
	return nil // git's own header with the commit's hash
}

func (r Repository) git(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = string(r)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); line != "" {
			return nil, fmt.Errorf("git %s: %s", args[0], line)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return stdout.Bytes(), nil
}
