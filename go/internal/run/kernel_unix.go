//go:build unix

package run

import "golang.org/x/sys/unix"

// executable ends the name of a program.
const executable = ""

func kernel() string {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return ""
	}
	return unix.ByteSliceToString(name.Sysname[:]) + " " + unix.ByteSliceToString(name.Release[:])
}
