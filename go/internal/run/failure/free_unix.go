//go:build unix

package failure

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// freeIn is how many bytes may still be written below a folder, which may not be
// there yet; false where that is not known.
func freeIn(folder string) (free uint64, ok bool) {
	for {
		var s unix.Statfs_t
		if err := unix.Statfs(folder, &s); err == nil {
			return uint64(s.Bavail) * uint64(s.Bsize), true
		}
		above := filepath.Dir(folder)
		if above == folder {
			return 0, false
		}
		folder = above
	}
}
