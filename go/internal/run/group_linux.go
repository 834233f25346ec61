package run

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process into a group of its own, and lets its context end
// the whole group. If cobench itself is killed, the kernel ends the process:
// nothing is left behind to disturb the next run.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
