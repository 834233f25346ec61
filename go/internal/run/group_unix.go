//go:build unix && !linux

package run

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process into a group of its own, and lets its context end
// the whole group.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
