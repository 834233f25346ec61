package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func newFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAppend(t *testing.T) {
	for before, after := range map[string]string{
		"":                     header + "\nnew\n",
		header:                 header + "\nnew\n",
		header + "\n":          header + "\nnew\n",
		header + "\nold\n":     header + "\nold\nnew\n",
		header + "\nold":       header + "\nold\nnew\n",
		header + "\nold\n\n":   header + "\nold\n\nnew\n",
		header + "\na\nb\nold": header + "\na\nb\nold\nnew\n",
	} {
		name := newFile(t, before)
		r, err := openResults(name)
		if err != nil {
			t.Errorf("%q: %v", before, err)
			continue
		}
		if got := read(t, name); got != before {
			t.Errorf("%q is %q when opened, want it as it was", before, got)
		}
		if err := r.append("new"); err != nil {
			t.Error(err)
		}
		r.Close()
		if got := read(t, name); got != after {
			t.Errorf("%q becomes %q, want %q", before, got, after)
		}
	}
}

func TestAnotherHeaderIsRefusedAndLeft(t *testing.T) {
	for _, before := range []string{
		"workspace_id,size,goroutines,mode,time_millis\n1,2\n", "workspaceId", "\n" + header + "\n", header + ",x\n", header + "\r\n",
	} {
		name := newFile(t, before)
		found, _, _ := strings.Cut(before[:min(len(before), len(header)+1)], "\n")
		want := fmt.Sprintf("--file=%s: begins with %q: want the header %s, or an empty file", name, found, header)
		if _, err := openResults(name); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", before, err, want)
		}
		if got := read(t, name); got != before {
			t.Errorf("%q became %q, want it as it was", before, got)
		}
	}
}

func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	for name, why := range map[string]string{dir: "is a directory", filepath.Join(dir, "none", "x.csv"): "no such file or directory"} {
		want := "--file=" + name + ": " + why + ": want a file that can be read and written"
		if _, err := openResults(name); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
