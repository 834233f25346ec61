package workload

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/workload/figure"
)

// BenchmarkExample is what the tests below run, as their own program with arguments.
func BenchmarkExample(b *testing.B) {
	Bench(b, func(p *Params) (Operation[int], error) {
		example := &example{
			check:   time.Duration(p.Int("check")) * time.Millisecond,
			slow:    p.Int("slow"),
			threads: p.Int("threads"),
			wrong:   p.Int("wrong"),
		}
		if example.wrong < 0 {
			return nil, fmt.Errorf("wrong=%d: want 0 or more", example.wrong)
		}
		compute(time.Duration(p.Int("prepare")) * time.Millisecond)
		return example, nil
	})
}

// An example is an operation that returns how often it ran.
type example struct {
	check       time.Duration // CPU time of each check
	slow, wrong int           // which operation of a result takes 5 ms, and which of all is wrong
	threads     int           // threads that each operation needs at once
	n           int
	seen        int // operations since they were last asked for
}

func (e *example) Run() int {
	e.n++
	e.seen++
	if e.seen == e.slow {
		compute(5 * time.Millisecond)
	}
	var ready, done sync.WaitGroup
	ready.Add(e.threads)
	for range e.threads {
		done.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			ready.Done()
			ready.Wait()
		})
	}
	done.Wait()
	return e.n
}

func (e *example) Check(n int) error {
	compute(e.check)
	if n == e.wrong {
		return fmt.Errorf("operation %d is wrong", n)
	}
	return nil
}

func (e *example) Figures() []figure.Figure {
	seen := e.seen
	e.seen = 0
	return []figure.Figure{{Value: float64(seen), Unit: "seen"}, {Value: float64(e.n), Unit: "ran"}}
}

// compute uses CPU time, and takes as long or longer: another thread's time, a collector's say, runs ahead of the clock.
func compute(d time.Duration) {
	for began, begun := time.Now(), cpuTime(); cpuTime()-begun < d || time.Since(began) < d; {
	}
}

const harmless = "prepare=0/check=0/slow=0/threads=0/wrong=0"

func TestWarm(t *testing.T) {
	const ms = 1e6
	for _, test := range []struct {
		name, change string // of harmless
		unit         string
		least, most  float64
	}{
		{"an operation is timed", "slow=7", "ns/op", 5 * ms / 20 / 2, 1000 * ms},
		{"its CPU time is counted", "slow=7", "cpu-ns/op", 5 * ms / 20, 50 * ms / 20},
		{"a check is not timed", "check=2", "ns/op", 0, 1 * ms},
		{"its CPU time is counted all the same", "check=2", "cpu-ns/op", 2 * ms, 10 * ms},
		{"it is prepared once for all results", "", "ran", 20, 100},
		{"preparing is not timed", "prepare=100", "ns/op", 0, 100 * ms / 20},
		{"nor is its CPU time counted", "prepare=100", "cpu-ns/op", 0, 100 * ms / 20},
		{"threads are counted", "threads=30", "threads-started", 30, 60},
		{"those that Go itself needs are few", "", "threads-started", 1, 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			results := run(t, change(test.change), "-test.benchtime=20x", "-test.count=5")
			if len(results) != 5 {
				t.Fatalf("%d results, want 5", len(results))
			}
			// Other processes only ever add: the least of them is held against the most.
			lowest := math.Inf(1)
			for _, r := range results {
				if units := units(r); units != "ns/op cpu-ns/op ran seen threads-started B/op allocs/op" {
					t.Errorf("units %s", units)
				}
				if got := value(t, r, "seen"); got != 20 {
					t.Errorf("%v operations seen, want those of this result alone: 20", got)
				}
				got := value(t, r, test.unit)
				if r.Iters != 20 || got < test.least {
					t.Errorf("%d operations, %v %s: want 20 and %v or more", r.Iters, got, test.unit, test.least)
				}
				lowest = min(lowest, got)
			}
			if lowest > test.most {
				t.Errorf("%v %s in the best of five: want %v or less", lowest, test.unit, test.most)
			}
		})
	}
}

// The operation that takes 5 ms takes three times as long more.
func TestSlowdown(t *testing.T) {
	for _, r := range run(t, change("slow=7"), "-test.benchtime=20x", "-test.count=1", "-slowdown=3") {
		if got, least := value(t, r, "ns/op"), 20e6/20; got < least {
			t.Errorf("%v ns/op, want %v at least", got, least)
		}
	}
}

func TestCold(t *testing.T) {
	for _, test := range []struct {
		name, change string // of harmless
		args         string
		units        string
		slow         int // which of the curve
	}{
		{"the first is the slow one", "slow=1", "-cold=50", "first-ns/op tenth-ns/op", 1},
		{"the tenth is", "slow=10", "-cold=50", "first-ns/op tenth-ns/op", 10},
		{"the last is", "slow=50", "-cold=50", "first-ns/op tenth-ns/op", 50},
		{"no tenth", "slow=9", "-cold=9", "first-ns/op", 9},
		{"one", "slow=1", "-cold=1", "first-ns/op", 1},
		{"checks take no part", "slow=2/check=1", "-cold=10", "first-ns/op tenth-ns/op", 2},
		{"started a minute ago", "slow=1", "-cold=10 -started=" + ago(time.Minute), "first-ns/op start-ns tenth-ns/op", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := strings.Fields(test.args)
			results := run(t, change(test.change), append(args, "-test.benchtime=1x", "-test.count=1")...)
			if len(results) != 1 {
				t.Fatalf("%d results, want 1", len(results))
			}
			r := results[0]
			if units := units(r); units != test.units {
				t.Errorf("units %s, want %s", units, test.units)
			}
			curve := strings.Fields(r.GetConfig("curve"))
			if want := strings.TrimPrefix(args[0], "-cold="); strconv.Itoa(len(curve)) != want {
				t.Fatalf("curve %s has %d operations, want %s", curve, len(curve), want)
			}
			if slow := number(t, curve[test.slow-1]); slow < 5e6 {
				t.Errorf("operation %d of the curve took %v ns, want 5 ms", test.slow, slow)
			}
			if got, want := value(t, r, "first-ns/op"), number(t, curve[0]); got != want {
				t.Errorf("%v first-ns/op, but the curve begins with %v", got, want)
			}
			if len(curve) >= 10 {
				if got, want := value(t, r, "tenth-ns/op"), number(t, curve[9]); got != want {
					t.Errorf("%v tenth-ns/op, but the curve's tenth is %v", got, want)
				}
			}
			if strings.Contains(test.units, "start-ns") {
				if got := value(t, r, "start-ns"); got < 60e9 || got > 120e9 {
					t.Errorf("%v start-ns, want a minute and little more", got)
				}
			}
		})
	}
}

func TestBenchRefuses(t *testing.T) {
	for _, test := range []struct {
		name, change string // of harmless
		args         string
		want         string
	}{
		{"a wrong result", "wrong=20", "", "operation 20 is wrong"},
		{"a wrong result of a cold process", "wrong=20", "-cold=20", "operation 20 is wrong"},
		{"parameters the operation refuses", "wrong=-1", "", "wrong=-1: want 0 or more"},
		{"parameters of the wrong type, which it refuses too", "wrong=-1/slow=x", "", "-params: slow=x: want an integer"},
		{"fewer operations than none", "", "-cold=-1", "-cold=-1: want 0 or more"},
		{"an operation that gets faster", "", "-slowdown=-0.5", "-slowdown=-0.5: want 0 or more"},
		{"a start without -cold", "", "-started=1", "-started: want it with -cold"},
		{"a start to come", "", "-cold=1 -started=" + ago(-time.Hour), ": want a time before now"},
		{"a second count", "", "-cold=1 -test.count=2", "-cold: this process is no longer cold"},
		{"a time instead of 1x", "", "-cold=1 -test.benchtime=1h", "-cold: this process is no longer cold"},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"-test.benchtime=20x"}, strings.Fields(test.args)...)
			if out, err := command(t, change(test.change), args...).CombinedOutput(); err == nil || !bytes.Contains(out, []byte(test.want)) {
				t.Errorf("%v\n%s\nwant exit status 1 and %q", err, out, test.want)
			}
		})
	}
}

// command returns the command that runs BenchmarkExample.
func command(t *testing.T, params string, args ...string) *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(program, append([]string{"-test.run=^$", "-test.bench=^BenchmarkExample$", "-test.cpu=1", "-params", params}, args...)...)
}

// run returns what BenchmarkExample prints, once read as any reader of the format would.
func run(t *testing.T, params string, args ...string) []*benchfmt.Result {
	command := command(t, params, args...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	var results []*benchfmt.Result
	reader := benchfmt.NewReader(bytes.NewReader(out), "out")
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			results = append(results, record.Clone())
		case *benchfmt.SyntaxError:
			t.Error(record)
		}
	}
	return results
}

// change replaces values in harmless.
func change(pairs string) string {
	params := harmless
	if pairs == "" {
		return params
	}
	for pair := range strings.SplitSeq(pairs, "/") {
		key, _, _ := strings.Cut(pair, "=")
		params = strings.Replace(params, key+"=0", pair, 1)
	}
	return params
}

func ago(d time.Duration) string { return strconv.FormatInt(time.Now().Add(-d).UnixNano(), 10) }

// units returns the units of a result in their order, as printed.
func units(r *benchfmt.Result) string {
	var units []string
	for _, v := range r.Values {
		units = append(units, printed(v).Unit)
	}
	return strings.Join(units, " ")
}

func value(t *testing.T, r *benchfmt.Result, unit string) float64 {
	t.Helper()
	for _, v := range r.Values {
		if v := printed(v); v.Unit == unit {
			return v.Value
		}
	}
	t.Fatalf("no %s", unit)
	return 0
}

// printed undoes the reader's tidying.
func printed(v benchfmt.Value) benchfmt.Value {
	if v.OrigUnit != "" {
		return benchfmt.Value{Value: v.OrigValue, Unit: v.OrigUnit}
	}
	return v
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestMemoryLimit(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	limitMemory(0)
	if got := debug.SetMemoryLimit(-1); got != limit {
		t.Errorf("limit of %d bytes without one asked for, want %d as before", got, limit)
	}
	limitMemory(1024)
	if got := debug.SetMemoryLimit(-1); got != 1<<30 {
		t.Errorf("limit of %d bytes, want 1 GiB", got)
	}
	if got := debug.SetGCPercent(100); got != -1 {
		t.Errorf("garbage is collected at %d %% more, want never before the limit", got)
	}
}
