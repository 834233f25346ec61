//go:build unix

package run

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// A stamp is what the file system tells of a file; a write changes it. The time
// of the last change can't be set back, as that of the last write can.
type stamp struct {
	size, inode       int64
	modified, changed int64
}

func stampOf(file string) (stamp, error) {
	var s unix.Stat_t
	if err := unix.Stat(file, &s); err != nil {
		return stamp{}, &fs.PathError{Op: "stat", Path: file, Err: err}
	}
	return stamp{s.Size, int64(s.Ino), s.Mtim.Nano(), s.Ctim.Nano()}, nil
}
