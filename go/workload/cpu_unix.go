//go:build unix

package workload

import (
	"syscall"
	"time"
)

// cpuTime returns the user and system time of this process so far, on all cores. It comes in microseconds; on Linux that of a thread
// which runs on another core may be as old as the last tick.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // the kernel knows of no error but wrong arguments
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
