package process

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"slices"
	"time"
)

// A SilentError says for how long a process has printed nothing before it was ended.
type SilentError time.Duration

func (e SilentError) Error() string { return "silent for " + time.Duration(e).String() }

// Attend runs a process with a temporary folder of its own, and notes when it prints each
// line. It ends one that is silent for half of its limit. failure is what the process
// ended with, err what it has no part in.
func Attend(ctx context.Context, start Starter, now func() time.Time, c Command) (lines []TimedLine, stderr string, failure, err error) {
	temp, err := os.MkdirTemp("", "cobench-")
	if err != nil {
		return nil, "", nil, err
	}
	silence := SilentError(c.Limit / 2)
	watched, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	timer := time.AfterFunc(time.Duration(silence), func() { stop(silence) })
	defer timer.Stop()
	out := &LineClock{Now: now, Wrote: func() { timer.Reset(time.Duration(silence)) }}
	var said bytes.Buffer
	c.Environ = append(slices.Clip(c.Environ), "TMPDIR="+temp)
	c.Stdout, c.Stderr = out, &BoundedBuffer{Buffer: &said}
	_, failure = start(watched, c)
	if failure != nil && ctx.Err() == nil && watched.Err() != nil {
		failure = context.Cause(watched)
	}
	return out.Lines, said.String(), failure, cmp.Or(os.RemoveAll(temp), ctx.Err())
}
