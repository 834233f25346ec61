package workload

import (
	"syscall"
	"time"
)

// cpuTime returns the user and system time of this process so far, on all cores, in ticks of the clock.
func cpuTime() time.Duration {
	var created, ended, kernel, user syscall.Filetime
	process, err := syscall.GetCurrentProcess()
	if err == nil {
		err = syscall.GetProcessTimes(process, &created, &ended, &kernel, &user)
	}
	if err != nil {
		panic(err) // it is this process
	}
	return elapsed(kernel) + elapsed(user)
}

// elapsed reads a time that is no date: hundreds of nanoseconds.
func elapsed(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
