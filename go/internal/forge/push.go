package forge

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Push sends a local branch, on top of whatever others have sent meanwhile: it
// rebases and tries again, with pauses. Where both have changed the same lines
// it says so, and nothing is sent.
func (r Remote) Push(ctx context.Context, from Repository, branch string) error {
	wait := r.Wait
	if wait == nil {
		wait = pause
	}
	dir, err := os.MkdirTemp("", "cobench-push-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	w := r.work(filepath.Join(dir, "clone"))
	if err := os.Mkdir(string(w.Repository), 0o777); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "--quiet", "."},
		{"fetch", "--quiet", "--no-tags", "--", absolute(from), "refs/heads/" + branch},
		{"checkout", "--quiet", "-b", branch, "FETCH_HEAD"},
	} {
		if _, err := w.git(ctx, nil, args...); err != nil {
			return fmt.Errorf("branch %s: %w", branch, err)
		}
	}
	for attempt := range attempts {
		if attempt > 0 {
			if err := wait(ctx, 250*time.Millisecond<<(attempt-1)); err != nil {
				return err
			}
		}
		rejected, err := w.push(ctx, branch)
		if err == nil {
			return nil
		}
		if !rejected {
			return err
		}
		if _, err := w.git(ctx, nil, "fetch", "--quiet", "--no-tags", "--", r.URL, "refs/heads/"+branch); err != nil {
			return err
		}
		if _, err := w.git(ctx, nil, "rebase", "--quiet", "FETCH_HEAD"); err != nil {
			return fmt.Errorf("branch %s: another job has changed the same file meanwhile: run this one again: %w", branch, err)
		}
	}
	return fmt.Errorf("branch %s: others pushed first, %d times in a row: run it again", branch, attempts)
}

// absolute is the path of a repository, as another one can find it.
func absolute(r Repository) string {
	path, err := filepath.Abs(string(r))
	if err != nil {
		return string(r)
	}
	return strings.TrimSuffix(path, "/")
}
