package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/collect/jmh"
	"github.com/cobench/cobench/go/internal/compare"
)

// BenchmarkConvertAndCompare converts JMH's result files of two sides, each
// of 1,000 benchmarks with 20 forks and three metrics, and compares them; in
// turn, stock benchstat compares the converted files. The metric
// benchstat-ratio is our time for both over benchstat's for its half.
//
// What benchstat's time hangs on is ties: allocations in whole bytes have
// many, times have none.
func BenchmarkConvertAndCompare(b *testing.B) {
	benchstat := filepath.Join(b.TempDir(), "benchstat")
	if out, err := exec.Command("go", "build", "-o", benchstat, "golang.org/x/perf/cmd/benchstat").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, ties := range []bool{true, false} {
		b.Run(fmt.Sprintf("ties=%v", ties), func(b *testing.B) {
			dir := b.TempDir()
			random := rand.New(rand.NewPCG(1, 2))
			sides := []string{"base", "head"}
			for _, side := range sides {
				if err := os.WriteFile(filepath.Join(dir, side+".json"), jmhResults(random, ties), 0o666); err != nil {
					b.Fatal(err)
				}
			}
			var convert, comparison, theirs time.Duration
			for b.Loop() {
				begun := time.Now()
				inputs := []string{}
				for _, side := range sides {
					file := filepath.Join(dir, side+".txt")
					convertJMH(b, filepath.Join(dir, side+".json"), file, side)
					inputs = append(inputs, side+"="+file)
				}
				convert += time.Since(begun)

				begun = time.Now()
				report, err := compare.Read(compare.Options{Col: "side"}, compare.Files(inputs, nil))
				if err != nil {
					b.Fatal(err)
				}
				if err := compare.WriteText(io.Discard, report, 0); err != nil {
					b.Fatal(err)
				}
				comparison += time.Since(begun)

				begun = time.Now()
				o := report.Options
				err = exec.Command(benchstat, append([]string{"-table", o.Table, "-row", o.Row, "-col", o.Col, "-ignore", o.Ignore}, inputs...)...).Run()
				theirs += time.Since(begun)
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((convert+comparison).Seconds()/theirs.Seconds(), "benchstat-ratio")
			b.ReportMetric(float64(convert.Milliseconds())/float64(b.N), "convert-ms/op")
			b.ReportMetric(float64(comparison.Milliseconds())/float64(b.N), "compare-ms/op")
			b.ReportMetric(float64(theirs.Milliseconds())/float64(b.N), "benchstat-ms/op")
		})
	}
}

func convertJMH(b *testing.B, from, to, side string) {
	text, err := os.ReadFile(from)
	if err != nil {
		b.Fatal(err)
	}
	benchmarks, err := jmh.Parse(text, from)
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "goos: linux\ngoarch: amd64\ncpu: X\ncores: 2\nruntime: jvm-25\nside: %s\n\n", side)
	w := benchfmt.NewWriter(&out)
	for i := range benchmarks {
		for _, r := range benchmarks[i].Results(func(forks []float64) float64 { return forks[0] }) {
			if err := w.Write(r); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(to, out.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
}

// jmhResults is a result file as JMH writes it.
func jmhResults(random *rand.Rand, ties bool) []byte {
	metric := func(unit string, value func() float64) string {
		var forks []string
		for range 20 {
			forks = append(forks, fmt.Sprintf("[\n%v\n]", value()))
		}
		return fmt.Sprintf(`{"score": 1.0, "scoreError": "NaN", "scoreUnit": %q, "rawData": [%s]}`, unit, strings.Join(forks, ",\n"))
	}
	steps := 1 << 20
	if ties {
		steps = 30
	}
	var benchmarks []string
	for n := range 1000 {
		benchmarks = append(benchmarks, fmt.Sprintf(`{
"jmhVersion": "1.37", "benchmark": "cobench.benchmarks.MatMul.run", "mode": "avgt", "threads": 1, "forks": 20,
"warmupIterations": 1, "warmupTime": "1 s", "measurementIterations": 1, "measurementTime": "1 s",
"params": {"pattern": "fan", "n": "%d"},
"primaryMetric": %s,
"secondaryMetrics": {"gc.alloc.rate.norm": %s, "gc.count": %s}
}`, n,
			metric("ns/op", func() float64 { return 1e5 * float64(1+n) * (1 + 0.05*random.NormFloat64()) }),
			metric("B/op", func() float64 { return float64(1200 + random.IntN(steps)) }),
			metric("counts", func() float64 { return float64(12 + random.IntN(max(3, steps/10))) })))
	}
	return []byte("[\n" + strings.Join(benchmarks, ",\n") + "\n]\n")
}
