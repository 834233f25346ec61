// Package forge talks to git and to the host of the repository.
//
// It turns names of commits into hashes and files, and refuses names that git
// does not know.
package forge

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
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
	if strings.HasPrefix(ref, "-") {
		return "", fmt.Errorf("ref %q begins with a dash, as no branch, tag or commit does", ref)
	}
	for _, name := range []string{ref, "refs/remotes/origin/" + ref} {
		out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
		if err == nil {
			return strings.TrimSpace(string(out)), nil
		}
	}
	return "", fmt.Errorf("unknown ref %q, want a branch, a tag or a commit of this repository", ref)
}

var fullHash = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

// hash is the full hash of a commit: git is told no other name, since a name may
// be an option, or another's tomorrow.
func (r Repository) hash(ctx context.Context, commit string) (string, error) {
	if fullHash.MatchString(commit) {
		return commit, nil
	}
	return r.Commit(ctx, commit)
}

// Parent is the commit before another, on the branch itself.
func (r Repository) Parent(ctx context.Context, commit string) (string, error) {
	hash, err := r.hash(ctx, commit)
	if err != nil {
		return "", err
	}
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", hash+"^1^{commit}")
	if err != nil {
		return "", fmt.Errorf("%s has no parent in this clone, which may be shallow: fetch it", commit)
	}
	return strings.TrimSpace(string(out)), nil
}

// Recent lists the newest commits of a branch itself, the newest first.
func (r Repository) Recent(ctx context.Context, tip string, count int) ([]string, error) {
	hash, err := r.hash(ctx, tip)
	if err != nil {
		return nil, err
	}
	out, err := r.git(ctx, "rev-list", "--first-parent", "--max-count="+strconv.Itoa(count), "--end-of-options", hash)
	return strings.Fields(string(out)), err
}

// A Commit is its full hash and the first line of its message.
type Commit struct{ Hash, Subject string }

func (c Commit) String() string { return c.Hash[:min(12, len(c.Hash))] + " " + c.Subject }

// Between lists the commits after good up to bad, the oldest first, of a branch
// itself and not of those that were merged into it.
func (r Repository) Between(ctx context.Context, good, bad string) ([]Commit, error) {
	var hashes []string
	for _, ref := range []string{good, bad} {
		hash, err := r.hash(ctx, ref)
		if err != nil && r.Shallow(ctx) {
			return nil, fmt.Errorf("unknown ref %q, and this clone is shallow: git fetch --unshallow", ref)
		} else if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	out, err := r.git(ctx, "log", "--first-parent", "--reverse", "--format=%H %s", strings.Join(hashes, ".."), "--")
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
	hashes := []string{a, b}
	for i, ref := range hashes {
		var err error
		if hashes[i], err = r.hash(ctx, ref); err != nil {
			return "", err
		}
	}
	out, err := r.git(ctx, "merge-base", "--end-of-options", hashes[0], hashes[1])
	if err != nil {
		return "", fmt.Errorf("%s and %s have no common history in this clone, which may be shallow: fetch it", a, b)
	}
	return strings.TrimSpace(string(out)), nil
}

// URL is where a remote of that name lies; what is no such name is a URL itself.
func (r Repository) URL(ctx context.Context, remote string) (string, error) {
	if strings.HasPrefix(remote, "-") {
		return "", fmt.Errorf("remote %q begins with a dash: want a name of git remote, a URL or a path", remote)
	}
	if strings.ContainsAny(remote, "/:\\") {
		return remote, nil
	}
	out, err := r.git(ctx, "remote", "get-url", "--", remote)
	return strings.TrimSpace(string(out)), err
}

// Trees names the content of folders at a commit: the same names, the same
// content. A commit that is marked dirty has none.
func (r Repository) Trees(ctx context.Context, commit string, folders ...string) (string, error) {
	hash, err := r.hash(ctx, commit)
	if err != nil {
		return "", err
	}
	var names []string
	for _, folder := range folders {
		names = append(names, hash+":"+folder)
	}
	out, err := r.git(ctx, append([]string{"rev-parse"}, names...)...)
	return strings.TrimSpace(string(out)), err
}

// File is the content of a file at a commit.
func (r Repository) File(ctx context.Context, commit, path string) ([]byte, error) {
	hash, err := r.hash(ctx, commit)
	if err != nil {
		return nil, err
	}
	return r.git(ctx, "show", hash+":"+path)
}

// git runs git in the repository, with more variables if there are any. What it
// prints is returned, and of a failure the line that tells why.
func (r Repository) git(ctx context.Context, args ...string) ([]byte, error) {
	return r.gitWith(ctx, nil, args...)
}

func (r Repository) gitWith(ctx context.Context, environ []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = string(r)
	cmd.Env = append(cleanGit(cmd.Environ()), environ...)
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

// cleanGit leaves out what would lead git to another repository, index or object
// than the folder's own: git sets these for its hooks, and users export them.
func cleanGit(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(leading, name)
	})
}

// leading are the variables of git rev-parse --local-env-vars, and those that
// change which files are read; not those of its configuration.
var leading = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE",
	"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE",
	"GIT_REPLACE_REF_BASE", "GIT_NO_REPLACE_OBJECTS", "GIT_INTERNAL_SUPER_PREFIX",
	"GIT_ATTR_SOURCE",
	"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
}
