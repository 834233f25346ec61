//go:build unix && !linux

package run

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

// CanBind tells whether a process can be bound to processors.
const CanBind = false

// bound can't bind here, and no plan asks for it.
func bound(_ int, start func() error) error { return start() }

// ownGroup puts the process into a group of its own, and lets its context end
// the whole group.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// peakRSS is in bytes, as macOS counts.
func peakRSS(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss
	}
	return 0
}

// peakThreads is known on Linux alone.
func peakThreads(context.Context, int) int { return 0 }
