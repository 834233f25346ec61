// Cobench measures Kotlin coroutines against Go goroutines, and anybody's Go
// module or JMH jar; it finds regressions that are real, and shows them.
//
// cobench help lists the commands, and cobench help COMMAND shows the flags of one
// with an example. What only the workflows on GitHub call stands below cobench ci.
//
// The stages pass on files: a plan, a run folder, and results in the Go
// benchmark format, which every later stage and stock benchstat read. -o always
// names a folder; a command that makes one file prints it.
//
// The exit status is 0 when all was done; 1 when something that was measured
// failed, when a run was interrupted, or when something got slower and
// -fail-on-slower is given; 2 when the input is wrong; 3 when -fail-on-slower is
// given and too little was measured to tell. Errors go to stderr, one line each,
// with file, line and column where there are any.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/run/process"
)

func main() {
	ctx, stop := untilSignalled()
	status := command{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		program: program(), environ: os.Environ(), now: time.Now, start: process.Start,
	}.main(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}

// untilSignalled ends when somebody wants cobench to: by Ctrl-C, by cancelling a
// job, by closing the terminal.
func untilSignalled() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), signals...)
}

// A command is cobench with all that it takes from its surroundings.
type command struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	program        string // its own path, "" if that is not known
	environ        []string
	now            func() time.Time
	start          process.Starter
	part           func() float64                             // of alpha that the next comparison may spend; nil is all of it
	wait           func(context.Context, time.Duration) error // between two attempts; nil is the clock
}

func program() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

// The exit statuses.
const (
	done      = 0
	failed    = 1
	wrong     = 2
	undecided = 3
)

func (c command) main(ctx context.Context, args []string) int {
	out := &checked{to: c.stdout}
	c.stdout = out
	return c.status(out.check(c.dispatch(ctx, args)))
}

// dispatch starts the command that the first words name.
func (c command) dispatch(ctx context.Context, args []string) error {
	switch {
	case len(args) == 0:
		writeHelp(c.stderr)
		return errUsage{}
	case isHelp(args[0]):
		return c.help(ctx, args[1:])
	case args[0] == "ci" && (len(args) == 1 || isHelp(args[1])):
		return c.help(ctx, append([]string{"ci"}, args[min(2, len(args)):]...))
	}
	v, rest, err := verbOf(args)
	if err != nil {
		return err
	}
	if v.foreign {
		c = c.plain()
	}
	return v.main(c, ctx, rest)
}

// checked remembers the first error of writing, as most of what is printed is not
// checked by whoever prints it.
type checked struct {
	to  io.Writer
	err error
}

func (o *checked) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// check is the error of a command, or that its output was lost.
func (o *checked) check(err error) error {
	if o.err == nil || err != nil && !errors.Is(err, o.err) {
		return err
	}
	return errMeasured{fmt.Errorf("its output could not be written: %w", o.err)}
}

// errMeasured marks what is no mistake of the input: status 1.
type errMeasured struct{ error }

func (e errMeasured) Unwrap() error { return e.error }

// errUndecided marks a question of the user's that too little was measured to
// answer: status 3.
type errUndecided struct{ error }

func (e errUndecided) Unwrap() error { return e.error }

// errUsage says that the help, asked for or not, has been shown already.
type errUsage struct{ help bool }

func (errUsage) Error() string { return "usage" }

func (c command) status(err error) int {
	var usage errUsage
	var measured errMeasured
	switch {
	case err == nil:
		return done
	case errors.As(err, &usage):
		if usage.help {
			return done
		}
		return wrong
	}
	fmt.Fprintln(c.stderr, "cobench: "+err.Error())
	switch {
	case errors.As(err, &measured), errors.As(err, new(pipeline.Failure)):
		return failed
	case errors.As(err, new(errUndecided)):
		return undecided
	}
	return wrong
}

// isHelp tells whether a word asks for help.
func isHelp(word string) bool {
	return word == "help" || strings.TrimLeft(word, "-") == "help" && word[0] == '-' || word == "-h"
}
