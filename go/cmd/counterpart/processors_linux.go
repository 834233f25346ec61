package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

const onlineFile = "/sys/devices/system/cpu/online"

// bindApart binds this process, where it finds itself bound to some of the
// processors, to the others: a child is bound as its parent is. Where it may
// not have the others, as in a container that has none, it stays.
func bindApart() (processors, error) {
	var own, others unix.CPUSet
	if err := unix.SchedGetaffinity(0, &own); err != nil {
		return processors{}, fmt.Errorf("sched_getaffinity: %w", err)
	}
	text, err := os.ReadFile(onlineFile)
	if errors.Is(err, fs.ErrNotExist) { // a sandbox that hides it
		return processors{count: own.Count()}, nil
	}
	if err != nil {
		return processors{}, err
	}
	online, err := parseProcessors(string(text))
	if err != nil {
		return processors{}, fmt.Errorf("%s: %w", onlineFile, err)
	}
	for _, p := range online {
		if !own.IsSet(p) {
			others.Set(p)
		}
	}
	if others.Count() == 0 {
		return processors{count: own.Count()}, nil
	}
	switch err := bindThreads(&others); {
	case errors.Is(err, unix.EINVAL): // none of them is allowed
		return processors{count: own.Count()}, nil
	case err != nil:
		return processors{}, err
	}
	if err := unix.SchedGetaffinity(0, &own); err != nil {
		return processors{}, fmt.Errorf("sched_getaffinity: %w", err)
	}
	return processors{count: own.Count(), apart: true}, nil
}

// bindThreads binds every thread of this process. A new one is bound as the
// one that starts it, which may be one that wasn't reached yet: so it looks
// again until it finds none that it doesn't know.
func bindThreads(to *unix.CPUSet) error {
	known := map[string]bool{}
	for found := true; found; {
		found = false
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, t := range threads {
			if known[t.Name()] {
				continue
			}
			known[t.Name()], found = true, true
			id, err := strconv.Atoi(t.Name())
			if err != nil {
				return err
			}
			if err := unix.SchedSetaffinity(id, to); err != nil && !errors.Is(err, unix.ESRCH) {
				return fmt.Errorf("sched_setaffinity: %w", err)
			}
		}
	}
	return nil
}
