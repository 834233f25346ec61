// Package counterpart starts the program at the other end of a workload's connection, cmd/counterpart, and talks to it in lines.
package counterpart

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// patience is how long a process may take to end when it has nothing left to do.
const patience = 10 * time.Second

// A Process is a child of this process, which ends with it: at the latest when its stdin does.
type Process struct {
	name    string
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  lastBytes
	closed  bool
}

// Start starts the program with a command and its flags.
func Start(program, command string, flags ...string) (*Process, error) {
	p := &Process{
		name:    filepath.Base(program) + " " + command,
		command: exec.Command(program, append([]string{command}, flags...)...),
	}
	p.command.Stderr = &p.stderr
	p.command.WaitDelay = time.Second
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	return p, nil
}

// Ask says a line and returns the answer.
func (p *Process) Ask(line string) (string, error) {
	if p.closed {
		return "", fmt.Errorf("%s: it has ended", p.name)
	}
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		return "", p.ended()
	}
	return p.Hear()
}

// Hear returns the next line.
func (p *Process) Hear() (string, error) {
	line, err := p.out.ReadString('\n')
	if err != nil {
		return "", p.ended()
	}
	line = strings.TrimSuffix(line, "\n")
	if text, ok := strings.CutPrefix(line, "error "); ok {
		return "", fmt.Errorf("%s: %s", p.name, text)
	}
	return line, nil
}

// ended is the error of a process that should not have.
func (p *Process) ended() error {
	if err := p.Close(); err != nil {
		return err
	}
	return fmt.Errorf("%s: it has ended", p.name)
}

// Close tells the process to end and waits until it has. The error says how it ended if it did not end well, and what it said last.
func (p *Process) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	_ = p.in.Close() // it may have ended by itself
	kill := time.AfterFunc(patience, func() { _ = p.command.Process.Kill() })
	err := p.command.Wait()
	switch {
	case !kill.Stop():
		err = fmt.Errorf("no end within %v", patience)
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil // a grandchild has its stderr
	}
	if err == nil {
		return nil
	}
	if last := p.stderr.line(); last != "" {
		return fmt.Errorf("%s: %w: %s", p.name, err, last)
	}
	return fmt.Errorf("%s: %w", p.name, err)
}

// lastBytes keeps the end of what is written.
type lastBytes struct{ kept []byte }

func (l *lastBytes) Write(p []byte) (int, error) {
	const most = 4096
	l.kept = append(l.kept, p...)
	l.kept = l.kept[max(0, len(l.kept)-most):]
	return len(p), nil
}

// line is the last one.
func (l *lastBytes) line() string {
	text := bytes.TrimSpace(l.kept)
	return string(text[bytes.LastIndexByte(text, '\n')+1:])
}
