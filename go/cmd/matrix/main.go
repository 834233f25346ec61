// Matrix multiplies two matrices by message passing and appends the time to a CSV file, like the program of the published study of
// parallel matrix multiplication. The Kotlin harness does the same with matrix as its first argument.
//
//	matrix [-s SIZE] [-c COROUTINES] [-m COORDINATOR|FAN|PURE] [-r REPEAT] [-o] [-f FILE] [-l]
//
// Options and columns are the study's. The work is the workload MatMul with the study's kernel, ijk, and with cobench's capacity of 64
// messages and seed 1, which are the same in both languages. Every product is checked, outside the time.
//
// The times are single shots, the first of them cold, in whole milliseconds rounded half up, as in the study's CSV. They do not replace
// cobench's own numbers, which are nanoseconds of warm processes.
//
// The exit status is 0 for success; 1 if a product was wrong or could not be written; 2 for invalid input, with one line on stderr that
// says what would be valid. Then nothing was computed.
package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/cobench/cobench/go/workload/matmul"
)

func main() { os.Exit(command{os.Stdout, os.Stderr, time.Now}.main(os.Args[1:])) }

// A command is matrix with all that it takes from its surroundings.
type command struct {
	stdout, stderr io.Writer
	now            func() time.Time
}

// The exit statuses.
const (
	done   = 0
	failed = 1
	wrong  = 2
)

const (
	capacity = 64
	seed     = 1
)

func (c command) main(args []string) int {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, usage)
		return done
	}
	if err != nil {
		return c.fail(wrong, err)
	}
	if o.file == "" {
		o.file = fmt.Sprintf("matrix_results_%d.csv", c.now().Unix())
	}
	file, err := openResults(o.file)
	if err != nil {
		return c.fail(wrong, err)
	}
	defer file.Close()
	workload, err := matmul.New(matmul.Config{
		Pattern:  o.mode,
		N:        o.size,
		Workers:  o.coroutines,
		Capacity: capacity,
		Kernel:   matmul.IJK,
		Grain:    matmul.ByCell,
		Seed:     seed,
	})
	if err != nil {
		return c.fail(wrong, err)
	}
	if err := c.repeat(o, workload, file); err != nil {
		return c.fail(failed, err)
	}
	return done
}

func (c command) fail(status int, err error) int {
	fmt.Fprintln(c.stderr, "matrix: "+err.Error())
	return status
}

// repeat multiplies and writes down how long each multiplication took; the product, if it is asked for, once: it is the same each time.
func (c command) repeat(o options, workload *matmul.Workload, file *results) error {
	workspace := newUUID()
	var total time.Duration
	for run := 1; run <= o.repeat; run++ {
		begun := c.now()
		product := workload.Run()
		took := c.now().Sub(begun)
		if err := workload.Check(product); err != nil {
			return err
		}
		if err := file.append(fmt.Sprintf("%s,%d,%d,go_%s,%d", workspace, o.size, o.coroutines, o.mode, millis(took))); err != nil {
			return err
		}
		total += took
		if o.log {
			fmt.Fprintf(c.stderr, "%d of %d: %v\n", run, o.repeat, took)
		}
		if o.output && run == o.repeat {
			if err := write(c.stdout, product.Matrix); err != nil {
				return err
			}
		}
	}
	if o.log {
		fmt.Fprintf(c.stderr, "mean: %v\n", total/time.Duration(o.repeat))
	}
	return nil
}

// millis are the whole milliseconds of a duration, rounded half up.
func millis(d time.Duration) int64 { return int64((d + time.Millisecond/2) / time.Millisecond) }

// write prints a matrix, a row a line.
func write(w io.Writer, m matmul.Matrix) error {
	out := bufio.NewWriter(w)
	for row := range m.Rows {
		for col := range m.Cols {
			if col > 0 {
				fmt.Fprint(out, " ")
			}
			fmt.Fprint(out, m.At(row, col))
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// newUUID returns a random one (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
