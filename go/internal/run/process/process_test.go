package process_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/run/process"
)

func TestStart(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"ends well", "exit 0", ""},
		{"fails", "exit 3", "exit status 3"},
		{"is killed", "kill -KILL $$", "signal: killed"},
		// The grandchild holds stdout open; it must not outlive its group.
		{"hangs with a child", "sleep 60 & sleep 60", "no end within 200ms"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			begun := time.Now()
			usage, err := process.Start(context.Background(), process.Command{
				Args: []string{"/bin/sh", "-c", test.script}, Stdout: &out, Stderr: &out, Limit: limitFor(test.want),
			})
			if got := message(err); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if usage.PeakRSS < 100<<10 {
				t.Errorf("peak memory of %d bytes, want that of a shell", usage.PeakRSS)
			}
			if took := time.Since(begun); took > 30*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func limitFor(want string) time.Duration {
	if strings.HasPrefix(want, "no end") {
		return 200 * time.Millisecond
	}
	return time.Minute
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestStartBindsToProcessors(t *testing.T) {
	if !process.CanBind {
		t.Skip("this system can't")
	}
	var out strings.Builder
	_, err := process.Start(context.Background(), process.Command{Args: []string{"/bin/sh", "-c", "nproc"}, Stdout: &out, CPUs: 1})
	if err != nil || out.String() != "1\n" {
		t.Errorf("got %q, %v, want a process with 1 processor", out.String(), err)
	}
	out.Reset()
	if _, err := process.Start(context.Background(), process.Command{Args: []string{"/bin/sh", "-c", "nproc"}, Stdout: &out}); err != nil || out.String() != fmt.Sprintln(runtime.NumCPU()) {
		t.Errorf("the next one got %q, %v, want all %d", out.String(), err, runtime.NumCPU())
	}
}
