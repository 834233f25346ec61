package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/publish"
)

// What cobench measured of itself: its own commits, one after the other, and one of
// them against the commit before. README.md beside it says where and how.
const (
	selfMeasured  = "testdata/self"
	selfPublished = "../../../site/e2e/data/self"
)

var takeSelf = flag.Bool("self", false, "write the data that the site's tests and pictures are of")

// selfOptions are those of a site in this repository.
func selfOptions(t *testing.T) publish.Options {
	t.Helper()
	s, err := suite("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return publish.Options{Repository: "https://github.com/cobench/cobench", Commits: commitsIn(t, selfMeasured), Judge: judged, Suite: s}
}

// commitsIn is what git says of those measured, so that it needs no history of git.
func commitsIn(t *testing.T, folder string) map[string]publish.Commit {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "commits.txt"))
	if err != nil {
		t.Fatal(err)
	}
	commits := map[string]publish.Commit{}
	for line := range strings.Lines(string(text)) {
		hash, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		when, subject, _ := strings.Cut(rest, " ")
		made, err := time.Parse(time.RFC3339, when)
		if err != nil {
			t.Fatal(err)
		}
		commits[hash] = publish.Commit{Subject: subject, Time: made}
	}
	return commits
}

// The site's tests look at what was really measured: at least 25 commits, and a pull
// request's verdict.
func TestSelf(t *testing.T) {
	out := t.TempDir()
	index, err := publish.Publish(filepath.Join(selfMeasured, "history"), out, selfOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	if index.Trends.Commits < 25 || len(index.Skipped) > 0 || len(index.Described) == 0 {
		t.Errorf("%d commits, %d descriptions, left out %v", index.Trends.Commits, len(index.Described), index.Skipped)
	}
	holdPublished(t, out, selfPublished)
}

// What cobench measured of a Go module, as the site of a project shows it: without a
// title, a description of workloads or a table of runtimes.
func TestProjectSite(t *testing.T) {
	out := t.TempDir()
	index, err := publish.Publish("testdata/project/history", out, publish.Options{Repository: "https://github.com/acme/words", Commits: commitsIn(t, "testdata/project"), Judge: judged})
	if err != nil {
		t.Fatal(err)
	}
	if index.Trends.Commits != 4 || len(index.Trends.Series) != 3 || index.Title != "" || len(index.Described) > 0 || len(index.Matrix) > 0 || len(index.Skipped) > 0 {
		t.Errorf("%+v", index)
	}
	holdPublished(t, out, "../../../site/e2e/data/project")
}

// holdPublished holds what was published to the site's own test data, which -self writes.
func holdPublished(t *testing.T, out, published string) {
	t.Helper()
	got := unpacked(t, out)
	if *takeSelf {
		if err := os.RemoveAll(published); err != nil {
			t.Fatal(err)
		}
		for path, text := range got {
			file := filepath.Join(published, path)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := unpacked(t, published)
	for _, all := range []map[string]string{got, want} {
		for path := range all {
			if filepath.Ext(path) == ".bin" {
				all[path] = "" // compressed within: publish's own tests read shards
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-%s +published; go test ./cmd/cobench -run %s -self writes it:\n%s", published, t.Name(), diff)
	}
}

// unpacked is a folder of published data by its paths, without what a compressor makes
// of it.
func unpacked(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			return err
		}
		name, compressed := strings.CutSuffix(path, ".gz")
		if compressed {
			z, err := gzip.NewReader(bytes.NewReader(text))
			if err != nil {
				return err
			}
			if text, err = io.ReadAll(z); err != nil {
				return err
			}
		}
		all[name] = string(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
