package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// allowed are the processors of each thread of a process, each list once.
func allowed(t *testing.T, pid int) []string {
	files, err := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task/*/status"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v: no thread of %d", err, pid)
	}
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, after, _ := strings.Cut(string(text), "Cpus_allowed_list:\t")
		list, _, _ := strings.Cut(after, "\n")
		all = append(all, list)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A child of a process that is bound takes the other processors, with all its
// threads; one of a process that isn't stays.
func TestBindApart(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("this machine has one processor")
	}
	var all, one, others unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(onlineFile)
	if err != nil {
		t.Fatal(err)
	}
	if online, err := parseProcessors(string(text)); err != nil || len(online) != all.Count() {
		t.Skipf("this process is bound itself: %d of %s", all.Count(), text)
	}
	for i := 0; one.Count() < 1; i++ {
		if all.IsSet(i) {
			one.Set(i)
		}
	}
	others = all
	for i := range 1024 {
		if one.IsSet(i) {
			others.Clear(i)
		}
	}
	s := serve(t, echo)
	for _, test := range []struct {
		parent, want unix.CPUSet
		apart        bool
	}{{one, others, true}, {others, one, true}, {all, all, false}} {
		var c *child
		func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if err := unix.SchedSetaffinity(0, &test.parent); err != nil {
				t.Fatal(err)
			}
			defer unix.SchedSetaffinity(0, &all)
			c = start(t, "counterpart", "attack")
		}()
		io.WriteString(c.in, "attack "+s.URL+" 100 100ms\n")
		var r struct {
			CPUs  int
			Apart bool
		}
		if err := json.Unmarshal([]byte(c.hear(t)), &r); err != nil || r.CPUs != test.want.Count() || r.Apart != test.apart {
			t.Errorf("parent %v: %v, %+v", test.parent, err, r)
		}
		lists := allowed(t, c.Process.Pid)
		if len(lists) != 1 {
			t.Fatalf("parent %v: its threads are bound to %v", test.parent, lists)
		}
		numbers, err := parseProcessors(lists[0])
		if err != nil {
			t.Fatal(err)
		}
		var got unix.CPUSet
		for _, n := range numbers {
			got.Set(n)
		}
		if got != test.want {
			t.Errorf("parent %v: bound to %s, want %v", test.parent, lists[0], test.want)
		}
		c.in.Close()
		c.ends(t, done)
	}
}
