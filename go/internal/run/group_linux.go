package run

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ownGroup puts the process into a group of its own, and lets its context end
// the whole group. If cobench itself is killed, the kernel ends the process:
// nothing is left behind to disturb the next run.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
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
