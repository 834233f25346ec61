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

// ownGroup lets the process's context end it with all that it has started:
// Windows kills no group.
func ownGroup(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
}

// peakRSS is not known of a process that has ended.
func peakRSS(*os.ProcessState) int64 { return 0 }

// peakThreads is known on Linux alone.
func peakThreads(context.Context, int) int { return 0 }

func kernel() string {
	v := windows.RtlGetVersion()
	return fmt.Sprintf("Windows %d.%d.%d", v.MajorVersion, v.MinorVersion, v.BuildNumber)
}
