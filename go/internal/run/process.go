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
	Threads bool          // look how many threads it has, now and then
	CPUs    int           // bind it to so many processors; 0 is all
}

// Usage is what a process and its children took, as the kernel counted it.
type Usage struct {
	PeakRSS int64 // bytes, of the largest among them
	Threads int   // most seen at once in the process itself; 0 where nobody looked
}

// A Starter starts a process and waits for its end. The error says how the
// process ended if it did not end well, in words that fit a report's row.
// If ctx ends first, so does the process, and the error is ctx's.
type Starter func(ctx context.Context, p Process) (Usage, error)

// Start is the Starter that starts real processes. What a process has started
// in its turn ends with it, however it ends: see family.
func Start(ctx context.Context, p Process) (Usage, error) {
	limited := ctx
	if p.Limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, p.Limit)
		defer cancel()
	}
	cmd := exec.CommandContext(limited, p.Command[0], p.Command[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = p.Dir, p.Environ, p.Stdout, p.Stderr
	// What could not be ended may hold the pipes open.
	cmd.WaitDelay = 2 * time.Second
	var usage Usage
	f, err := startFamily(cmd, p.CPUs)
	if err == nil {
		look := make(chan int)
		if p.Threads {
			go func() { look <- peakThreads(limited, cmd.Process.Pid) }()
		}
		err = f.wait()
		if p.Threads {
			usage.Threads = <-look
		}
	}
	if cmd.ProcessState != nil {
		usage.PeakRSS = peakRSS(cmd.ProcessState)
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case limited.Err() != nil:
		err = ErrLimit(p.Limit)
	case errors.Is(err, errTooMuch):
		err = errTooMuch
	case errors.As(err, &exit):
		err = errors.New(exit.String())
	}
	return usage, err
}

// ErrLimit says that a process has not ended within its limit.
type ErrLimit time.Duration

// noEnd begins its message.
const noEnd = "no end within "

func (e ErrLimit) Error() string { return noEnd + time.Duration(e).String() }

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
