package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
)

const (
	maxWaiting = 16
	maxLine    = 4096
)

// converse answers each line of in by one on out, until in or ctx ends. What
// is under way then is broken off, by the context of answer, and stays
// unanswered. An error of answer is the answer "error …"; it must be of one
// line.
func converse(ctx context.Context, in io.Reader, out io.Writer, answer func(ctx context.Context, line string) (string, error)) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	lines := make(chan string, maxWaiting)
	// In a goroutine of its own, so that the end of in is seen at once; which
	// is also why lines don't block it.
	go func() { end(read(in, lines)) }()
	for {
		var line string
		select {
		case <-ctx.Done():
			return cause(ctx)
		case line = <-lines:
		}
		text, err := answer(ctx, line)
		if ctx.Err() != nil {
			return cause(ctx)
		}
		if err != nil {
			text = "error " + err.Error()
		}
		if _, err := fmt.Fprintln(out, text); err != nil {
			return errFailed{err}
		}
	}
}

// A breakdown is the cause of a context's end that was no ordinary one, as
// the end of stdin and a signal are.
type breakdown struct{ error }

func cause(ctx context.Context) error {
	var b breakdown
	if errors.As(context.Cause(ctx), &b) {
		return b.error
	}
	return nil
}

// read passes on lines. It returns io.EOF, or a breakdown.
func read(in io.Reader, lines chan<- string) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		select {
		case lines <- scanner.Text():
		default:
			return breakdown{fmt.Errorf("stdin: more than %d lines wait: want their answers read first", maxWaiting)}
		}
	}
	switch err := scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return breakdown{fmt.Errorf("stdin: a line of %d bytes or more: want a shorter one", maxLine)}
	case err != nil:
		return breakdown{errFailed{fmt.Errorf("stdin: %w", err)}}
	}
	return io.EOF
}
