package main

import (
	"fmt"
	"syscall"
)

// otherFiles is how many a process has open besides its connections, and more.
const otherFiles = 64

// maxFiles is how many files this process may have open. Package os has
// raised the soft limit to the hard one when the process started.
func maxFiles() (uint64, error) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("limit of open files: %w", err)
	}
	return limit.Cur, nil
}

func tooFewFiles(files uint64) error {
	return fmt.Errorf("%d open files are allowed, too few for %d connections: want a hard limit of %d or more (ulimit -n)",
		files, maxConnections, maxConnections+otherFiles)
}
