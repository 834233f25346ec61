package forge

import (
	"context"
	"fmt"
	"net/url"
)

// MergeBase is the newest commit that two have in common, by the history that
// GitHub has. Each is a hash, or the name of a branch.
func (g GitHub) MergeBase(ctx context.Context, base, head string) (string, error) {
	var found struct {
		MergeBase struct {
			SHA string `json:"sha"`
		} `json:"merge_base_commit"`
	}
	path := g.path("/compare/%s...%s%s", url.PathEscape(base), url.PathEscape(head), "?per_page=1")
	if err := g.get(ctx, path, &found); err != nil {
		return "", err
	}
	if found.MergeBase.SHA == "" {
		return "", fmt.Errorf("github: %s: no merge base in the answer", path)
	}
	return found.MergeBase.SHA, nil
}
