// Package process starts a process, watches how much it takes, and ends it with
// everything that it has started.
package process

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"time"
)

// A Command is what a Starter starts.
type Command struct {
	Args    []string // the program's path first
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
type Starter func(ctx context.Context, c Command) (Usage, error)

// Start is the Starter that starts real processes. What a process has started
// in its turn ends with it, however it ends: see family.
func Start(ctx context.Context, c Command) (Usage, error) {
	limited := ctx
	if c.Limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, c.Limit)
		defer cancel()
	}
	cmd := exec.CommandContext(limited, c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = c.Dir, c.Environ, c.Stdout, c.Stderr
	// What could not be ended may hold the pipes open.
	cmd.WaitDelay = 2 * time.Second
	var usage Usage
	f, err := startFamily(cmd, c.CPUs)
	if err == nil {
		look := make(chan int)
		if c.Threads {
			go func() { look <- peakThreads(limited, cmd.Process.Pid) }()
		}
		err = f.wait()
		if c.Threads {
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
		err = LimitError(c.Limit)
	case errors.Is(err, ErrTooMuch):
		err = ErrTooMuch
	case errors.As(err, &exit):
		err = errors.New(exit.String())
	}
	return usage, err
}

// LimitError says that a process has not ended within its limit.
type LimitError time.Duration

// NoEnd begins its message, by which a later run knows it in its records.
const NoEnd = "no end within "

func (e LimitError) Error() string { return NoEnd + time.Duration(e).String() }
