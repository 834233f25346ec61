package files

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The newest stay, and what is being written.
func TestEvict(t *testing.T) {
	folder := t.TempDir()
	begun := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, name := range []string{".unfinished-1", "old", "older", "new", "newest"} {
		dir := filepath.Join(folder, name)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if name == "older" {
			i = 0
		}
		at := begun.Add(time.Duration(i) * time.Hour)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
	}
	left(t, folder, 9, []string{".unfinished-1", "new", "newest", "old", "older"})
	left(t, folder, 3, []string{".unfinished-1", "new", "newest", "old"})
	left(t, folder, 1, []string{".unfinished-1", "newest"})
}

func left(t *testing.T, folder string, most int, want []string) {
	t.Helper()
	if err := Evict(folder, most); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("at most %d: %q are left, want %q", most, got, want)
	}
}
