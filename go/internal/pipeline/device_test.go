//go:build unix

package pipeline

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What is no regular file, such as /dev/null, is written to and stays what it is: a
// file that is renamed over it, as root, takes the device from the whole machine.
func TestStepReplacesNoDevice(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that nobody waits for the other end
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	s := Step{Output: pipe, Summary: pipe}
	if err := s.Set("jobs", "none"); err != nil {
		t.Error(err)
	}
	if err := s.Show(func(w io.Writer) error { _, err := fmt.Fprintln(w, "a page"); return err }); err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Fatalf("the pipe is now %v, %v", info.Mode(), err)
	}
	const want = "jobs=none\na page\n"
	got := make([]byte, len(want))
	if _, err := io.ReadFull(reader, got); err != nil || string(got) != want {
		t.Errorf("the pipe has %q, %v, want %q", got, err, want)
	}
}
