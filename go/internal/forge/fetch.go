package forge

import (
	"context"
	"fmt"
	"strings"
)

// origin is what a checkout was made of. By its name and not by its URL: what a
// filter leaves out is asked of a remote with a name.
const origin = "origin"

// infinite is the depth by which git means all of a history.
const infinite = "--depth=2147483647"

// History brings commits with all that came before them into a checkout of the
// remote, which in the pipeline has one commit alone. It brings no file's content: Contents does,
// for the few files that are read. Without commits it brings all branches and tags
// but one branch, which holds data and no source.
func (r Remote) History(ctx context.Context, into Repository, but string, commits ...string) error {
	args := []string{"fetch", "--quiet", "--no-tags", "--filter=blob:none", infinite, origin}
	if len(commits) == 0 {
		args = append(args, "+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*", "^refs/heads/"+but)
	}
	if _, err := r.in(into).git(ctx, nil, append(args, commits...)...); err != nil {
		return fmt.Errorf("the history of %s can't be fetched: %w", strings.Join(commits, ", "), err)
	}
	return nil
}

// Commit brings a commit with its files, and nothing that came before it, into a
// checkout.
func (r Remote) Commit(ctx context.Context, into Repository, commit string) error {
	if _, err := r.in(into).git(ctx, nil, "fetch", "--quiet", "--no-tags", "--depth=1", origin, commit); err != nil {
		return fmt.Errorf("commit %s is not here, and can't be fetched: %w", commit, err)
	}
	return nil
}

// in is a checkout of the remote, to fetch into.
func (r Remote) in(into Repository) *work {
	return &work{Repository: into, remote: r, environ: r.environ()}
}

// Contents brings the contents of some of a commit's files into a checkout whose
// History has come without them. One that the commit does not have is left out.
func (r Remote) Contents(ctx context.Context, into Repository, commit string, paths ...string) error {
	work := r.in(into)
	for _, path := range paths {
		there, err := work.git(ctx, nil, "ls-tree", commit, "--", path)
		if err != nil {
			return err
		}
		if len(there) == 0 {
			continue
		}
		if _, err := work.git(ctx, nil, "cat-file", "blob", commit+":"+path); err != nil {
			return fmt.Errorf("%s of %s can't be fetched: %w", path, commit, err)
		}
	}
	return nil
}

// Whole tells whether a commit and all its files are here.
func (r Repository) Whole(ctx context.Context, commit string) bool {
	out, err := r.git(ctx, "rev-list", "--objects", "--no-walk", "--missing=print", "--end-of-options", commit)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "?") {
			return false
		}
	}
	return true
}

// Changed lists the files that differ between two commits, by their paths.
func (r Repository) Changed(ctx context.Context, base, head string) ([]string, error) {
	out, err := r.git(ctx, "diff-tree", "-r", "-z", "--no-renames", "--name-only", "--end-of-options", base, head)
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 }), nil
}
