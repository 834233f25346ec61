// Package files copies files and folders, finds a file by its name, and removes the oldest.
package files

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"
)

// Has tells whether a folder has a regular file of a name.
func Has(folder, name string) bool {
	info, err := os.Stat(filepath.Join(folder, name))
	return err == nil && info.Mode().IsRegular()
}

// Above is the path from a folder to the nearest file of a name in it or above it, in a
// repository; "" where there is none.
func Above(folder, top, name string) string {
	for dir, path := folder, "./"+name; ; dir = filepath.Dir(dir) {
		if Has(dir, name) {
			return path
		}
		if dir == top || dir == filepath.Dir(dir) {
			return ""
		}
		path = "../" + strings.TrimPrefix(path, "./")
	}
}

// CopyTree copies a folder without what Maven has built in it.
func CopyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, below)
		switch {
		case e.IsDir() && e.Name() == "target":
			return filepath.SkipDir
		case e.IsDir():
			return os.MkdirAll(target, 0o777)
		case !e.Type().IsRegular():
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, info.Mode().Perm())
	})
}

// CopyProgram copies a file that can then be executed.
func CopyProgram(to, from string) error {
	if err := Copy(to, from); err != nil {
		return err
	}
	return os.Chmod(to, 0o755)
}

// Copy copies a file, whole or not at all.
func Copy(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return maybe.WriteFile(to, content, 0o644)
}

// Evict removes from a folder the oldest of what is too many, but nothing hidden, which
// may be half written.
func Evict(folder string, most int) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
	age := func(e fs.DirEntry) int64 {
		if info, err := e.Info(); err == nil {
			return info.ModTime().UnixNano()
		}
		return 0
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(age(b), age(a)) })
	for _, e := range entries[min(most, len(entries)):] {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, e.Name())))
	}
	return err
}
