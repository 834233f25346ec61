package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// sleep waits for about that long, and far more exactly than time.Sleep: that
// wakes by epoll, whose unit is a millisecond. The slack by which the kernel
// joins timers is 50 µs for a thread that asks for none; asking costs less
// than keeping the goroutine on one thread would. A signal may cut it short.
func sleep(d time.Duration) {
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
	t := unix.NsecToTimespec(int64(d))
	_ = unix.ClockNanosleep(unix.CLOCK_MONOTONIC, 0, &t, nil)
}
