package closure

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestFolder(t *testing.T) {
	all := map[string]string{"a.txt": "one", "deep/b.txt": "two", "x.go": "package x"}
	counts := func(path string) bool { return filepath.Ext(path) == ".txt" }
	read := func(t *testing.T, files, links map[string]string) Folder {
		t.Helper()
		dir := t.TempDir()
		for name, text := range files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for name, target := range links {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Skip(err)
			}
		}
		folder, err := ReadFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		return folder
	}
	own := read(t, all, nil)
	for _, test := range []struct {
		name        string
		files, also map[string]string
		differing   []string
		same        bool
	}{
		{"nothing", nil, nil, nil, true},
		{"a file that does not count", map[string]string{"x.go": "package y"}, nil, []string{"x.go"}, true},
		{"content", map[string]string{"deep/b.txt": "too"}, nil, []string{"deep/b.txt"}, false},
		{"one more", map[string]string{"d.txt": ""}, nil, []string{"d.txt"}, false},
		{"where one ends and another begins", map[string]string{"a.txt": "on", "deep/b.txt": "etwo"}, nil, []string{"a.txt", "deep/b.txt"}, false},
		{"a link", nil, map[string]string{"l.txt": "a.txt"}, []string{"l.txt"}, false},
	} {
		files := maps.Clone(all)
		maps.Copy(files, test.files)
		got := read(t, files, test.also)
		if same := got.Key(counts) == own.Key(counts); same != test.same {
			t.Errorf("%s: the same key %v, want %v", test.name, same, test.same)
		}
		if there, back := own.Differing(got), got.Differing(own); !slices.Equal(there, test.differing) || !slices.Equal(back, test.differing) {
			t.Errorf("%s: %v and back %v differ, want %v", test.name, there, back, test.differing)
		}
	}
	if read(t, all, map[string]string{"l.txt": "a.txt"}).Key(counts) == read(t, all, map[string]string{"l.txt": "x.go"}).Key(counts) {
		t.Error("links to different files have the same key")
	}
	if _, err := ReadFolder(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there was read")
	}
}
