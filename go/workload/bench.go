package workload

import (
	"flag"
	"testing"
)

var (
	params = flag.String("params", "", "parameters of the benchmark, as `key=value/key=value/…`")
	name   = flag.String("name", "", "`name` of the sub-benchmark; that of -params if empty")
)

// Bench runs measure as the sub-benchmark that -name and -params describe, and skips if there are none. Before measure measures
// anything it must ask for all of its parameters and see that [Params.Err] has nothing to say.
func Bench(b *testing.B, measure func(*testing.B, *Params)) {
	if *params == "" {
		b.Skip("no -params; by hand: go test -bench . -params pattern=fan/n=100/… (every parameter of bench-config/workloads.yaml, and exec=goroutine)")
	}
	p, err := ParseParams(*params)
	if err != nil {
		b.Fatal(err)
	}
	sub := *name
	if sub == "" {
		sub = *params
	}
	b.Run(sub, func(b *testing.B) {
		b.ReportAllocs()
		// Anew for each run: testing calls this function more than once, for -count and -cpu.
		own := *p
		own.asked = nil
		measure(b, &own)
	})
}
