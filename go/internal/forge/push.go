package forge

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// errTheirs is what Push says where others have changed the same.
var errTheirs = errors.New("another job changed the same file in the meantime: run this job again")

// Push sends what a checkout has committed to a branch since it was fetched from
// origin, as one commit on top of whatever the branch is then. What was there
// when it was fetched is not sent again: a branch that was rewritten since then
// stays as it is, and so does one where others have changed the same files.
func (r Remote) Push(ctx context.Context, from Repository, branch string) error {
	head, err := from.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", "refs/heads/"+branch+"^{commit}")
	if err != nil {
		return fmt.Errorf("branch %s is not here: nothing to push", branch)
	}
	fetched, err := from.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", "refs/remotes/origin/"+branch+"^{commit}")
	if err != nil {
		return fmt.Errorf("branch %s was not fetched from origin, so its new commits are unknown", branch)
	}
	c := Change{Branch: branch, After: strings.TrimSpace(string(fetched))}
	if err := from.since(ctx, &c, strings.TrimSpace(string(head))); err != nil {
		return fmt.Errorf("branch %s: %w", branch, err)
	}
	if len(c.Files) == 0 {
		return nil
	}
	c.Same = func(string, []byte, []byte) (bool, error) { return false, errTheirs }
	_, err = r.Append(ctx, c)
	return err
}

// since fills in what head has changed after the commit that the change follows.
func (r Repository) since(ctx context.Context, c *Change, head string) error {
	message, err := r.git(ctx, "log", "--format=%s", c.After+".."+head, "--")
	if err != nil {
		return err
	}
	c.Message = strings.TrimSpace(string(message))
	out, err := r.git(ctx, "diff-tree", "-r", "-z", "--raw", "--no-renames", c.After, head, "--")
	if err != nil {
		return err
	}
	c.Files, c.Was = map[string][]byte{}, map[string]string{}
	const added = "0000000000000000000000000000000000000000"
	fields := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		about, path := strings.Fields(fields[i]), fields[i+1] // :mode mode hash hash status
		if len(about) != 5 || about[1] != "100644" || about[4] != "A" && about[4] != "M" {
			return fmt.Errorf("%s: want files that were added or changed alone", path)
		}
		if about[2] != added {
			c.Was[path] = about[2]
		}
		if c.Files[path], err = r.git(ctx, "cat-file", "blob", about[3]); err != nil {
			return err
		}
	}
	return nil
}
