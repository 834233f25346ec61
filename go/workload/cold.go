package workload

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// coldStarts counts the calls of cold in this process: only the first can be true to its name.
var coldStarts int

// cold times each of the first n operations of this process, without a warm-up, and writes them to w as configuration of the result
// that testing prints next:
//
//	curve: 81234 40210 …  nanoseconds of each operation, in order
//
//	first-ns/op           the first of them
//	tenth-ns/op           the tenth, if there are ten
//	start-ns              from started, in nanoseconds since 1970, to the first result; left out if started is 0
//
// There is no ns/op, since a mean over the first n operations says nothing about any of them. start-ns holds what comes before the
// operation too: Go's start, that of testing, and the preparation.
//
// The results are all kept and checked after the last: Kotlin's twin has to, since a check in between would warm up what the next
// operation runs.
func cold[R any](b *testing.B, operation Operation[R], n int, started int64, w io.Writer) {
	if coldStarts++; coldStarts > 1 {
		b.Fatal("-cold: this process is no longer cold: want -test.benchtime=1x, -test.count=1 and one benchmark")
	}
	curve := make([]time.Duration, n)
	results := make([]R, n)
	var start int64
	for i := range n {
		begun := b.Elapsed()
		results[i] = operation.Run()
		curve[i] = b.Elapsed() - begun
		if i == 0 {
			start = time.Now().UnixNano() - started //nolint:forbidigo // whoever read the clock for -started is another process
		}
	}
	for _, result := range results {
		if err := operation.Check(result); err != nil {
			b.Fatal(err)
		}
	}
	if start <= 0 {
		b.Fatalf("-started=%d: want a time before now", started)
	}

	var line strings.Builder
	for _, d := range curve {
		fmt.Fprintf(&line, " %d", d.Nanoseconds())
	}
	fmt.Fprintf(w, "curve:%s\n", line.String())
	b.ReportMetric(0, "ns/op") // leaves it out
	b.ReportMetric(float64(curve[0].Nanoseconds()), "first-ns/op")
	if n >= 10 {
		b.ReportMetric(float64(curve[9].Nanoseconds()), "tenth-ns/op")
	}
	if started != 0 {
		b.ReportMetric(float64(start), "start-ns")
	}
}
