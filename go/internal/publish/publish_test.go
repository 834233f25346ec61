package publish_test

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

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/publish"
)

var update = flag.Bool("update", false, "write the golden data")

// golden is what the site's own tests show, so that both halves are held to
// the same data.
const golden = "../../../site/e2e/data"

// pack makes a history of the texts below a folder: gzip has no place among
// files that people read.
func pack(t *testing.T, from string) string {
	t.Helper()
	history := t.TempDir()
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return packFile(filepath.Join(history, below)+".gz", string(text))
	})
	if err != nil {
		t.Fatal(err)
	}
	return history
}

func packFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := gzip.NewWriter(f)
	if _, err := z.Write([]byte(text)); err != nil {
		return err
	}
	return z.Close()
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"tour", "sweep"} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			if _, err := publish.Publish(pack(t, filepath.Join("testdata/history", name)), out, publish.Options{}); err != nil {
				t.Fatal(err)
			}
			want := filepath.Join(golden, name)
			if *update {
				if err := os.RemoveAll(want); err != nil {
					t.Fatal(err)
				}
				for path, text := range texts(t, out) {
					file := filepath.Join(want, path)
					if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			if diff := cmp.Diff(texts(t, want), texts(t, out)); diff != "" {
				t.Errorf("-%s +published:\n%s", want, diff)
			}
		})
	}
}

// texts reads a folder of data, unpacked. Shards are binary and have tests of their own.
func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) == ".bin" {
			return err
		}
		name, compressed := strings.CutSuffix(path, ".gz")
		all[name] = string(content(t, filepath.Join(dir, path), compressed))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func content(t *testing.T, path string, compressed bool) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !compressed {
		return text
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if text, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return text
}

const head = `goos: linux
goarch: amd64
cpu: X
cores: 2
date: 2026-01-02T03:04:05Z
commit: aaaa
side: head
runtime: go
`

func TestRetractedRunsAreLeftOutAndOldOnesRemoved(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	for _, id := range []string{"main/2026/01/good", "main/2026/01/bad"} {
		if err := packFile(filepath.Join(history, id)+".txt.gz", head+"BenchmarkA/exec=goroutine-2 1 5 ns/op\n"); err != nil {
			t.Fatal(err)
		}
	}
	index, err := publish.Publish(history, out, publish.Options{})
	if err != nil || len(index.Runs) != 2 {
		t.Fatalf("%d runs, %v, want 2", len(index.Runs), err)
	}
	if err := os.WriteFile(filepath.Join(history, "retracted.txt"), []byte("main/2026/01/bad\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	index, err = publish.Publish(history, out, publish.Options{})
	if err != nil || len(index.Runs) != 1 || index.Runs[0].ID != "main/2026/01/good" {
		t.Fatalf("%+v, %v, want the good run alone", index.Runs, err)
	}
	if _, err := os.Stat(filepath.Join(out, "runs/main-2026-01-bad.json.gz")); err == nil {
		t.Error("the retracted run's file is still there")
	}
}

// What can't be read is never taken for empty, and leaves what was published.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no benchmark", head, "x.txt.gz: no benchmark in it"},
		{"a broken line", head + "BenchmarkA 1 x ns/op\n", "x.txt.gz:9: parsing measurement: invalid syntax"},
		{"two machines", head + "BenchmarkA 1 5 ns/op\ncpu: Y\nBenchmarkA 1 5 ns/op\n", "x.txt.gz:11: a result of Y, want one machine a file"},
		{"no cores", strings.Replace(head, "cores: 2\n", "", 1) + "BenchmarkA 1 5 ns/op\n", `x.txt.gz:8: cores: "", want how many the machine has`},
	} {
		t.Run(test.name, func(t *testing.T) {
			history, out := t.TempDir(), filepath.Join(t.TempDir(), "data")
			if err := packFile(filepath.Join(history, "main/x.txt.gz"), test.text); err != nil {
				t.Fatal(err)
			}
			_, err := publish.Publish(history, out, publish.Options{})
			if err == nil || !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("something was written all the same")
			}
		})
	}
}

// Base is measured to be compared with, not to be shown.
func TestBaseIsNotShown(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	text := head + "BenchmarkA/exec=goroutine-2 1 5 ns/op\nside: base\ncommit: bbbb\nBenchmarkA/exec=goroutine-2 1 7 ns/op\n"
	if err := packFile(filepath.Join(history, "main/x.txt.gz"), text); err != nil {
		t.Fatal(err)
	}
	if _, err := publish.Publish(history, out, publish.Options{}); err != nil {
		t.Fatal(err)
	}
	run := content(t, filepath.Join(out, "runs/main-x.json.gz"), true)
	if !strings.Contains(string(run), `"n":1`) || strings.Contains(string(run), "7e-09") {
		t.Errorf("%s", run)
	}
}
