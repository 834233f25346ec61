package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary runs as the command itself where a test starts "counterpart".
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"counterpart": main})
}

// A command that takes nothing from this process.
func testCommand(files uint64) (command, *strings.Builder) {
	var stderr strings.Builder
	return command{
		stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr,
		bind:     func() (processors, error) { return processors{count: runtime.GOMAXPROCS(0)}, nil },
		maxFiles: func() (uint64, error) { return files, nil },
	}, &stderr
}

func TestCommandLine(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		stderr string
	}{
		{"todos", done, ""},
		{"todos -delay 5ms", done, ""},
		{"todos --delay=1s", done, ""},
		{"attack", done, ""},
		{"help", done, usage},
		{"todos -h", done, usage},
		{"attack -help", done, usage},

		{"", wrong, "counterpart: no command: want todos or attack\n"},
		{"todo", wrong, "counterpart: unknown command \"todo\": want todos or attack\n"},
		{"-delay 5ms", wrong, "counterpart: unknown command \"-delay\": want todos or attack\n"},
		{"todos -delay", wrong, "counterpart: todos: flag needs an argument: -delay (flags: -delay)\n"},
		{"todos -delay 5", wrong, "counterpart: todos: invalid value \"5\" for flag -delay: want 0s to 1s, such as 5ms (flags: -delay)\n"},
		{"todos -delay -1ms", wrong, "counterpart: todos: invalid value \"-1ms\" for flag -delay: want 0s to 1s, such as 5ms (flags: -delay)\n"},
		{"todos -delay 1001ms", wrong, "counterpart: todos: invalid value \"1001ms\" for flag -delay: want 0s to 1s, such as 5ms (flags: -delay)\n"},
		{"todos -port 80", wrong, "counterpart: todos: flag provided but not defined: -port (flags: -delay)\n"},
		{"todos 5ms", wrong, "counterpart: todos: unexpected argument \"5ms\": want flags alone (-delay)\n"},
		{"attack -rate 5", wrong, "counterpart: attack: flag provided but not defined: -rate (flags: none)\n"},
		{"attack http://127.0.0.1:1/", wrong, "counterpart: attack: unexpected argument \"http://127.0.0.1:1/\": want flags alone (none)\n"},
	} {
		c, stderr := testCommand(10_000)
		if got := c.main(t.Context(), strings.Fields(test.args)); got != test.status || stderr.String() != test.stderr {
			t.Errorf("%q: status %d, %q; want %d, %q", test.args, got, stderr.String(), test.status, test.stderr)
		}
	}
}

func TestTooFewFiles(t *testing.T) {
	for _, test := range []struct {
		args   string
		files  uint64
		status int
		stderr string
	}{
		{"attack", 4160, done, ""},
		{"attack", 4159, failed, "counterpart: attack: 4159 open files are allowed, too few for 4096 connections: want a hard limit of 4160 or more (ulimit -n)\n"},
		{"todos", 4160, done, ""},
		{"todos", 256, done, "counterpart: todos: 256 open files are allowed, too few for 4096 connections: want a hard limit of 4160 or more (ulimit -n)\n"},
	} {
		c, stderr := testCommand(test.files)
		if got := c.main(t.Context(), []string{test.args}); got != test.status || stderr.String() != test.stderr {
			t.Errorf("%s with %d files: status %d, %q; want %d, %q", test.args, test.files, got, stderr.String(), test.status, test.stderr)
		}
	}
}

// A child is counterpart in a process of its own.
type child struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err strings.Builder
}

func start(t *testing.T, name string, args ...string) *child {
	t.Helper()
	c := &child{Cmd: exec.CommandContext(t.Context(), name, args...)}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.WaitDelay = 5 * time.Second // a grandchild may hold stderr open
	c.in, c.out, c.Stderr = in, bufio.NewReader(out), &c.err
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	return c
}

// ends waits for the end and checks the status.
func (c *child) ends(t *testing.T, status int) {
	t.Helper()
	begun := time.Now()
	kill := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
	defer kill.Stop()
	err := c.Wait()
	if got := c.ProcessState.ExitCode(); got != status {
		t.Errorf("status %d (%v) after %v, %q; want %d", got, err, time.Since(begun), c.err.String(), status)
	}
}

func (c *child) hear(t *testing.T) string {
	t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		t.Fatalf("got %q, %v and %q", line, err, c.err.String())
	}
	return strings.TrimSuffix(line, "\n")
}

// url is where a child that serves to-dos says it does.
func (c *child) url(t *testing.T) string {
	t.Helper()
	line := c.hear(t)
	url, ok := strings.CutPrefix(line, "listening ")
	if !ok {
		t.Fatalf("got %q, want listening", line)
	}
	return url
}

func TestChildServesAndEndsWithStdin(t *testing.T) {
	c := start(t, "counterpart", "todos")
	url := c.url(t)
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if string(body) != todos {
		t.Errorf("got %q", body)
	}
	for _, test := range []struct{ line, want string }{
		{"count", "served 1"}, {"stop", `error "stop": want count`}, {"count", "served 0"},
	} {
		io.WriteString(c.in, test.line+"\n")
		if got := c.hear(t); got != test.want {
			t.Errorf("%s: got %q, want %q", test.line, got, test.want)
		}
	}
	c.in.Close()
	c.ends(t, done)
	if _, err := http.Get(url); err == nil {
		t.Error("somebody still answers")
	}
}

func TestChildEndsInTheMidstOfAnAttack(t *testing.T) {
	s := serve(t, echo)
	for _, test := range []struct {
		name string
		end  func(c *child)
	}{
		{"end of stdin", func(c *child) { c.in.Close() }},
		{"SIGTERM", func(c *child) { c.Process.Signal(syscall.SIGTERM) }},
		{"SIGINT", func(c *child) { c.Process.Signal(os.Interrupt) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := start(t, "counterpart", "attack")
			before := s.requests.Load()
			io.WriteString(c.in, "attack "+s.URL+" 100 1m\n")
			for s.requests.Load() == before {
				time.Sleep(time.Millisecond)
			}
			test.end(c)
			c.ends(t, done)
		})
	}
}

// A parent that is killed can close nothing itself.
func TestChildEndsWithItsParent(t *testing.T) {
	// The shell waits for stdin, which is this test's; the child's own is a
	// pipe from the shell that nobody writes to.
	parent := start(t, "/bin/sh", "-c", `mkfifo "$0/in" && { counterpart todos <"$0/in" & exec 3>"$0/in"; read line; }`, t.TempDir())
	url := parent.url(t)
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		resp, err := http.DefaultClient.Do(req)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return
		}
		if ctx.Err() != nil {
			t.Fatal("the child lives on")
		}
		if err == nil {
			resp.Body.Close()
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestChildWithFewFiles(t *testing.T) {
	c := start(t, "/bin/sh", "-c", "ulimit -Sn 128 && exec counterpart attack")
	c.in.Close()
	c.ends(t, done) // since it may raise the limit itself

	c = start(t, "/bin/sh", "-c", "ulimit -n 128 && exec counterpart attack")
	c.ends(t, failed)
	if want := "counterpart: attack: 128 open files are allowed, too few for 4096 connections: want a hard limit of 4160 or more (ulimit -n)\n"; c.err.String() != want {
		t.Errorf("got %q, want %q", c.err.String(), want)
	}
}
