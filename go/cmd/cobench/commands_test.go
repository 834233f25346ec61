package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cobench/cobench/go/internal/run/process"
)

var update = flag.Bool("update", false, "write the golden parts of the scripts")

// status is the scripts' own command "status N COMMAND...": COMMAND must end
// with exit status N. Plain "!" can't tell 1 from 2.
func status(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg {
		ts.Fatalf("usage: status N COMMAND...")
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// ci runs a command of the workflows, which prints into a file.
func ci(t *testing.T, file string, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := command{stdin: os.Stdin, stdout: &stdout, stderr: &stderr, environ: os.Environ(), now: time.Now, start: process.Start}
	if status := c.main(t.Context(), append([]string{"ci"}, args...)); status != done {
		t.Fatalf("cobench ci %s: status %d\n%s", strings.Join(args, " "), status, stderr.String())
	}
	if err := os.WriteFile(file, stdout.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// waitFor is the scripts' own command "waitfor FILE": another process makes it.
func waitFor(ts *testscript.TestScript, _ bool, args []string) {
	for range 6000 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	ts.Fatalf("%s does not appear", args[0])
}
