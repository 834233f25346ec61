package process

import (
	"context"
	"os"
	"os/exec"
	"strconv"
)

// CanBind tells whether a process can be bound to processors.
const CanBind = false

// bound can't bind here, and no plan asks for it.
func bound(_ int, start func() error) error { return start() }

// A family is a process with what it starts. Windows kills no group: what
// outlives a process that ended by itself is not ended here.
type family struct{ cmd *exec.Cmd }

// startFamily starts a process whose context ends it with all that it has started.
func startFamily(cmd *exec.Cmd, cpus int) (family, error) {
	cmd.Cancel = func() error {
		if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
	return family{cmd}, bound(cpus, cmd.Start)
}

func (f family) wait() error { return f.cmd.Wait() }

// peakRSS is not known of a process that has ended.
func peakRSS(*os.ProcessState) int64 { return 0 }

// peakThreads is known on Linux alone.
func peakThreads(context.Context, int) int { return 0 }
