package workload

import (
	"flag"
	"os"
	"testing"
)

var (
	params  = flag.String("params", "", "parameters of the benchmark, as `key=value/key=value/…`")
	name    = flag.String("name", "", "`name` of the sub-benchmark; that of -params if empty")
	first   = flag.Int("cold", 0, "time each of the first `n` operations of this process instead, which has to run with -test.benchtime=1x")
	started = flag.Int64("started", 0, "with -cold: when this process was started, in `nanoseconds` since 1970")
)

// An Operation is what a benchmark repeats. Check refuses a result that is wrong; it allocates nothing for one that is right, since
// what it allocates would count.
type Operation[R any] interface {
	Run() R
	Check(result R) error
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
	case *started != 0 && *first == 0:
		b.Fatal("-started: want it with -cold")
	}
	sub := *name
	if sub == "" {
		sub = *params
	}
	b.Run(sub, func(b *testing.B) {
		// Anew for each run: testing calls this function more than once, for -count and -cpu.
		own := *p
		own.asked = nil
		operation, err := prepare(&own)
		// Bad parameters come first, since prepare refuses the zeros in their place too; but what it refuses itself comes before the
		// parameters that it asked for no more.
		if own.err != nil || err == nil {
			err = own.Err()
		}
		if err != nil {
			b.Fatal(err)
		}
		if *first > 0 {
			cold(b, operation, *first, *started, os.Stdout)
		} else {
			warm(b, operation)
		}
	})
}
