// Package ruler measures the current speed of a machine, with work that never
// changes.
//
// The trends of hosted runners mix many machines and their neighbours. As a ratio
// to the ruler, a result no longer depends on what slows everything alike. The
// package takes a clock and returns seconds, which the benchmark format stores
// under the keys of Keys.
package ruler

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/stat"
)

// Number is the ruler's: a new one when its kernels change, or Toolchain.
const Number = 1

// Toolchain is the release of Go that the number stands for. Its patches repair
// what is broken, and compile ten lines of arithmetic alike.
const Toolchain = "go1.26"

// The keys of the lines of results: which ruler it was, and all its readings.
const (
	Key      = "ruler"
	TimesKey = "ruler-times"
)

// ID is the number; compiled by another toolchain it is another ruler, which
// the ID says too.
func ID() string { return id(runtime.Version()) }

func id(version string) string {
	if version == Toolchain || strings.HasPrefix(version, Toolchain+".") {
		return strconv.Itoa(Number)
	}
	return fmt.Sprintf("%d/%s", Number, version)
}

// A Reading is one use of the ruler.
type Reading struct {
	ID         string  `json:"ruler"`
	Arithmetic float64 `json:"arithmetic"` // seconds a step, as all
	Memory     float64 `json:"memory"`
	Channels   float64 `json:"channels"`
}

// kernels are those of a reading, in the order of their names in texts.
var kernels = []struct {
	name string
	of   func(*Reading) *float64
}{
	{"arithmetic", func(r *Reading) *float64 { return &r.Arithmetic }},
	{"memory", func(r *Reading) *float64 { return &r.Memory }},
	{"channels", func(r *Reading) *float64 { return &r.Channels }},
}

// How each kernel is measured: the median of parts, of which each takes some 10 ms.
const (
	parts           = 9
	arithmeticSteps = 5_000_000
	memorySteps     = 5
	channelSteps    = 30_000
)

// Measure takes some 300 ms. It needs a process of its own, with nothing left
// by others in its memory.
func Measure(now func() time.Time) Reading {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	from, to := make([]uint64, memorySize), make([]uint64, memorySize)
	for i := range from {
		from[i] = uint64(i)
	}
	return Reading{
		ID:         ID(),
		Arithmetic: measure(now, arithmetic, arithmeticSteps),
		Memory:     measure(now, func(steps int) uint64 { return memory(from, to, steps) }, memorySteps),
		Channels:   measure(now, channels, channelSteps),
	}
}

func measure(now func() time.Time, kernel func(int) uint64, steps int) float64 {
	runtime.KeepAlive(kernel(steps)) // warms up; a compiler may leave out what nobody reads
	var times []float64
	for range parts {
		begun := now()
		runtime.KeepAlive(kernel(steps))
		times = append(times, now().Sub(begun).Seconds()/float64(steps))
	}
	return stat.Median(times)
}

// Check tells whether a reading can be one: results are divided by it.
func (r Reading) Check() error {
	for _, k := range kernels {
		if seconds := *k.of(&r); !possible(seconds) {
			return fmt.Errorf("%s takes %g seconds a step, want a time above 0: is the clock too coarse?", k.name, seconds)
		}
	}
	return nil
}

// possible tells whether a step can take so many seconds: on the fastest machine
// that there will be, and the slowest.
func possible(seconds float64) bool { return seconds >= 1e-12 && seconds <= 60 }

// Format writes readings as the value of TimesKey: each kernel with its times
// in seconds a step, in the order of measuring.
func Format(readings []Reading) string {
	var words []string
	for _, k := range kernels {
		var times []string
		for _, r := range readings {
			times = append(times, strconv.FormatFloat(*k.of(&r), 'g', 6, 64))
		}
		words = append(words, k.name+"="+strings.Join(times, ","))
	}
	return strings.Join(words, " ")
}

// Parse reads what Format writes, with the ID that Key holds.
func Parse(id, text string) ([]Reading, error) {
	var readings []Reading
	words := strings.Fields(text)
	if len(words) != len(kernels) {
		return nil, fmt.Errorf("%s %q: %d kernels, want %d", TimesKey, text, len(words), len(kernels))
	}
	for i, word := range words {
		name, times, _ := strings.Cut(word, "=")
		if name != kernels[i].name {
			return nil, fmt.Errorf("%s %q: kernel %q, want %s=SECONDS,…", TimesKey, text, name, kernels[i].name)
		}
		fields := strings.Split(times, ",")
		if i == 0 {
			readings = make([]Reading, len(fields))
		}
		if len(fields) != len(readings) {
			return nil, fmt.Errorf("%s %q: %d readings of %s and %d of %s", TimesKey, text, len(fields), name, len(readings), kernels[0].name)
		}
		for j, field := range fields {
			seconds, err := strconv.ParseFloat(field, 64)
			if err != nil || !possible(seconds) {
				return nil, fmt.Errorf("%s %q: %s %q, want seconds above 0", TimesKey, text, name, field)
			}
			readings[j].ID = id
			*kernels[i].of(&readings[j]) = seconds
		}
	}
	return readings, nil
}

// Length is what results are divided by: the geometric mean over the kernels of
// the median of their readings, in seconds.
func Length(readings []Reading) float64 {
	logs := 0.0
	for _, k := range kernels {
		var times []float64
		for _, r := range readings {
			times = append(times, *k.of(&r))
		}
		logs += math.Log(stat.Median(times))
	}
	return math.Exp(logs / float64(len(kernels)))
}
