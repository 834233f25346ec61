package workload

import (
	"runtime/pprof"
	"testing"
	"time"
)

// warm measures an operation for as long or as often as -test.benchtime says:
//
//	ns/op            time of the operation alone
//	B/op, allocs/op  memory, as testing counts it
//	cpu-ns/op        user and system time of the process, on all cores
//	threads-started  threads that Go's runtime has started in this process so far
//	…                what a [Seeing] operation has seen
//
// Preparing the operation counts nowhere, and checking its results not in ns/op. In the CPU time the checks do count, as they do for
// Kotlin, and so should be a small part of an operation: the kernel tells of threads on other cores only up to their last tick, so
// readings around each check would share out the time wrongly.
//
// The clock is read before and after each operation, as JMH does for what has a check of its own. StopTimer and StartTimer look like
// the way to do that, but each stops the world to read the memory statistics: the next operation then meets threads in another state
// than its forerunner left them in, and short operations get slower by that, or faster.
func warm[R any](b *testing.B, operation Operation[R]) {
	b.ReportAllocs()
	seeing, _ := operation.(Seeing)
	if seeing != nil {
		seeing.Figures() // of what was before
	}
	var took time.Duration
	cpu := cpuTime()
	for b.Loop() {
		begun := b.Elapsed()
		result := operation.Run()
		if *slowdown > 0 {
			spin(b, begun)
		}
		took += b.Elapsed() - begun
		if err := operation.Check(result); err != nil {
			b.Fatal(err)
		}
	}
	cpu = cpuTime() - cpu
	b.ReportMetric(perOp(took, b.N), "ns/op")
	b.ReportMetric(perOp(cpu, b.N), "cpu-ns/op")
	b.ReportMetric(float64(pprof.Lookup("threadcreate").Count()), "threads-started")
	if seeing != nil {
		for _, f := range seeing.Figures() {
			b.ReportMetric(f.Value, f.Unit)
		}
	}
}

// spin makes an operation that began at a time so much slower, by doing nothing for as long.
func spin(b *testing.B, begun time.Duration) {
	end := begun + time.Duration(float64(b.Elapsed()-begun)*(1+*slowdown))
	for b.Elapsed() < end {
	}
}

// perOp returns nanoseconds per operation.
func perOp(d time.Duration, n int) float64 {
	return float64(d.Nanoseconds()) / float64(n)
}
