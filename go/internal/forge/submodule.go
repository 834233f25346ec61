package forge

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// Submodules are the commits of other repositories that a commit names, by their
// paths; of the working tree, if commit is "", those that are checked out.
func (r Repository) Submodules(ctx context.Context, commit string) (map[string]string, error) {
	args := []string{"ls-files", "-z", "--stage", "--full-name"}
	if commit != "" {
		args = []string{"ls-tree", "-z", "-r", "--full-tree", commit}
	}
	out, err := r.git(ctx, args...)
	if err != nil {
		return nil, err
	}
	modules := map[string]string{}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		mode, path, _ := strings.Cut(entry, "\t")
		words := strings.Fields(mode)
		if len(words) < 3 || words[0] != "160000" {
			continue
		}
		if commit != "" {
			modules[path] = words[2]
			continue
		}
		modules[path] = words[1]
		folder := filepath.Join(string(r), filepath.FromSlash(path))
		if _, err := os.Stat(filepath.Join(folder, ".git")); err == nil {
			modules[path] = Repository(folder).Head(ctx)
		}
	}
	return modules, nil
}
