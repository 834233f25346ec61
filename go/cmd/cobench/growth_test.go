package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/run/process"
)

// Sixteen times the work takes four times as long at least, at the points of
// the tour and for every word of their parameters: whatever a compiler had
// found to be for nothing, and left out, would not.
func TestWorkGrows(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	t.Chdir("../../..")
	conf, err := benchConfig(".")
	if err != nil {
		t.Fatal(err)
	}
	tour, err := conf.Profile("tour")
	if err != nil {
		t.Fatal(err)
	}
	var growing []config.Workload
	for _, w := range conf.Workloads {
		switch {
		case !slices.ContainsFunc(tour.Benchmarks, func(s config.Selection) bool { return s.Workload == w.Name }):
			t.Errorf("%s: the tour does not show it", w.Name)
		case w.Grows == "":
			t.Logf("%s: its time is no measure of its work", w.Name)
		default:
			growing = append(growing, w)
		}
	}
	// A JVM that has hardly warmed up is slower at the smaller size: what seems
	// not to grow is measured again, with the time that it needs.
	var again []config.Workload
	times, small := growthTimes(t, tour, growing, "400ms")
	for _, w := range growing {
		pairs, short := checkGrowth(w, small[w.Grows], times)
		t.Logf("%s: %d benchmarks, %s=%d and %d", w.Name, pairs, w.Grows, small[w.Grows], small[w.Grows]*growth)
		if pairs == 0 {
			t.Errorf("%s: nothing was measured at both sizes", w.Name)
		}
		if len(short) > 0 {
			again = append(again, w)
		}
	}
	if len(again) == 0 {
		return
	}
	times, small = growthTimes(t, tour, again, "4s")
	for _, w := range again {
		_, short := checkGrowth(w, small[w.Grows], times)
		for _, why := range short {
			t.Error(why)
		}
	}
}

const growth, least = 16, 4

// growthTimes measures workloads at the tour's points, with half of the work
// and with sixteen times that, and returns the nanoseconds of an operation by
// runtime and name, and the smaller amount by its parameter, which several
// workloads may share.
func growthTimes(t *testing.T, tour config.Profile, workloads []config.Workload, warmup string) (times map[string]float64, small map[string]int) {
	var names []string
	small = map[string]int{}
	settings := map[string]string{}
	for _, w := range workloads {
		names = append(names, w.Name)
		i := slices.IndexFunc(tour.Benchmarks, func(s config.Selection) bool { return s.Workload == w.Name })
		n, err := strconv.Atoi(string(tour.Benchmarks[i].Parameters[w.Grows][0]))
		if err != nil {
			t.Fatal(err)
		}
		if n = max(n/2, 1); small[w.Grows] == 0 || n < small[w.Grows] {
			small[w.Grows] = n
		}
		for name := range tour.Benchmarks[i].Parameters {
			if p, err := w.Parameter(name); err == nil && p.Min == nil {
				settings[name] = strings.Join(p.Values, ",")
			}
		}
	}
	for name, n := range small {
		settings[name] = fmt.Sprintf("%d,%d", n, n*growth)
	}
	settings["workload"], settings["warmup"] = strings.Join(names, ","), warmup
	return measuredTimes(t, "sec/op", settings), small
}

// measuredTimes measures the tour with other settings, once and briefly, and
// returns the nanoseconds of an operation by runtime and name, in a unit.
func measuredTimes(t *testing.T, unit string, settings map[string]string) map[string]float64 {
	t.Helper()
	dir := t.TempDir()
	args := []string{"plan", "-profile", "tour",
		"-set", "rounds=1", "-set", "iterations=1", "-set", "iteration=200ms"}
	for key, values := range settings {
		args = append(args, "-set", key+"="+values)
	}
	file, results := filepath.Join(dir, "plan.json"), filepath.Join(dir, "results.txt")
	ci(t, file, args...)
	// Some words do not go together, which is refused: no time, and nothing to check.
	var stderr bytes.Buffer
	c := command{stdin: os.Stdin, stdout: &stderr, stderr: &stderr, environ: os.Environ(), now: time.Now, start: process.Start}
	_ = c.main(context.Background(), []string{"ci", "run", "-plan", file, "-o", filepath.Join(dir, "run")})
	ci(t, results, "collect", filepath.Join(dir, "run"))
	return runTimes(t, unit, results)
}

// checkGrowth counts what was measured at both sizes, and tells of what did not grow.
func checkGrowth(w config.Workload, small int, times map[string]float64) (pairs int, short []string) {
	key := fmt.Sprintf("/%s=%d/", w.Grows, small)
	for name, less := range times {
		more, ok := times[strings.Replace(name, key, fmt.Sprintf("/%s=%d/", w.Grows, small*growth), 1)]
		if !strings.Contains(name, " "+w.Name+"/") || !strings.Contains(name, key) || !ok {
			continue
		}
		pairs++
		operations := 1.0 // what is printed is of one operation, and of these a run makes more
		if slices.Contains(w.Per, w.Grows) {
			operations = growth
		}
		if more *= operations; more < least*less {
			short = append(short, fmt.Sprintf("%s: a run with %d times the %s takes %.2f times as long: want %d times at least", name, growth, w.Grows, more/less, least))
		}
	}
	return pairs, short
}

// runTimes are nanoseconds of a unit by runtime and name.
func runTimes(t *testing.T, unit, file string) map[string]float64 {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	times := map[string]float64{}
	reader := benchfmt.NewReader(f, file)
	for reader.Scan() {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		name := result.GetConfig("runtime") + " " + string(result.Name)
		if _, skipped := result.Value("skips"); skipped {
			continue // of this machine
		}
		if reason := result.GetConfig("reason"); reason != "" {
			if !strings.Contains(reason, ": want ") {
				t.Errorf("%s: %s", name, reason)
			}
			continue
		}
		seconds, ok := result.Value(unit)
		if !ok {
			t.Errorf("%s: no %s", name, unit)
			continue
		}
		times[name] = seconds * 1e9
	}
	return times
}
