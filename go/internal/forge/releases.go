package forge

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// A Release is a version tag, and its commit's full hash.
type Release struct{ Tag, Commit string }

// releaseTag is the tag of a version, perhaps below a folder's name as of a module
// in it: v1.2.3, 1.2, go/v1.2.3. What follows a dash is a pre-release.
var releaseTag = regexp.MustCompile(`^((?:[^/]+/)*)v?([0-9]+(?:\.[0-9]+){1,2})$`)

// Releases are the version tags in the history of a commit, the highest version
// first, without pre-releases. Of tags below a folder's name only those of prefix
// count, which is "" for the others: go/v1.2.3 has the prefix "go/".
func (r Repository) Releases(ctx context.Context, tip, prefix string) ([]Release, error) {
	hash, err := r.hash(ctx, tip)
	if err != nil {
		return nil, err
	}
	out, err := r.git(ctx, "for-each-ref", "--merged="+hash, "--format=%(objectname) %(*objectname) %(refname:strip=2)", "refs/tags")
	if err != nil {
		return nil, err
	}
	versions := map[string]string{}
	var all []Release
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		tag, commit := fields[len(fields)-1], fields[len(fields)-2] // an annotated tag has an object of its own before that of the commit
		found := releaseTag.FindStringSubmatch(tag)
		if found == nil || found[1] != prefix {
			continue
		}
		versions[tag] = "v" + found[2]
		all = append(all, Release{tag, commit})
	}
	slices.SortStableFunc(all, func(a, b Release) int { return semver.Compare(versions[b.Tag], versions[a.Tag]) })
	return all, nil
}

// NewestRelease is the highest version in the history of a commit that is not the
// commit itself: what it can be compared with.
func (r Repository) NewestRelease(ctx context.Context, tip, prefix string) (Release, error) {
	hash, err := r.hash(ctx, tip)
	if err != nil {
		return Release{}, err
	}
	all, err := r.Releases(ctx, tip, prefix)
	if err != nil {
		return Release{}, err
	}
	for _, release := range all {
		if release.Commit != hash {
			return release, nil
		}
	}
	return Release{}, fmt.Errorf("no version tag such as %sv1.2.3 is in the history of %.12s here: git fetch --tags", prefix, tip)
}
