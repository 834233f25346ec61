package process_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/run/process"
)

// A process that prints now and then may take its whole limit; one that prints nothing
// for half of it is ended. What it leaves in its temporary folder is removed.
func TestAttend(t *testing.T) {
	for _, test := range []struct {
		name, script string
		limit        time.Duration
		lines        int
		silent       bool
	}{
		{"prints and ends", "echo one; echo two >&2; touch $TMPDIR/file; echo three", time.Minute, 2, false},
		{"is silent", "echo one; sleep 60", time.Second, 1, true},
		{"never prints", "sleep 60", time.Second, 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			lines, stderr, failure, err := process.Attend(context.Background(), process.Start, time.Now, process.Command{
				Args: []string{"/bin/sh", "-c", test.script}, Environ: []string{"PATH=" + os.Getenv("PATH")}, Limit: test.limit,
			})
			if err != nil || len(lines) != test.lines || (stderr == "two\n") != (test.lines == 2) {
				t.Errorf("%v: lines %v, stderr %q, want %d lines", err, lines, stderr, test.lines)
			}
			if errors.As(failure, new(process.SilentError)) != test.silent || !test.silent && failure != nil {
				t.Errorf("ended with %v, silent: %v", failure, test.silent)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("%v is left in the temporary folder, %v", left, err)
			}
		})
	}
}
