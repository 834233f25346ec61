package counterpart

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cobench/cobench/go/workload/counterpart/counterparttest"
)

func TestProcess(t *testing.T) {
	program := counterparttest.Build(t)
	p, err := Start(program, "todos", "-delay", "1ms")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if line, err := p.Hear(); err != nil || !strings.HasPrefix(line, "listening http://127.0.0.1:") {
		t.Errorf("%q and %v", line, err)
	}
	if line, err := p.Ask("count"); err != nil || line != "served 0" {
		t.Errorf("%q and %v", line, err)
	}
	if _, err := p.Ask("sum"); err == nil || err.Error() != `counterpart todos: "sum": want count` {
		t.Errorf("error %v", err)
	}
	if line, err := p.Ask("count"); err != nil || line != "served 0" {
		t.Errorf("%q and %v after an error", line, err)
	}
	for range 2 {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := p.command.Process.Signal(syscall.Signal(0)); err == nil {
		t.Error("it is still there")
	}
	if _, err := p.Ask("count"); err == nil || err.Error() != "counterpart todos: it has ended" {
		t.Errorf("error %v", err)
	}
}

func TestProcessThatEnds(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"well", "exit 0", "it has ended"},
		{"with a reason", "echo first >&2; echo the reason >&2; exit 3", "exit status 3: the reason"},
		{"without one", "exit 3", "exit status 3"},
		{"in the middle of a line", "printf half; kill -9 $$", "signal: killed"},
		{"in the middle of its last words", "printf reason >&2; exit 1", "exit status 1: reason"},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "program")
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+test.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			p, err := Start(program, "attack")
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Hear()
			if want := "program attack: " + test.want; err == nil || err.Error() != want {
				t.Errorf("error %v, want %s", err, want)
			}
			if err := p.Close(); err != nil {
				t.Errorf("error %v, which was told", err)
			}
		})
	}
}

func TestNoProgram(t *testing.T) {
	if _, err := Start("/missing/counterpart", "todos"); err == nil || !strings.Contains(err.Error(), "/missing/counterpart: no such file") {
		t.Errorf("error %v", err)
	}
}
