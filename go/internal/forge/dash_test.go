package forge

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A word that begins with a dash is no option, wherever it comes from.
func TestNoWordIsAnOption(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "--quiet"}, {"commit", "--quiet", "--allow-empty", "--message", "one"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	r, ctx := Repository(dir), context.Background()
	made := filepath.Join(dir, "made")
	word := "--output=" + made
	for name, call := range map[string]func() error{
		"commit":     func() error { _, err := r.Commit(ctx, word); return err },
		"parent":     func() error { _, err := r.Parent(ctx, word); return err },
		"recent":     func() error { _, err := r.Recent(ctx, word, 1); return err },
		"between":    func() error { _, err := r.Between(ctx, word, "HEAD"); return err },
		"merge base": func() error { _, err := r.MergeBase(ctx, word, "HEAD"); return err },
		"trees":      func() error { _, err := r.Trees(ctx, word, "x"); return err },
		"file":       func() error { _, err := r.File(ctx, word, "x"); return err },
		"export":     func() error { return r.Export(ctx, word, t.TempDir()) },
		"URL":        func() error { _, err := r.URL(ctx, "--all"); return err },
	} {
		if err := call(); err == nil {
			t.Errorf("%s: %s is taken", name, word)
		}
		for _, file := range []string{made, made + ":x"} {
			if _, err := os.Stat(file); err == nil {
				t.Errorf("%s: %s was taken for an option: %s is there", name, word, file)
				os.Remove(file)
			}
		}
	}
}
