package forge

import (
	"context"
	"strings"
)

// Diff is what git diff -U0 prints of two commits, with paths below the top as they
// are, and the files that git does not know yet: none but of the working tree, which
// head names by "".
func (r Repository) Diff(ctx context.Context, base, head string) (patch string, untracked []string, err error) {
	args := []string{"diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-prefix", "--no-relative"}
	for _, commit := range []string{base, head} {
		if commit == "" {
			continue
		}
		hash, err := r.hash(ctx, commit)
		if err != nil {
			return "", nil, err
		}
		args = append(args, hash)
	}
	out, err := r.git(ctx, append(args, "--")...)
	if err != nil || head != "" {
		return string(out), nil, err
	}
	others, err := r.git(ctx, "ls-files", "-z", "--others", "--exclude-standard")
	for name := range strings.SplitSeq(string(others), "\x00") {
		if name != "" {
			untracked = append(untracked, name)
		}
	}
	return string(out), untracked, err
}
