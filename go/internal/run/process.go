package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// A Process is what a Starter starts.
type Process struct {
	Command []string // the program's path first
	Dir     string
	Environ []string
	Stdout  io.Writer
	Stderr  io.Writer
	Limit   time.Duration // 0 is none
}

// A Starter starts a process and waits for its end. The error says how the
// process ended if it did not end well, in words that fit a report's row.
// If ctx ends first, so does the process, and the error is ctx's.
type Starter func(ctx context.Context, p Process) error

// Start is the Starter that starts real processes, each in a process group of
// its own, which ends whole.
func Start(ctx context.Context, p Process) error {
	limited := ctx
	if p.Limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, p.Limit)
		defer cancel()
	}
	cmd := exec.CommandContext(limited, p.Command[0], p.Command[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = p.Dir, p.Environ, p.Stdout, p.Stderr
	ownGroup(cmd)
	// A grandchild may hold the pipes open after the group was killed.
	cmd.WaitDelay = 2 * time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("no end within %v", p.Limit)
	case errors.Is(err, errTooMuch):
		return errTooMuch
	case errors.As(err, &exit):
		return errors.New(exit.String())
	}
	return err
}

// maxOutput is what a process may print: many times what any benchmark does,
// and little for a disk.
const maxOutput = 16 << 20

var errTooMuch = fmt.Errorf("printed more than %d MiB", maxOutput>>20)

// A boundedFile is a file that takes maxOutput bytes and then fails, at which
// the process that writes to it gets SIGPIPE.
type boundedFile struct {
	*os.File
	size int
}

func (f *boundedFile) Write(p []byte) (int, error) {
	if f.size += len(p); f.size > maxOutput {
		return 0, errTooMuch
	}
	return f.File.Write(p)
}

// ReadFrom hides os.File's, which would not count.
func (f *boundedFile) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{f}, r)
}
