package compare

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// buildBenchstat builds the benchstat of go.mod.
func buildBenchstat(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "benchstat")
	if out, err := exec.Command("go", "build", "-o", path, "golang.org/x/perf/cmd/benchstat").CombinedOutput(); err != nil {
		t.Fatalf("go build benchstat: %v\n%s", err, out)
	}
	return path
}

// benchstatCSV runs benchstat with the projections that r came to.
func benchstatCSV(t testing.TB, benchstat string, r *Report) []byte {
	t.Helper()
	o := r.Options
	args := []string{
		"-format", "csv", "-table", o.Table, "-row", o.Row, "-col", o.Col, "-ignore", o.Ignore, "-filter", o.Filter,
		"-alpha", fmt.Sprint(o.Alpha), "-confidence", fmt.Sprint(o.Confidence),
	}
	// benchstat's exit status is 0 even after an error, which stderr tells among its warnings.
	var stderr bytes.Buffer
	cmd := exec.Command(benchstat, append(args, r.Inputs...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || strings.Contains(stderr.String(), "benchstat:") {
		t.Fatalf("%s: %v\n%s", cmd, err, stderr.Bytes())
	}
	return out
}

func TestCSVIsBenchstat(t *testing.T) {
	benchstat := buildBenchstat(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.opt, c.inputs...)
			if diff := cmp.Diff(string(benchstatCSV(t, benchstat, r)), string(csvOf(t, r))); diff != "" {
				t.Errorf("(-benchstat +ours):\n%s", diff)
			}
		})
	}
	for seed := range uint64(25) {
		t.Run(fmt.Sprintf("random-%d", seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 0))
			path := filepath.Join(t.TempDir(), "random.txt")
			writeFile(t, path, randomResults(rnd))
			r := read(t, Options{Col: []string{"side", "runtime", ".file"}[rnd.IntN(3)]}, path)
			if diff := cmp.Diff(string(benchstatCSV(t, benchstat, r)), string(csvOf(t, r))); diff != "" {
				t.Errorf("(-benchstat +ours):\n%s", diff)
			}
		})
	}
}

// randomResults has all that a file may have, in any order.
func randomResults(rnd *rand.Rand) string {
	var out strings.Builder
	out.WriteString("Unit ops/s better=higher\nUnit size-bytes assume=exact\n")
	pick := func(words ...string) string { return words[rnd.IntN(len(words))] }
	fmt.Fprintf(&out, "goos: linux\ngoarch: amd64\nside: base\nruntime: go\n")
	distinct := []float64{2, 7, 40, 1e9}[rnd.IntN(4)]
	for range 100 + rnd.IntN(500) {
		switch rnd.IntN(12) {
		case 0:
			fmt.Fprintf(&out, "cpu: %s\n", pick("A", "B"))
		case 1, 2, 3:
			fmt.Fprintf(&out, "side: %s\n", pick("base", "head"))
		case 4, 5:
			fmt.Fprintf(&out, "runtime: %s\n", pick("go", "jvm-17", "jvm-25"))
		case 6:
			fmt.Fprintf(&out, "round: %d\ntoolchain: %s\n", rnd.IntN(9), pick("x", "y"))
		}
		fmt.Fprintf(&out, "Benchmark%s/n=%d/exec=%s%s 1", pick("MatMul", "PingPong"), rnd.IntN(3), pick("a", "b"), pick("", "-2"))
		if rnd.IntN(15) == 0 {
			fmt.Fprintf(&out, " 1 %s\n", pick("failures", "skips"))
			continue
		}
		fmt.Fprintf(&out, " %v ns/op", math.Floor(rnd.Float64()*distinct)+float64(rnd.IntN(2)))
		if rnd.IntN(3) > 0 {
			fmt.Fprintf(&out, " %.3f ops/s %d allocs/op", rnd.NormFloat64()+3, rnd.IntN(3)-1)
		}
		if rnd.IntN(3) == 0 {
			fmt.Fprintf(&out, " %d size-bytes 3 MB/s", 1000+rnd.IntN(20)/19)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkCompareAgainstBenchstat reads and compares 1,000 benchmarks of 20
// samples, two sides and three units, in turn with benchstat as a command.
// The metric benchstat-ratio is our time over benchstat's. Ties are what
// costs benchstat its time: with step=1 the bytes differ by single ones,
// with step=4096 nearly no value repeats.
func BenchmarkCompareAgainstBenchstat(b *testing.B) {
	benchstat := buildBenchstat(b)
	for _, step := range []int{1, 4096} {
		b.Run(fmt.Sprintf("step=%d", step), func(b *testing.B) {
			dir := b.TempDir()
			rnd := rand.New(rand.NewPCG(1, 2))
			var inputs []string
			for _, side := range []string{"base", "head"} {
				path := filepath.Join(dir, side+".txt")
				writeFile(b, path, manyResults(rnd, side, step))
				// With a label, since the name of the folder has a "=".
				inputs = append(inputs, side+"="+path)
			}
			var ours, theirs time.Duration
			var got, want []byte
			for b.Loop() {
				start := time.Now()
				r := read(b, Options{Col: "side"}, inputs...)
				got = csvOf(b, r)
				ours += time.Since(start)

				start = time.Now()
				want = benchstatCSV(b, benchstat, r)
				theirs += time.Since(start)
			}
			if !bytes.Equal(got, want) {
				b.Error("the two differ")
			}
			b.ReportMetric(ours.Seconds()/theirs.Seconds(), "benchstat-ratio")
			b.ReportMetric(float64(ours.Milliseconds())/float64(b.N), "ours-ms/op")
		})
	}
}

func manyResults(rnd *rand.Rand, side string, step int) string {
	var out strings.Builder
	fmt.Fprintf(&out, "goos: linux\ngoarch: amd64\ncpu: X\ncores: 2\nside: %s\nruntime: go\ntoolchain: go1.26.8\n", side)
	for round := range 20 {
		fmt.Fprintf(&out, "round: %d\n", round)
		for n := range 1000 {
			ns := 1e5 * float64(1+n) * (1 + 0.05*rnd.NormFloat64())
			if side == "head" && n%7 == 0 {
				ns *= 1.05
			}
			fmt.Fprintf(&out, "BenchmarkMatMul/pattern=fan/n=%d/workers=8/exec=goroutine-2 %d %.0f ns/op %d B/op %d allocs/op\n",
				n, int(1e9/ns)+1, ns, 1200+n+rnd.IntN(30*step), 12+rnd.IntN(3*step))
		}
	}
	io.WriteString(&out, "PASS\n")
	return out.String()
}
