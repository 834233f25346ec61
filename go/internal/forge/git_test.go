package forge_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge"
)

// What leads git elsewhere, as in its hooks, leads no comparison elsewhere.
func TestEnvironmentLeadsNowhereElse(t *testing.T) {
	ctx := context.Background()
	mine := repository(t, map[string]string{"a.txt": "mine", "go/x": "mine"})
	head := mine.Head(ctx)
	other := string(repository(t, map[string]string{"a.txt": "another's", "b.txt": "another's"}))
	at := func(name string) string { return filepath.Join(other, ".git", name) }
	for _, variable := range []string{
		"GIT_DIR=" + at(""), "GIT_WORK_TREE=" + other, "GIT_INDEX_FILE=" + at("index"), "GIT_COMMON_DIR=" + at(""),
		"GIT_OBJECT_DIRECTORY=" + at("objects"), "GIT_NAMESPACE=other", "GIT_PREFIX=elsewhere/", "GIT_SHALLOW_FILE=" + at("HEAD"), "GIT_LITERAL_PATHSPECS=1",
	} {
		name, value, _ := strings.Cut(variable, "=")
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, value)
			if got := mine.Head(ctx); got != head {
				t.Errorf("head is %s, want %s", got, head)
			}
			if top, err := forge.Top(ctx, filepath.Join(string(mine), "go")); err != nil || top != string(mine) {
				t.Errorf("the repository is %s, %v, want %s", top, err, mine)
			}
			if text, err := mine.File(ctx, "main", "a.txt"); string(text) != "mine" {
				t.Errorf("a.txt is %q, %v, want mine", text, err)
			}
			for what, write := range map[string]func(string) error{
				"Export": func(dir string) error { return mine.Export(ctx, "main", dir) },
				"Copy":   func(dir string) error { return mine.Copy(ctx, dir) },
			} {
				dir := t.TempDir()
				err := write(dir)
				if got := tree(t, dir); err != nil || got != tree(t, string(mine)) {
					t.Errorf("%s wrote %q, %v, want %q", what, got, err, tree(t, string(mine)))
				}
			}
		})
	}
}

// A name is never an option, whoever has written it.
func TestNamesAreNoOptions(t *testing.T) {
	ctx := context.Background()
	r := repository(t, map[string]string{"a.txt": "a"})
	victim := filepath.Join(t.TempDir(), "victim")
	for _, name := range []string{"--output=" + victim, "--exec=touch " + victim, "--upload-pack=touch " + victim, "-h", "--"} {
		for what, ask := range map[string]func() error{
			"Commit":    func() error { _, err := r.Commit(ctx, name); return err },
			"Resolve":   func() error { _, err := r.Resolve(ctx, name); return err },
			"Parent":    func() error { _, err := r.Parent(ctx, name); return err },
			"Recent":    func() error { _, err := r.Recent(ctx, name, 1); return err },
			"Between":   func() error { _, err := r.Between(ctx, name, "main"); return err },
			"MergeBase": func() error { _, err := r.MergeBase(ctx, "main", name); return err },
			"URL":       func() error { _, err := r.URL(ctx, name); return err },
			"Trees":     func() error { _, err := r.Trees(ctx, name, "a.txt"); return err },
			"File":      func() error { _, err := r.File(ctx, name, "a.txt"); return err },
			"Export":    func() error { return r.Export(ctx, name, t.TempDir()) },
		} {
			if err := ask(); err == nil || !strings.Contains(err.Error(), "begins with a dash") {
				t.Errorf("%s %s: %v, want that it begins with a dash", what, name, err)
			}
			if _, err := os.Stat(victim); err == nil {
				t.Fatalf("%s %s wrote a file", what, name)
			}
		}
	}
}
