// Counterpart is the other end of the connection in the HTTP workloads: a
// server for the measured client, and a load generator for the measured
// server. The measured process starts it as its child and talks to it over
// pipes.
//
//	counterpart todos [-delay 5ms]   serve five to-dos; answers the line
//	                                     count
//	counterpart attack               load a server; answers the lines
//	                                     attack URL RATE DURATION
//	                                     hold URL RATE DURATION
//
// It answers each line on stdin, in order, with exactly one line on stdout. An
// invalid line gets "error " and what would be valid. At most 16 lines may wait
// for their answer.
//
// todos first prints "listening http://127.0.0.1:PORT/todos". A GET of that
// address returns the same 5 to-dos as JSON each time, -delay after the request
// arrived (default 0, at most 1s). The answer to count is "served N": the
// number of requests since the last count.
//
// attack sends RATE requests per second (1 to 100000), evenly, for DURATION
// (100ms to 60s), whether or not earlier ones were answered, and returns a
// report as JSON. Each request is a POST of an object such as
//
//	{"id":17,"value":"a534a6a6b7fd0b63"}
//
// and the answer has to be status 200 and the same object, byte for byte; a
// newline may follow. The first request has id 1, and an id never comes again
// while the process lives. hold searches for the highest rate up to RATE that
// the server sustains in attacks of DURATION, and returns a holding as JSON.
//
// Addresses must be on 127.0.0.1. A request that is not answered in full within
// 5 s has failed, and one that cannot be sent within 5 s of when it was due is
// not sent at all. Connections are kept alive; an
// attack opens its own, at most 4096 at once.
//
// On Linux, if the process starts bound to some of the processors, it moves to
// the others, so that the measured process has its own.
//
// It exits at the end of stdin and on SIGINT and SIGTERM, whatever is in
// progress: the child must not outlive its parent. By hand:
//
//	(echo attack http://127.0.0.1:8123/ 2000 10s; sleep 12) | counterpart attack
//
// The exit status is 0 after that; 2 for invalid input, with one line on
// stderr; 1 if something else failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return command{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, bind: bindApart, maxFiles: maxFiles}.main(ctx, args)
}

// A command is counterpart with all that it takes from its surroundings.
type command struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	bind           func() (processors, error)
	maxFiles       func() (uint64, error)
}

// The exit statuses.
const (
	done   = 0
	failed = 1
	wrong  = 2
)

// errFailed marks what is no mistake of the input: status 1.
type errFailed struct{ error }

func (e errFailed) Unwrap() error { return e.error }

const usage = `usage: counterpart todos [-delay 5ms]   serve five to-dos on 127.0.0.1
       counterpart attack               load a server on 127.0.0.1
`

func (c command) main(ctx context.Context, args []string) int {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	var err error
	switch name {
	case "todos":
		err = c.todos(ctx, args[1:])
	case "attack":
		err = c.attack(ctx, args[1:])
	case "help", "-h", "-help", "--help":
		err = flag.ErrHelp
	case "":
		err = errors.New("no command: want todos or attack")
	default:
		err = fmt.Errorf("unknown command %q: want todos or attack", name)
	}
	var f errFailed
	switch {
	case err == nil:
		return done
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.stderr, usage)
		return done
	}
	fmt.Fprintln(c.stderr, "counterpart: "+err.Error())
	if errors.As(err, &f) {
		return failed
	}
	return wrong
}

func (c command) todos(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("todos", flag.ContinueOnError)
	var delay time.Duration
	flags.Func("delay", "", func(s string) (err error) {
		delay, err = time.ParseDuration(s)
		if err != nil || delay < 0 || delay > maxDelay {
			return fmt.Errorf("want 0s to %v, such as 5ms", maxDelay)
		}
		return nil
	})
	if err := parse(flags, args, "-delay"); err != nil {
		return err
	}
	bound, err := c.bind()
	if err != nil {
		return errFailed{err}
	}
	runtime.GOMAXPROCS(bound.count)
	if files, err := c.maxFiles(); err != nil {
		return errFailed{err}
	} else if files < maxConnections+otherFiles {
		// Fewer will do for many a client, and the server refuses none on its own.
		fmt.Fprintf(c.stderr, "counterpart: todos: %v\n", tooFewFiles(files))
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	server, err := listen(delay, func(err error) { end(breakdown{errFailed{err}}) })
	if err != nil {
		return errFailed{err}
	}
	defer func() { _ = server.Close() }()
	fmt.Fprintf(c.stdout, "listening %s\n", server.url)
	return converse(ctx, c.stdin, c.stdout, server.answer)
}

func (c command) attack(ctx context.Context, args []string) error {
	if err := parse(flag.NewFlagSet("attack", flag.ContinueOnError), args, "none"); err != nil {
		return err
	}
	bound, err := c.bind()
	if err != nil {
		return errFailed{err}
	}
	if files, err := c.maxFiles(); err != nil {
		return errFailed{err}
	} else if files < maxConnections+otherFiles {
		return errFailed{fmt.Errorf("attack: %w", tooFewFiles(files))}
	}
	// One more for the schedule, which sleeps inside the kernel: it would keep
	// the only one there may be from the workers.
	runtime.GOMAXPROCS(bound.count + 1)
	// The heap is small, and each collection makes requests late.
	debug.SetGCPercent(400)
	return converse(ctx, c.stdin, c.stdout, newAttacker(bound).answer)
}

// parse reads a command's flags; want names those it has.
func parse(flags *flag.FlagSet, args []string, want string) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return fmt.Errorf("%s: %w (flags: %s)", flags.Name(), err, want)
	case flags.NArg() > 0:
		return fmt.Errorf("%s: unexpected argument %q: want flags alone (%s)", flags.Name(), flags.Arg(0), want)
	}
	return nil
}
