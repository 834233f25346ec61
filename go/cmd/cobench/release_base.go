package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/cobench/cobench/go/internal/forge"
)

// theRelease as a base is the newest version in the history of head: what its users have,
// where the merge base hides a drift that is too slow for any one comparison.
const theRelease = "release"

// releaseBase is the base that is asked for, by its tag where that is the newest
// release. A branch or tag of that name goes before.
func (c command) releaseBase(ctx context.Context, repository forge.Repository, q projectRequest, folder string) (string, error) {
	if q.base != theRelease {
		return q.base, nil
	}
	if _, err := repository.Commit(ctx, theRelease); err == nil {
		return theRelease, nil
	}
	head := cmp.Or(q.head, "HEAD")
	newest := func(prefix string) (forge.Release, error) { return repository.NewestRelease(ctx, head, prefix) }
	found, err := newest("")
	if folder != "." {
		if own, ownErr := newest(folder + "/"); ownErr == nil { // a module below the top has tags of its own
			found, err = own, nil
		}
	}
	if err != nil {
		return "", fmt.Errorf("-base release: %w", err)
	}
	fmt.Fprintf(c.stderr, "base is %s, the newest version in the history of head\n", found.Tag)
	return found.Tag, nil
}
