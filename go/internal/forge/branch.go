package forge

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Remote is where a repository is shared.
type Remote struct {
	URL string // or a path
	// Token opens what lies below Server, such as https://github.com, and is shown
	// to nobody else; "" where none is needed.
	Token, Server string
	// Wait pauses between attempts; nil is the clock.
	Wait func(context.Context, time.Duration) error
	// Environ is what git starts with.
	Environ []string
}

// attempts is how often a push is tried, with pauses that double from a
// quarter of a second on: two minutes in all.
const attempts = 10

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// Files lists the files of a branch, by their paths, with the hashes of their
// contents. A branch that is not there has none; one that can't be read is an
// error, and never an empty one.
func (r Remote) Files(ctx context.Context, branch string) (map[string]string, error) {
	work, err := r.open(ctx)
	if err != nil {
		return nil, err
	}
	defer work.close()
	if _, err := work.fetch(ctx, branch); err != nil {
		return nil, err
	}
	return work.files(ctx)
}

// A Change is what a branch gets by one commit.
type Change struct {
	Branch, Message string
	Files           map[string][]byte // by path
	// Was has the hashes of what some of the files replace.
	Was map[string]string
	// Same tells whether another file that is there holds the same as the one to
	// write; one that doesn't is never written over. nil is never.
	Same func(path string, there, wanted []byte) (bool, error)
	// After is a commit that has to be in the history of the branch: one that it
	// was rewritten without stays so. "" asks for none.
	After string
}

// Append adds files to a branch, by one commit on whatever the branch is then:
// others may push at the same time. A branch that is not there is begun. It
// returns how many files are new; adding twice is adding once.
func (r Remote) Append(ctx context.Context, c Change) (int, error) {
	work, err := r.open(ctx)
	if err != nil {
		return 0, err
	}
	defer work.close()
	wait := r.Wait
	if wait == nil {
		wait = pause
	}
	for attempt := range attempts {
		if attempt > 0 {
			// Those who lost the same race don't come back together.
			spread := time.Duration(os.Getpid()%7) * 30 * time.Millisecond
			if err := wait(ctx, 250*time.Millisecond<<(attempt-1)+spread); err != nil {
				return 0, err
			}
		}
		added, err := work.commit(ctx, c)
		if err != nil || added == 0 {
			return 0, err
		}
		rejected, err := work.push(ctx, c.Branch)
		if err == nil {
			return added, nil
		}
		if !rejected {
			return 0, err
		}
	}
	return 0, fmt.Errorf("branch %s: somebody else pushed first, %d times in a row: run this again", c.Branch, attempts)
}

// A work is a bare repository for the time of one command, so that none of it
// depends on, or is left in, a checkout.
type work struct {
	Repository
	remote  Remote
	environ []string
	tip     string // of the branch that was fetched; "" where there is none
}

func (r Remote) open(ctx context.Context) (*work, error) {
	dir, err := os.MkdirTemp("", workFolder)
	if err != nil {
		return nil, err
	}
	sweep(dir)
	w := &work{Repository: Repository(dir), remote: r, environ: append(r.environ(),
		"GIT_INDEX_FILE="+filepath.Join(dir, "index"),
		"GIT_AUTHOR_NAME=cobench", "GIT_AUTHOR_EMAIL=cobench@users.noreply.github.com",
		"GIT_COMMITTER_NAME=cobench", "GIT_COMMITTER_EMAIL=cobench@users.noreply.github.com",
	)}
	for _, args := range [][]string{
		{"init", "--quiet", "--bare", "."},
		{"config", "remote.origin.url", r.URL}, // what a filter leaves out is asked of a remote with a name
	} {
		if _, err := w.git(ctx, nil, args...); err != nil {
			w.close()
			return nil, err
		}
	}
	return w, nil
}

// workFolder begins the name of the folder of a work.
const workFolder = "cobench-branch-"

// sweep removes the folders that killed processes left a day or more before this
// one was made. Both ages are the file system's: by another clock, what somebody
// works in might look old.
func sweep(made string) {
	newest, err := os.Lstat(made)
	if err != nil {
		return
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(made), workFolder+"*"))
	if err != nil {
		return
	}
	for _, dir := range left {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && newest.ModTime().Sub(info.ModTime()) > 24*time.Hour {
			os.RemoveAll(dir)
		}
	}
}

// environ is what git starts with to talk to the remote.
func (r Remote) environ() []string {
	environ := append(cleanGit(r.Environ), "GIT_TERMINAL_PROMPT=0")
	if r.Token != "" && r.Server != "" { // in the environment: the command line is for all to see
		header := "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("x-access-token:"+r.Token))
		environ = append(environ, "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=http."+strings.TrimRight(r.Server, "/")+"/.extraHeader", "GIT_CONFIG_VALUE_0="+header)
	}
	return environ
}

func (w *work) close() { os.RemoveAll(string(w.Repository)) }

// fetch gets the newest commit of a branch, without the contents of its files.
// false says that the remote has been read and has no such branch.
func (w *work) fetch(ctx context.Context, branch string) (bool, error) {
	ref := "refs/heads/" + branch
	there, err := w.git(ctx, nil, "ls-remote", "origin", ref)
	if err != nil {
		return false, fmt.Errorf("branch %s cannot be read, and is not assumed to be empty: %w", branch, err)
	}
	w.tip = ""
	if len(bytes.TrimSpace(there)) == 0 {
		return false, nil
	}
	if _, err := w.git(ctx, nil, "fetch", "--quiet", "--no-tags", "--depth=1", "--filter=blob:none", "origin", "+"+ref+":"+ref); err != nil {
		return false, fmt.Errorf("branch %s cannot be read, and is not assumed to be empty: %w", branch, err)
	}
	tip, err := w.git(ctx, nil, "rev-parse", "--verify", ref+"^{commit}")
	w.tip = string(bytes.TrimSpace(tip))
	return true, err
}

func (w *work) files(ctx context.Context) (map[string]string, error) {
	files := map[string]string{}
	if w.tip == "" {
		return files, nil
	}
	out, err := w.git(ctx, nil, "ls-tree", "-r", "-z", w.tip)
	if err != nil {
		return nil, err
	}
	for entry := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		about, path, ok := strings.Cut(entry, "\t")
		if fields := strings.Fields(about); ok && len(fields) == 3 && fields[1] == "blob" {
			files[path] = fields[2]
		}
	}
	return files, nil
}

// commit makes a commit of the change on the branch as it is now.
func (w *work) commit(ctx context.Context, c Change) (int, error) {
	if _, err := w.fetch(ctx, c.Branch); err != nil {
		return 0, err
	}
	if err := w.follows(ctx, c); err != nil {
		return 0, err
	}
	there, err := w.files(ctx)
	if err != nil {
		return 0, err
	}
	_ = os.Remove(filepath.Join(string(w.Repository), "index")) // of an attempt before
	if w.tip != "" {
		if _, err := w.git(ctx, nil, "read-tree", w.tip); err != nil {
			return 0, err
		}
	}
	index, added, err := w.stage(ctx, c, there)
	if err != nil || added == 0 {
		return 0, err
	}
	if _, err := w.git(ctx, []byte(index), "update-index", "-z", "--index-info"); err != nil {
		return 0, err
	}
	tree, err := w.git(ctx, nil, "write-tree", "--missing-ok")
	if err != nil {
		return 0, err
	}
	args := []string{"commit-tree", string(bytes.TrimSpace(tree)), "-m", c.Message}
	if w.tip != "" {
		args = append(args, "-p", w.tip)
	}
	made, err := w.git(ctx, nil, args...)
	if err != nil {
		return 0, err
	}
	_, err = w.git(ctx, nil, "update-ref", "refs/heads/"+c.Branch, string(bytes.TrimSpace(made)))
	return added, err
}

// stage writes the change's files that the branch does not have, as lines of an index.
func (w *work) stage(ctx context.Context, c Change, there map[string]string) (string, int, error) {
	var added int
	var index strings.Builder
	for _, path := range slices.Sorted(maps.Keys(c.Files)) {
		blob, err := w.git(ctx, c.Files[path], "hash-object", "-w", "--stdin")
		if err != nil {
			return "", 0, err
		}
		hash := string(bytes.TrimSpace(blob))
		switch old := there[path]; {
		case old == hash:
			continue
		case old != c.Was[path]:
			if err := w.same(ctx, c, path, old); err != nil {
				return "", 0, err
			}
			continue
		}
		fmt.Fprintf(&index, "100644 %s\t%s\x00", hash, path)
		added++
	}
	return index.String(), added, nil
}

// follows refuses a branch that has no commit any more that the change is made
// on: somebody has taken something out of its history.
func (w *work) follows(ctx context.Context, c Change) error {
	if c.After == "" || c.After == w.tip {
		return nil
	}
	rewritten := fmt.Errorf("branch %s was rewritten in the meantime and no longer has commit %.12s; nothing was pushed: run this again", c.Branch, c.After)
	if w.tip == "" {
		return rewritten
	}
	// The commits alone, in a repository of their own: this one is shallow.
	all, err := w.remote.open(ctx)
	if err != nil {
		return err
	}
	defer all.close()
	if _, err := all.git(ctx, nil, "fetch", "--quiet", "--no-tags", "--filter=tree:0", "origin", "+refs/heads/"+c.Branch+":refs/heads/"+c.Branch); err != nil {
		return err
	}
	commits, err := all.git(ctx, nil, "rev-list", "refs/heads/"+c.Branch, "--")
	if err != nil {
		return err
	}
	history := strings.Fields(string(commits))
	if !slices.Contains(history, c.After) || !slices.Contains(history, w.tip) {
		return rewritten
	}
	return nil
}

// same refuses a file that is there with something else in it.
func (w *work) same(ctx context.Context, c Change, path, hash string) error {
	changed := fmt.Errorf("%s: exists with other content, and is never overwritten", path)
	if c.Same == nil || hash == "" {
		return changed
	}
	there, err := w.git(ctx, nil, "cat-file", "blob", hash) // the remote gives what the filter has left out
	if err != nil {
		return err
	}
	ok, err := c.Same(path, there, c.Files[path])
	switch {
	case err != nil:
		return fmt.Errorf("branch %s, %s: %w", c.Branch, path, err)
	case !ok:
		return changed
	}
	return nil
}

// push tells of an error whether others were faster. The branch has to be where
// it was read: a tip that was moved back since then is not moved on.
func (w *work) push(ctx context.Context, branch string) (rejected bool, err error) {
	ref := "refs/heads/" + branch
	out, err := w.git(ctx, nil, "push", "--porcelain", "--force-with-lease="+ref+":"+w.tip, "origin", ref+":"+ref)
	if err == nil {
		return false, nil
	}
	text := string(out) + err.Error()
	for _, word := range []string{"[rejected]", "failed to update ref", "cannot lock ref", "failed to lock", "incorrect old value"} {
		if strings.Contains(text, word) && !strings.Contains(text, "declined") {
			return true, err
		}
	}
	if strings.Contains(text, "declined") {
		return false, fmt.Errorf("branch %s refuses the push; it must not be protected from this workflow: %s", branch, lineWith(text, "declined"))
	}
	return false, err
}

func lineWith(text, word string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			return strings.TrimSpace(line)
		}
	}
	return word
}

func (w *work) git(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = string(w.Repository), w.environ, bytes.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		said := strings.TrimSpace(stderr.String())
		if said == "" {
			return stdout.Bytes(), fmt.Errorf("git %s: %w", args[0], err)
		}
		return stdout.Bytes(), fmt.Errorf("git %s: %w", args[0], errors.New(strings.Join(strings.Fields(said), " ")))
	}
	return stdout.Bytes(), nil
}
