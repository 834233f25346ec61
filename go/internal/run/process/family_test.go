//go:build unix

package process_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/process/processtest"
)

// What the scripts of the test below start.
var programs = map[string]string{
	"daemon":   `echo $$ >>"$PIDS"; exec sleep 300`,
	"orphan":   `setsid daemon & exit`,
	"daemons":  `setsid daemon & setsid daemon & sleep 300`,
	"await":    `while [ "$(cat "$PIDS" 2>/dev/null | wc -l)" -lt "$1" ]; do sleep 0.01; done`,
	"nohanger": `trap '' HUP TERM INT; daemon`,
}

// What a process leaves behind ends with it, however it ends.
func TestWhatAProcessLeavesBehindEndsWithIt(t *testing.T) {
	bin := t.TempDir()
	for name, script := range programs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	const everywhere = true // elsewhere than on Linux, what leaves its process group gets away
	for _, test := range []struct {
		name, script string
		everywhere   bool
		daemons      int
		limit        time.Duration
		want         string
	}{
		{"a child in its group", `daemon >/dev/null 2>&1 & await 1`, everywhere, 1, 0, ""},
		{"a child that holds the output open", `daemon & await 1`, false, 1, 0, ""},
		{"one that hears no signal", `nohanger >/dev/null 2>&1 & await 1`, everywhere, 1, 0, ""},
		{"a session of its own", `setsid daemon >/dev/null 2>&1 & await 1`, false, 1, 0, ""},
		{"a second fork", `setsid orphan & await 1`, false, 1, 0, ""},
		{"daemons of a daemon", `setsid daemons & await 2`, false, 2, 0, ""},
		{"it fails", `setsid orphan & await 1; exit 3`, false, 1, 0, "exit status 3"},
		{"it is killed", `setsid orphan & await 1; kill -KILL $$`, false, 1, 0, "signal: killed"},
		{"it hangs", `setsid orphan & sleep 300`, false, 1, time.Second, "no end within 1s"},
		{"the run is interrupted", `setsid orphan & await 1; kill -INT $PARENT; sleep 300`, false, 1, 0, "context canceled"},
	} {
		if !test.everywhere && runtime.GOOS != "linux" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			pids := filepath.Join(t.TempDir(), "pids")
			ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT)
			defer stop()
			var out bytes.Buffer
			_, err := process.Start(ctx, process.Command{
				Args:    []string{"/bin/sh", "-c", test.script},
				Environ: append(os.Environ(), "PIDS="+pids, "PATH="+bin+":"+os.Getenv("PATH"), "PARENT="+strconv.Itoa(os.Getpid())),
				Stdout:  &out, Stderr: &out, Limit: test.limit,
			})
			if message(err) != test.want {
				t.Errorf("it ended with %v, want %q; it printed %s", err, test.want, out.String())
			}
			for _, pid := range processtest.Living(t, pids, test.daemons) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
				t.Errorf("process %d outlived it", pid)
			}
		})
	}
}

// A process that was there before is nobody's to end, though cobench is its parent.
func TestWhatWasThereBeforeStays(t *testing.T) {
	other := exec.Command("sleep", "300")
	other.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Wait() }()
	if _, err := process.Start(context.Background(), process.Command{Args: []string{"/bin/true"}}); err != nil {
		t.Fatal(err)
	}
	if pid, err := syscall.Wait4(other.Process.Pid, nil, syscall.WNOHANG, nil); pid != 0 || err != nil {
		t.Errorf("it has ended: %v", err)
	}
	_ = other.Process.Kill()
}
