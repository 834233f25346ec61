package history_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/history"
)

var (
	commit = strings.Repeat("4f1c", 10)
	began  = time.Date(2026, 12, 31, 23, 30, 0, 0, time.FixedZone("", -3600)) // January in UTC
)

func TestPathsAndBack(t *testing.T) {
	for _, e := range []struct {
		entry history.Entry
		path  string
	}{
		{history.New(history.Main, began, commit, "123456", "ubuntu-24.04-hotspot-1"), "main/2027/01/" + commit + "-123456-ubuntu-24.04-hotspot-1.txt.gz"},
		{history.New(history.Nightly, began, commit, "123456.2", "study"), "nightly/2027/01/" + commit + "-123456.2-study.txt.gz"},
		{history.New(history.Manual, began, "c0a3aff03045-dirty", "20261120T135035Z", "local"), "manual/2027/01/c0a3aff03045-dirty-20261120T135035Z-local.txt.gz"},
		{history.New(history.Manual, began, "none", "20261120T135035Z", "local"), "manual/2027/01/none-20261120T135035Z-local.txt.gz"},
	} {
		if got := e.entry.Path(); got != e.path {
			t.Errorf("path %s, want %s", got, e.path)
		}
		if got, err := history.Parse(e.path); err != nil || got != e.entry {
			t.Errorf("%s: %+v, %v, want %+v", e.path, got, err, e.entry)
		}
	}
	for _, wrong := range []string{
		"", "main", "main/2026/11/x.txt.gz", "other/2026/11/" + commit + "-1-a.txt.gz", "main/2026/13/" + commit + "-1-a.txt.gz", "main/2026/1/" + commit + "-1-a.txt.gz",
		"main/2026/11/" + commit + "-1-a.txt", "main/2026/11/../" + commit + "-1-a.txt.gz", "/main/2026/11/" + commit + "-1-a.txt.gz", "main/2026/11/" + commit + "-1-A.txt.gz",
		"main/2026/11/" + commit + "-1-.txt.gz", "main/-001/11/" + commit + "-1-a.txt.gz",
	} {
		if e, err := history.Parse(wrong); err == nil {
			t.Errorf("%q is read as %+v", wrong, e)
		}
	}
}

func TestAddingIsForGood(t *testing.T) {
	root := filepath.Join(t.TempDir(), history.Folder)
	e := history.New(history.Main, began, commit, "7", "all")
	if added, err := history.Add(root, e, []byte("one")); !added || err != nil {
		t.Fatal(added, err)
	}
	before, err := os.ReadFile(filepath.Join(root, e.Path()))
	if err != nil {
		t.Fatal(err)
	}
	if added, err := history.Add(root, e, []byte("one")); added || err != nil {
		t.Errorf("the same again: added %v, %v", added, err)
	}
	if _, err := history.Add(root, e, []byte("two")); err == nil || !strings.Contains(err.Error(), "never rewritten") {
		t.Errorf("other results: %v", err)
	}
	after, err := os.ReadFile(filepath.Join(root, e.Path()))
	if err != nil || string(after) != string(before) {
		t.Errorf("the file has changed, %v", err)
	}
	if _, err := history.Add(root, history.New(history.Main, began, commit, "7", "../../x"), []byte("one")); err == nil {
		t.Error("a job's name leads out of the tree")
	}
	if got, err := history.Read(root, e); err != nil || string(got) != "one" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestListing(t *testing.T) {
	root := t.TempDir()
	if _, _, err := history.List(filepath.Join(root, "none")); err == nil {
		t.Error("a tree that is not there is listed as an empty one")
	}
	good, bad := history.New(history.Main, began, commit, "7", "a"), history.New(history.Main, began, commit, "7", "b")
	for _, e := range []history.Entry{good, bad} {
		if _, err := history.Add(root, e, []byte("results")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, history.Retracted), []byte("# a machine that swapped\n"+bad.ID()+" # of 3 December\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	entries, skipped, err := history.List(root)
	if err != nil || len(entries) != 1 || entries[0] != good || len(skipped) > 0 {
		t.Errorf("%v, %v, %v, want only %v", entries, skipped, err, good)
	}
	if err := os.WriteFile(filepath.Join(root, "main", "stray.txt.gz"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	entries, skipped, err = history.List(root)
	if err != nil || len(entries) != 1 || len(skipped) != 1 || skipped[0].ID != "main/stray" || !strings.HasPrefix(skipped[0].Reason, "main/stray.txt.gz: want KIND/") {
		t.Errorf("%v, %+v, %v: want a stray file told, and nothing else lost", entries, skipped, err)
	}
}

// A link to the whole tree is the tree; one to a part of it hides nothing.
func TestSymbolicLinks(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	e := history.New(history.Main, began, commit, "7", "a")
	for _, tree := range []string{root, elsewhere} {
		if _, err := history.Add(tree, e, []byte("results")); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := errors.Join(os.Symlink(root, link), os.Symlink(filepath.Join(elsewhere, "main"), filepath.Join(root, "nightly"))); err != nil {
		t.Fatal(err)
	}
	entries, skipped, err := history.List(link)
	if err != nil || len(entries) != 1 || entries[0] != e || len(skipped) != 1 || skipped[0].ID != "nightly" {
		t.Errorf("%v, %+v, %v, want the tree's entry, and the link in it told", entries, skipped, err)
	}
	if text, err := history.Read(link, e); err != nil || string(text) != "results" {
		t.Errorf("%q, %v", text, err)
	}
	if _, _, err := history.List(filepath.Join(root, e.Path())); err == nil {
		t.Error("a file is listed as an empty tree")
	}
}
