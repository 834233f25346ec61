package run_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/process"
)

// A benchmark that writes to a program ends the measuring of that program, and of
// no other; the same bytes written anew change nothing.
func TestChangedProgramIsMeasuredNoMore(t *testing.T) {
	for _, test := range []struct {
		name, file string
		content    string
		keepTimes  bool // it sets back when the file was written
		reason     string
	}{
		{"other bytes", "build/head/echo.test", "changed", false, "build/head/echo.test is not the program that was built"},
		{"as many, and no later", "build/head/echo.test", "another", true, "build/head/echo.test is not the program that was built"},
		{"gone", "build/head/echo.test", "", false, "build/head/echo.test was removed while it was measured"},
		{"the same bytes", "build/head/echo.test", "program", false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := testPlan("a", "b")
			p.Rounds = 4
			p.Sides = []plan.Side{{Name: plan.Base}, {Name: plan.Head}}
			dir := filepath.Join(t.TempDir(), "run")
			f := &fake{}
			o := options(t, f, p, dir)
			o.Start = func(ctx context.Context, q process.Command) (process.Usage, error) {
				usage, err := f.start(ctx, q)
				if len(f.samples) == 4 {
					writeProgram(t, filepath.Join(dir, test.file), test.content, test.keepTimes)
				}
				return usage, err
			}
			summary, err := run.Run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			failed := 0
			if test.reason != "" {
				failed = 6 // head's of the three rounds that are left
			}
			if summary.Samples != 16 || summary.Failed != failed {
				t.Errorf("%d of %d samples failed, want %d of 16", summary.Failed, summary.Samples, failed)
			}
			for _, f := range summary.Failures {
				if !strings.HasPrefix(f.Reason, test.reason) {
					t.Errorf("failed with %q, want %q", f.Reason, test.reason)
				}
			}
		})
	}
}

func writeProgram(t *testing.T, file, content string, keepTimes bool) {
	t.Helper()
	info, err := os.Stat(file)
	if content == "" {
		err = os.Remove(file)
	} else if err == nil {
		time.Sleep(20 * time.Millisecond) // a file system's clock ticks so often
		err = os.WriteFile(file, []byte(content), 0o777)
	}
	if err == nil && keepTimes {
		err = os.Chtimes(file, info.ModTime(), info.ModTime())
	}
	if err != nil {
		t.Fatal(err)
	}
}
