//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func writeWords(w io.Writer) error {
	_, err := io.WriteString(w, "words\n")
	return err
}

// A pipe stands for every device: what reads it gets the text, and it stays a pipe.
func TestOutputStaysWhatItIs(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	// With a writer of the test's own, opening to read does not wait for one.
	f, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := (command{}).output(pipe, writeWords); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Fatalf("the pipe has become %v, %v", info, err)
	}
	if err := f.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 100)
	if n, err := f.Read(got); err != nil || string(got[:n]) != "words\n" {
		t.Errorf("got %q, %v", got[:n], err)
	}
}

func TestOutput(t *testing.T) {
	dir := t.TempDir()
	linked, link, file := filepath.Join(dir, "linked"), filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := os.WriteFile(linked, []byte("before\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("linked", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, file} {
		if err := (command{}).output(path, writeWords); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "words\n" {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link has become %v, %v", info, err)
	}
	if err := (command{}).output(dir, writeWords); err == nil || !strings.HasSuffix(err.Error(), dir+": this is a folder, want a file") {
		t.Errorf("a folder: %v", err)
	}
	var stdout bytes.Buffer
	if err := (command{stdout: &stdout}).output("-", writeWords); err != nil || stdout.String() != "words\n" {
		t.Errorf("stdout: %q, %v", stdout.String(), err)
	}
}
