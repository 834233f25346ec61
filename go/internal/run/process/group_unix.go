//go:build unix && !linux

package process

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

// A family is a process with what it starts. Only what stays in its process
// group is known here: a daemon that makes a session of its own is not ended.
type family struct{ cmd *exec.Cmd }

// startFamily starts a process in a group of its own, which its context ends whole.
func startFamily(cmd *exec.Cmd, cpus int) (family, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return family{cmd}, bound(cpus, cmd.Start)
}

// wait waits for the process and ends what is left of its group.
func (f family) wait() error {
	err := f.cmd.Wait()
	_ = syscall.Kill(-f.cmd.Process.Pid, syscall.SIGKILL) // mostly there is nothing left
	return err
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
