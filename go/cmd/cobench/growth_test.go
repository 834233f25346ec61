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
	"github.com/cobench/cobench/go/internal/run"
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
	var names []string
	small := map[string]int{} // by the parameter that grows, which several workloads may share
	settings := map[string]string{}
	for _, w := range conf.Workloads {
		i := slices.IndexFunc(tour.Benchmarks, func(s config.Selection) bool { return s.Workload == w.Name })
		if i < 0 {
			t.Errorf("%s: the tour does not show it", w.Name)
			continue
		}
		if w.Grows == "" {
			t.Logf("%s: its time is no measure of its work", w.Name)
			continue
		}
		growing, names = append(growing, w), append(names, w.Name)
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
	times := growthTimes(t, names, settings)
	for _, w := range growing {
		checkGrowth(t, w, small[w.Grows], times)
	}
}

const growth, least = 16, 4

// growthTimes measures workloads with settings, and returns the nanoseconds of
// an operation by runtime and name.
func growthTimes(t *testing.T, names []string, settings map[string]string) map[string]float64 {
	dir := t.TempDir()
	args := []string{"plan", "-profile", "tour", "-o", filepath.Join(dir, "plan.json"), "-set", "workload=" + strings.Join(names, ","),
		"-set", "rounds=1", "-set", "iterations=1", "-set", "iteration=200ms", "-set", "warmup=400ms", "-set", "limit=60s"}
	for name, values := range settings {
		args = append(args, "-set", name+"="+values)
	}
	var stderr bytes.Buffer
	c := command{stdin: os.Stdin, stdout: &stderr, stderr: &stderr, environ: os.Environ(), now: time.Now, start: run.Start}
	ctx := context.Background()
	if status := c.main(ctx, args); status != done {
		t.Fatalf("%q: status %d\n%s", args, status, stderr.String())
	}
	// Some words do not go together, which is refused: no time, and nothing to check.
	_ = c.main(ctx, []string{"run", "-plan", filepath.Join(dir, "plan.json"), "-o", filepath.Join(dir, "run")})
	results := filepath.Join(dir, "results.txt")
	if status := c.main(ctx, []string{"collect", "-o", results, filepath.Join(dir, "run")}); status != done {
		t.Fatalf("collect: status %d\n%s", status, stderr.String())
	}
	return runTimes(t, results)
}

func checkGrowth(t *testing.T, w config.Workload, small int, times map[string]float64) {
	key := fmt.Sprintf("/%s=%d/", w.Grows, small)
	pairs := 0
	for name, short := range times {
		long, ok := times[strings.Replace(name, key, fmt.Sprintf("/%s=%d/", w.Grows, small*growth), 1)]
		if !strings.Contains(name, " "+w.Name+"/") || !strings.Contains(name, key) || !ok {
			continue
		}
		pairs++
		operations := 1.0 // what is printed is of one operation, and of these a run makes more
		if slices.Contains(w.Per, w.Grows) {
			operations = growth
		}
		if long *= operations; long < least*short {
			t.Errorf("%s: a run with %d times the %s takes %.2f times as long: want %d times at least", name, growth, w.Grows, long/short, least)
		}
	}
	if pairs == 0 {
		t.Errorf("%s: nothing was measured at both sizes", w.Name)
	}
	t.Logf("%s: %d benchmarks, %s=%d and %d", w.Name, pairs, w.Grows, small, small*growth)
}

// runTimes are nanoseconds by runtime and name.
func runTimes(t *testing.T, file string) map[string]float64 {
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
		seconds, ok := result.Value("sec/op")
		if !ok {
			t.Errorf("%s: no time", name)
			continue
		}
		times[name] = seconds * 1e9
	}
	return times
}
