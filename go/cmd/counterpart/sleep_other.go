//go:build unix && !linux

package main

import "time"

// sleep waits for at least that long.
func sleep(d time.Duration) { time.Sleep(d) }
