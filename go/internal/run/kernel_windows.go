package run

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// executable ends the name of a program.
const executable = ".exe"

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

// freeIn is not asked for.
func freeIn(string) (free uint64, ok bool) { return 0, false }
