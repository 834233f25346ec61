//go:build unix && !linux

package main

import "runtime"

// bindApart can't bind here.
func bindApart() (processors, error) { return processors{count: runtime.NumCPU()}, nil }
