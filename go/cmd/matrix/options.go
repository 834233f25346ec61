package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/workload/matmul"
)

const usage = `usage: matrix [option]...
  -s, --size N         rows and columns of each matrix, 3 if not given
  -c, --coroutines N   goroutines that compute, 4 if not given
  -m, --mode MODE      COORDINATOR, FAN or PURE; COORDINATOR if not given
  -r, --repeat N       how often to multiply, once if not given
  -o, --output         print the product
  -f, --file FILE      CSV to append to, matrix_results_UNIXTIME.csv if not given
  -l, --log            print each time to stderr
`

// most is the limit of sizes and workers, as bench-config/workloads.yaml has it.
const most = 4096

// Options are a command line that was understood. Those of the study's program, with its defaults.
type options struct {
	size, coroutines, repeat int
	mode                     matmul.Pattern
	output, log              bool
	file                     string // "" if not given
}

// parse reads the command line; the error is flag.ErrHelp where help is asked for.
func parse(args []string) (options, error) {
	o := options{size: 3, coroutines: 4, repeat: 1, mode: matmul.Coordinator}
	flags := flag.NewFlagSet("matrix", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	var names []string
	given := map[string]bool{}
	// option defines a flag by its long name and by the first letter of that.
	option := func(name string, define func(name, usage string, set func(string) error), set func(string) error) {
		names = append(names, "--"+name)
		for _, spelling := range []string{name, name[:1]} {
			define(spelling, "", func(value string) error {
				if given[name] {
					return fmt.Errorf("want --%s once", name)
				}
				given[name] = true
				return set(value)
			})
		}
	}
	option("size", flags.Func, number(&o.size, most))
	option("coroutines", flags.Func, number(&o.coroutines, most))
	option("mode", flags.Func, func(value string) error {
		switch mode := matmul.Pattern(strings.ToLower(value)); mode {
		case matmul.Coordinator, matmul.Fan, matmul.Pure:
			o.mode = mode
			return nil
		}
		return errors.New("want one of COORDINATOR, FAN, PURE")
	})
	option("repeat", flags.Func, number(&o.repeat, math.MaxInt32))
	option("output", flags.BoolFunc, yes(&o.output))
	option("file", flags.Func, func(value string) error {
		if value == "" {
			return errors.New("want a file's name")
		}
		o.file = value
		return nil
	})
	option("log", flags.BoolFunc, yes(&o.log))

	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil && strings.HasPrefix(err.Error(), "flag provided but not defined"):
		return o, fmt.Errorf("%w: want %s", err, strings.Join(names, " "))
	case err != nil:
		return o, err
	case flags.NArg() > 0:
		return o, fmt.Errorf("unknown argument %s: want %s", flags.Arg(0), strings.Join(names, " "))
	}
	return o, nil
}

func number(to *int, most int) func(string) error {
	return func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("want a whole number from 1 to %d", most)
		}
		*to = n
		return nil
	}
}

func yes(to *bool) func(string) error {
	return func(value string) error {
		if value != "true" {
			return errors.New("want no value")
		}
		*to = true
		return nil
	}
}
