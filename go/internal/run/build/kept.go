package build

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cobench/cobench/go/internal/raw"
)

// RemoveSources removes what a run has exported and built, when nothing of it is
// left to measure.
func RemoveSources(dir raw.Dir) error {
	return errors.Join(os.RemoveAll(dir.Path(sourceFolder)), os.RemoveAll(dir.Path("build")))
}

// Size is how much a run has exported and built, in bytes, and when it was last
// written to.
func Size(dir raw.Dir) (size int64, last time.Time) {
	for _, name := range []string{"", "samples", sourceFolder, "build"} {
		if info, err := os.Stat(dir.Path(name)); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	for _, name := range []string{sourceFolder, "build"} {
		_ = filepath.WalkDir(dir.Path(name), func(_ string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil // it is being removed, or there is none
			}
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
				size += info.Size()
			}
			return nil
		})
	}
	return size, last
}
