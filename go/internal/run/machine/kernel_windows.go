package machine

import (
	"fmt"

	"golang.org/x/sys/windows"
)

func kernel() string {
	v := windows.RtlGetVersion()
	return fmt.Sprintf("Windows %d.%d.%d", v.MajorVersion, v.MinorVersion, v.BuildNumber)
}
