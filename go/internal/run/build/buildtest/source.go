// Package buildtest stands in for the repository that sides are built from.
package buildtest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Source is a repository of functions; those that are nil do nothing.
type Source struct {
	ToExport func(ctx context.Context, commit, dir string) error
	ToCopy   func(ctx context.Context, dir string) error
}

// Export calls ToExport.
func (s Source) Export(ctx context.Context, commit, dir string) error {
	return s.ToExport(ctx, commit, dir)
}

// Copy calls ToCopy.
func (s Source) Copy(ctx context.Context, dir string) error { return s.ToCopy(ctx, dir) }

// Trees is the commit.
func (Source) Trees(_ context.Context, commit string, _ ...string) (string, error) {
	return commit, nil
}

// Submodules are none.
func (Source) Submodules(context.Context, string) (map[string]string, error) { return nil, nil }

// Absent knows no reason.
func (Source) Absent(context.Context, string) string { return "" }

// Write writes files; "-> x" is a link.
func Write(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), fs.ModePerm); err != nil {
			return err
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
