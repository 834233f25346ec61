package workload

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"testing"

	"github.com/cobench/cobench/go/workload/figure"
)

var (
	params   = flag.String("params", "", "parameters of the benchmark, as `key=value/key=value/…`")
	name     = flag.String("name", "", "`name` of the sub-benchmark; that of -params if empty")
	partner  = flag.String("counterpart", "", "`program` that is the other end of the wire, for a workload that has one")
	slowdown = flag.Float64("slowdown", 0, "make each operation slower by this `part` of its time: a known change, by which verdicts are tried")
	memory   = flag.Int64("memory-limit", 0, "collect no garbage before the process has so many `MiB`, as GOGC=off and GOMEMLIMIT do; 0 leaves that to Go")
	first    = flag.Int("cold", 0, "time each of the first `n` operations of this process instead, which has to run with -test.benchtime=1x")
	started  = flag.Int64("started", 0, "with -cold: when this process was started, in `nanoseconds` since 1970")
)

// An Operation is what a benchmark repeats. Check refuses a result that is wrong; it allocates nothing for one that is right, since
// what it allocates would count.
//
// One that is [Seeing] has figures besides its time, one that is [Noting] has something to say of them, and an [io.Closer] is closed after
// the last run.
type Operation[R any] interface {
	Run() R
	Check(result R) error
}

// Seeing is an operation that sees more than its time shows.
type Seeing interface {
	// Figures returns what was seen since they were last asked for: none where nothing ran in between. One in ns/op is the operation's
	// time, where the operation knows it better than a clock around it.
	Figures() []figure.Figure
}

// Noting is an operation that may have to tell what a reader must know of its results.
type Noting interface {
	// Note returns one line, or "".
	Note() string
}

// Counterpart is the program that is the other end of the wire.
func Counterpart() (string, error) {
	if *partner == "" {
		return "", errors.New("no -counterpart: want the program that go build ./cmd/counterpart makes")
	}
	return *partner, nil
}

// Bench measures an operation as the sub-benchmark that -name and -params describe, and skips if there are none. Every result is
// checked.
//
// prepare asks for all of its parameters and makes the operation of them. It need not look at [Params.Err]: if that has something to
// say, it is said, and nothing is measured.
func Bench[R any](b *testing.B, prepare func(*Params) (Operation[R], error)) {
	if *params == "" {
		b.Skip("no -params; by hand: go test -bench . -params pattern=fan/n=100/… (every parameter of bench-config/workloads.yaml, and exec=goroutine)")
	}
	p, err := ParseParams(*params)
	if err != nil {
		b.Fatal(err)
	}
	switch {
	case *first < 0:
		b.Fatalf("-cold=%d: want 0 or more", *first)
	case !(*slowdown >= 0):
		b.Fatalf("-slowdown=%v: want 0 or more", *slowdown)
	case *memory < 0:
		b.Fatalf("-memory-limit=%d: want 0 or more", *memory)
	case *started != 0 && *first == 0:
		b.Fatal("-started: want it with -cold")
	}
	limitMemory(*memory)
	sub := *name
	if sub == "" {
		sub = *params
	}
	// Once for all runs: testing calls the inner function more than once, for -count and -cpu, and what an operation holds (a server, its
	// connections) is as warm as its code.
	operation, err := prepare(p)
	if closer, ok := any(operation).(io.Closer); ok && err == nil {
		defer func() {
			if err := closer.Close(); err != nil {
				b.Error(err)
			}
		}()
	}
	// Bad parameters come first, since prepare refuses the zeros in their place too; but what it refuses itself comes before the
	// parameters that it asked for no more.
	if p.err != nil || err == nil {
		err = p.Err()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Run(sub, func(b *testing.B) {
		if *first > 0 {
			cold(b, operation, *first, *started, os.Stdout)
		} else {
			warm(b, operation)
		}
	})
	if noting, ok := any(operation).(Noting); ok {
		if note := noting.Note(); note != "" {
			fmt.Println("note: " + note) // after the last result: within one, it would break testing's line
		}
	}
}

// limitMemory has garbage collected only when the process has so many MiB; 0 changes nothing.
func limitMemory(mib int64) {
	if mib > 0 {
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(mib << 20)
	}
}
