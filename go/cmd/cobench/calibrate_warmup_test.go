package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/run/process"
)

// Base has the profile's warm-up, head the long one: within 10 % is warm enough,
// and what one side lacks is not.
func TestWarmups(t *testing.T) {
	for _, test := range []struct {
		name       string
		base, head []float64 // milliseconds
		want       string    // "" is warm
	}{
		{"alike", []float64{10, 10.5, 12}, []float64{11, 10, 10}, ""},
		{"9 % more", []float64{10.9}, []float64{10}, ""},
		{"12 % more", []float64{11.2}, []float64{10}, "1 of 2 benchmarks were not warm after the profile's warm-up, or were not measured"},
		{"12 % less", []float64{10}, []float64{11.2}, "1 of 2 benchmarks were not warm after the profile's warm-up, or were not measured"},
		{"no base", nil, []float64{10}, "1 of 2 benchmarks were not warm after the profile's warm-up, or were not measured"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "goos: linux\ngoarch: amd64\ncpu: X\ncores: 2\nruntime: jvm-25\n"
			for _, side := range []struct {
				name string
				ms   []float64
			}{{"base", test.base}, {"head", test.head}} {
				text += "side: " + side.name + "\nBenchmarkSame-2 1 5000000 ns/op\n"
				for _, ms := range side.ms {
					text += fmt.Sprintf("BenchmarkTried-2 1 %g ns/op\n", 1e6*ms)
				}
			}
			file := filepath.Join(t.TempDir(), "results.txt")
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			var stdout bytes.Buffer
			err := command{stdin: os.Stdin, stdout: &stdout}.warmups(file, time.Minute)
			if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want || !errors.As(err, new(errMeasured))) {
				t.Errorf("got %v, want %q\n%s", err, test.want, stdout.String())
			}
			agree := 2 - strings.Count(test.want, "1 of 2")
			if want := fmt.Sprintf("base: the profile's warm-up, head: 1m0s: %d of 2 medians within 10 %%\n", agree); !strings.HasSuffix(stdout.String(), want) {
				t.Errorf("got\n%swant it to end with\n%s", stdout.String(), want)
			}
		})
	}
}

// The benchmark whose plateau no look at the times can see: by the profile's
// rule an operation takes no more CPU time than after a long warm-up, of which a
// plateau takes ten times as much, or the sample is marked.
func TestWarmIsWarm(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes a minute")
	}
	t.Chdir("../../..")
	var out bytes.Buffer
	c := command{stdin: os.Stdin, stdout: &out, stderr: &out, environ: os.Environ(), now: time.Now, start: process.Start}
	// It fails where the medians differ by a tenth, which a busy machine does to them.
	_ = c.main(context.Background(), []string{"calibrate", "-warmup", "25s", "-profile", "smoke", "-runtimes", "jvm-25", "-rounds", "1",
		"-set", "pattern=coordinator", "-set", "limit=5m"})
	t.Logf("%s", out.String())
	_, dir, found := strings.Cut(out.String(), "measured in ")
	if !found {
		t.Fatal("it does not say where it measured")
	}
	results := filepath.Join(strings.Fields(dir)[0], "results.txt")
	f, err := os.Open(results)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cpu := map[string]float64{}
	reader := benchfmt.NewReader(f, results)
	for reader.Scan() {
		r, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		side := r.GetConfig("side")
		cpu[side], _ = r.Value("cpu-sec/op")
		if side != "base" {
			continue
		}
		if took, ok := r.Value("warmup-sec"); !ok || took < 1 || took > 40 {
			t.Errorf("it took %v s to get warm, want 1 to 30", took)
		}
		if why := r.GetConfig("unsteady"); why != "" {
			t.Logf("marked as unsteady: %s", why)
			return
		}
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	if !(cpu["base"] > 0) || !(cpu["head"] > 0) || cpu["base"] > 1.5*cpu["head"] {
		t.Errorf("CPU time of an operation: %v, want base's no more than 1.5 times head's", cpu)
	}
}
