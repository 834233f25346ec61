package process

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// CanBind tells whether a process can be bound to processors.
const CanBind = true

// bound calls start on a thread that may use the first so many of the
// processors that this process may, which a child takes over. Every runtime
// sizes its pools by it. Not a quota of CPU time: that throttles in the midst
// of a measurement, and leaves parallelism as it was.
func bound(cpus int, start func() error) error {
	if cpus == 0 {
		return start()
	}
	runtime.LockOSThread() // and not unlocked: the thread ends with the goroutine if it can't be set back
	var all, some unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return err
	}
	for i := 0; some.Count() < min(cpus, all.Count()); i++ {
		if all.IsSet(i) {
			some.Set(i)
		}
	}
	if err := unix.SchedSetaffinity(0, &some); err != nil {
		return err
	}
	err := start()
	if unix.SchedSetaffinity(0, &all) == nil {
		runtime.UnlockOSThread()
	}
	return err
}

// peakRSS is in bytes; Linux counts in KiB.
func peakRSS(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss << 10
	}
	return 0
}

// peakThreads looks at a process's threads until it ends: often enough to
// meet a pool that lasts, and not so often as to disturb it.
func peakThreads(ctx context.Context, pid int) int {
	most := 0
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		threads, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(pid), "task"))
		if err != nil || len(threads) == 0 {
			return most // it has ended
		}
		most = max(most, len(threads))
		select {
		case <-ctx.Done():
			return most
		case <-tick.C:
		}
	}
}
