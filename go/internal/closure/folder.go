package closure

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// A Folder is the files below a folder, of which nobody knows who reads them: by
// their paths with slashes, each with what is in it.
type Folder map[string]string

// ReadFolder reads all that lies below a folder. A symbolic link is its target's
// name; folders count by what is in them.
func ReadFolder(folder string) (Folder, error) {
	files := Folder{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		below, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		below = filepath.ToSlash(below)
		if e.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			files[below] = fmt.Sprintf("link %q", target)
			return err
		}
		if !e.Type().IsRegular() {
			return nil
		}
		digest := sha256.New()
		err = fileKey(digest, path)
		files[below] = "file " + hex.EncodeToString(digest.Sum(nil))
		return err
	})
	return files, err
}

// Key is that of the files that count.
func (f Folder) Key(counts func(path string) bool) string {
	digest := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(f)) {
		if counts(path) {
			fmt.Fprintf(digest, "%q %s\n", path, f[path])
		}
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// Differing lists the files that are not the same in both, or only in one.
func (f Folder) Differing(other Folder) []string {
	var paths []string
	for path, content := range f {
		if other[path] != content {
			paths = append(paths, path)
		}
	}
	for path := range other {
		if _, both := f[path]; !both {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
