package run

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"golang.org/x/sys/windows"
)

// CanBind tells whether a process can be bound to processors.
const CanBind = false

// executable ends the name of a program.
const executable = ".exe"

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

func kernel() string {
	v := windows.RtlGetVersion()
	return fmt.Sprintf("Windows %d.%d.%d", v.MajorVersion, v.MinorVersion, v.BuildNumber)
}

// A stamp is what the file system tells of a file; a write changes it.
type stamp struct{ size, modified int64 }

func stampOf(file string) (stamp, error) {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}, err
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}, nil
}
