package main

import (
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A step that needs the one before it takes its latency at least, whatever
// compiles it: a loop that takes less was made shorter than the work that it
// stands for. Sixteen times as much of that still takes sixteen times as long,
// so TestWorkGrows doesn't see it.
func TestNoStepIsFolded(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	t.Chdir("../../..")
	// A runtime of each compiler; one that is missing is skipped.
	const steps, compilers = 1_000_000, "go,jvm-17,jvm-25,graal-jit-25,native-image-25,kotlin-native"
	for _, test := range []struct {
		workload string
		settings map[string]string
		bound    float64 // nanoseconds of a step, on this machine
		per      float64 // steps of what a printed time is of
	}{
		// One worker, so that each increment waits for the last.
		{"Counter", map[string]string{"variant": "isolated,returned", "increments": strconv.Itoa(steps), "workers": "1"}, latency(mixing), 1},
		// One task, whose terms are added in order: no compiler may add floating-point numbers in another.
		{"PiLeibniz", map[string]string{"method": "reduce", "terms": strconv.Itoa(steps), "grain": strconv.Itoa(steps)}, latency(adding), steps},
	} {
		settings := map[string]string{"workload": test.workload, "runtime": compilers, "exec": "goroutine,event-loop", "warmup": "3s"}
		maps.Copy(settings, test.settings)
		// Processor time: what a busy machine does meanwhile could make up for what a compiler left out.
		times := measuredTimes(t, "cpu-sec/op", settings)
		runtimes := map[string]bool{}
		for name, ns := range times {
			runtime, _, _ := strings.Cut(name, " ")
			runtimes[runtime] = true
			step := ns / test.per
			if t.Logf("%s: %.2f ns a step", name, step); step < test.bound {
				t.Errorf("%s: a step takes %.2f ns: want %.2f ns at least, 0.8 of what its instructions take one after the other", name, step, test.bound)
			}
		}
		if !runtimes["go"] || len(runtimes) < 2 {
			t.Errorf("%s: only %v measured it: want go and a runtime of Kotlin at least", test.workload, runtimes)
		}
	}
}

// latency is 0.8 of the nanoseconds that a step takes on this machine, the
// best of many tries: what is measured may have the higher clock. Go's
// compiler leaves loops as they stand.
func latency(chain func(steps int)) float64 {
	const steps, tries = 1_000_000, 50
	best := time.Hour
	for range tries {
		begun := time.Now()
		chain(steps)
		best = min(best, time.Since(begun))
	}
	return 0.8 * float64(best.Nanoseconds()) / steps
}

// Where chains leave their results, so that they are not for nothing.
var (
	mixed = uint64(1)
	added float64
)

// mixing is a chain of Counter's steps.
//
//go:noinline
func mixing(steps int) {
	state := mixed
	for range steps {
		state = (state ^ state>>29) * 0xbf58476d1ce4e5b9
	}
	mixed = state
}

// adding is a chain of floating-point additions.
//
//go:noinline
func adding(steps int) {
	sum, term := added, float64(steps)
	for range steps {
		sum += term
	}
	added = sum
}
