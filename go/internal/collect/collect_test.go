package collect_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/collect"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/ruler"
)

var update = flag.Bool("update", false, "write the golden file")

// folder is a run folder with a sample for each of what its processes left:
// the contents of stdout for go and kotlin-native, of jmh.json for the others.
func folder(t *testing.T, samples ...left) raw.Dir {
	t.Helper()
	dir := raw.Dir(t.TempDir())
	p := plan.Plan{
		Version: plan.Version, Profile: "smoke", Rounds: 1, Iterations: 5, Iteration: config.MinIteration, Summary: "median",
		Limit: config.Duration(time.Minute), Alpha: 0.05, MinimumEffect: 0.05,
		Warmup: map[config.Kind]config.Warmup{
			config.Go:       config.Fixed(config.MinIteration),
			config.GraalJIT: {Least: config.Duration(time.Second), Most: config.Duration(time.Minute)},
		},
		Sides: []plan.Side{{Name: plan.Head, Commit: "4f1c-dirty"}},
		Runtimes: []config.Runtime{
			{Name: "go", Kind: config.Go}, {Name: "jvm-25", Kind: config.JVM, JDK: 25},
			{Name: "graal-jit-25", Kind: config.GraalJIT, JDK: 25}, {Name: "kotlin-native", Kind: config.KotlinNative},
		},
		Jobs: []plan.Job{{ID: "all", Skips: []plan.Skip{{Benchmark: benchmark("jvm-21"), Reason: "no JDK 21"}}}},
	}
	for i := range samples {
		s := &samples[i]
		if runtime, ok := strings.CutPrefix(s.runtime, "cold "); ok {
			s.runtime, p.Rounds, p.ColdRounds = runtime, 0, 1
		}
		p.Jobs[0].Benchmarks = append(p.Jobs[0].Benchmarks, benchmark(s.runtime))
	}
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	write(t, dir.Path(raw.PlanFile), text.String())
	r := raw.Run{
		Job: "all", Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Machine:     raw.Machine{OS: "linux", Arch: "amd64", CPU: "X", Cores: 2},
		Environment: raw.Environment{Kernel: "Linux 6", Image: "Debian"},
		Builds:      []raw.Build{{Side: plan.Head, Runtime: "go", Toolchain: "go1.26.8"}, {Side: plan.Head, Runtime: "jvm-25", Toolchain: "temurin-25", Flags: []string{"-Xmx1g"}}},
	}
	if err := raw.WriteJSON(dir.Path(raw.RunFile), r); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := dir.AddReading(ruler.Reading{ID: "1", Arithmetic: 2e-9 * float64(1+i), Memory: 2.5e-3, Channels: 4.3e-7}); err != nil {
			t.Fatal(err)
		}
	}
	for i, s := range p.Schedule(p.Jobs[0]) {
		if samples[i].runtime == "" {
			continue
		}
		f, err := dir.NewSample()
		if err != nil {
			t.Fatal(err)
		}
		if s.Benchmark.Runtime == "go" || s.Benchmark.Runtime == "kotlin-native" {
			write(t, filepath.Join(f, raw.StdoutFile), samples[i].text)
		} else {
			write(t, filepath.Join(f, raw.StdoutFile), samples[i].stdout)
			write(t, filepath.Join(f, raw.JMHFile), samples[i].text)
		}
		record := raw.Record{Sample: s, Failure: samples[i].failure, PeakRSS: 1 << 20}
		if s.Benchmark.Runtime == "kotlin-native" {
			record.Threads = 3
		}
		if err := dir.Keep(f, record); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

type left struct{ runtime, text, stdout, failure string }

func benchmark(runtime string) plan.Benchmark {
	return plan.Benchmark{
		Runtime: runtime, Workload: "Echo", Name: "Echo/n=1/exec=x",
		Parameters: []plan.Param{{Key: "n", Value: "1"}, {Key: "exec", Value: "x"}}, Operations: 1,
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// lines is what a test binary prints: the first iteration is the warm-up.
func lines(ns ...int) string {
	var out strings.Builder
	for _, x := range ns {
		fmt.Fprintf(&out, "BenchmarkEcho/n=1/exec=x-2   10   %d ns/op   7 B/op   1 allocs/op\n", x)
	}
	return out.String()
}

// results is JMH's file of one fork.
func results(change ...string) string {
	text := `[{"jmhVersion": "1.37", "benchmark": "cobench.benchmarks.Echo.run", "mode": "avgt", "threads": 1, "forks": 1,
"jvm": "java", "jvmArgs": [], "jdkVersion": "25.0.3", "vmName": "OpenJDK 64-Bit Server VM", "vmVersion": "25.0.3+9",
"warmupIterations": 1, "warmupTime": "10 ms", "warmupBatchSize": 1, "measurementIterations": 5, "measurementTime": "10 ms", "measurementBatchSize": 1,
"params": {"n": "1", "exec": "x"},
"primaryMetric": {"score": 100.0, "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"], "scorePercentiles": {}, "scoreUnit": "ns/op", "rawData": [[98.0, 102.0, 100.0, 100.0, 100.0]]},
"secondaryMetrics": {"gc.alloc.rate.norm": {"score": 24.0, "scoreError": "NaN", "scoreUnit": "B/op", "rawData": [[24.0, 24.0, 24.0, 24.0, 24.0]]},
"gc.count": {"score": 3.0, "scoreError": "NaN", "scoreUnit": "counts", "rawData": [[1.0, 1.0, 1.0, 0.0, 0.0]]}}}]`
	return strings.NewReplacer(change...).Replace(text)
}

const (
	graal = "\nUsing \"Graal Community compiler\" loaded from class files\n"
	busy  = `"compilers": {"score": 0.6, "scoreError": "NaN", "scoreUnit": "counts", "rawData": [[1.0, 1.0, 0.9, 0.1, 0.0]]}, "gc.count"`
)

func TestFolders(t *testing.T) {
	var got bytes.Buffer
	counts, err := collect.Folders(&got, []raw.Dir{folder(t,
		left{runtime: "go", text: lines(999, 100, 104, 102, 98, 101)},
		left{runtime: "go", text: lines(999, 500, 400, 300, 200, 100)},
		left{runtime: "jvm-25", text: results()},
		left{runtime: "go", failure: "exit status 2: panic:\nboom"},
		left{runtime: "graal-jit-25", text: results(), stdout: graal + "warmup-ns: 12000000000\n"},
		left{runtime: "graal-jit-25", text: results(), stdout: graal + "warmup-ns: 60000000000\nunsteady: not warm after 1m: the compiler was at work for 8 % of a second\n"},
		left{runtime: "jvm-25", text: results(`"gc.count"`, busy)},
		left{runtime: "kotlin-native", text: "vm: Kotlin/Native 2.4.20\n" + lines(100, 100, 100, 100, 100)},
	)})
	if err != nil {
		t.Fatal(err)
	}
	if want := (collect.Counts{Planned: 8, Measured: 7, Failed: 1, Skipped: 1}); counts != want {
		t.Errorf("counts %+v, want %+v", counts, want)
	}
	if *update {
		write(t, "testdata/folder.golden", got.String())
	}
	golden, err := os.ReadFile("testdata/folder.golden")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(golden), got.String()); diff != "" {
		t.Errorf("-golden +collected:\n%s", diff)
	}
}

// What is printed of a run becomes what it is of an operation; a workload's own figures say what they are of.
func TestRunsOfManyOperations(t *testing.T) {
	figures := strings.ReplaceAll(lines(999, 4000, 4040, 4020, 3980, 4010), " allocs/op", " allocs/op   50 p99-ns   7 widgets")
	jmh := results(`"gc.count"`, `"p99": {"score": 9.0, "scoreError": "NaN", "scoreUnit": "ns", "rawData": [[9.0, 9.0, 9.0, 9.0, 9.0]]}, "gc.count"`)
	own := results(`"gc.count"`, `"own": {"score": 60.0, "scoreError": "NaN", "scoreUnit": "ns/op", "rawData": [[60.0, 60.0, 60.0, 60.0, 60.0]]}, "gc.count"`)
	cold := "curve: 500 300 200\nBenchmarkEcho/n=1/exec=x-2 1 900 start-ns 500 first-ns/op 200 tenth-ns/op\n"
	for _, test := range []struct {
		name string
		left left
		want []string
	}{
		{"lines", left{runtime: "go", text: figures + "note: held 3000 of 8000\n"}, []string{
			"Unit p99-ns better=lower\n", "note: held 3000 of 8000\n", "unranked: nobody knows\n",
			"BenchmarkEcho/n=1/exec=x-2 500 401 ns/op 0.7 B/op 0.1 allocs/op 50 p99-ns 1.048576e+06 peak-rss-bytes\n",
		}},
		{"JMH", left{runtime: "jvm-25", text: jmh, stdout: "# JMH\nnote: slow\n"}, []string{"note: slow\n", " 10 ns/op 2.4 B/op 9 p99-ns "}},
		{"JMH's time is not the operation's own", left{runtime: "jvm-25", text: own}, []string{" 6 ns/op 2.4 B/op "}},
		{"cold", left{runtime: "cold go", text: cold}, []string{"curve: 50 30 20\n", "BenchmarkEcho/n=1/exec=x-2 30 900 start-ns 50 first-ns/op 20 tenth-ns/op\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.left)
			p, err := dir.Plan()
			if err != nil {
				t.Fatal(err)
			}
			p.Figures = []config.Figure{{Unit: "p99-ns", Better: "lower"}}
			b := &p.Jobs[0].Benchmarks[0]
			b.Operations, b.Unranked = 10, "nobody knows"
			if err := raw.WriteJSON(dir.Path(raw.PlanFile), p); err != nil {
				t.Fatal(err)
			}
			record, err := dir.Record(1)
			if err != nil {
				t.Fatal(err)
			}
			record.Sample.Benchmark = *b
			if err := raw.WriteJSON(filepath.Join(dir.Sample(1), raw.SampleFile), record); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if _, err := collect.Folders(&got, []raw.Dir{dir}); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(got.String(), want) {
					t.Errorf("no %q in\n%s", want, got.String())
				}
			}
		})
	}
}

func TestCold(t *testing.T) {
	var got bytes.Buffer
	dir := folder(t, left{runtime: "cold go", text: "curve: 500 300 200\nBenchmarkEcho/n=1/exec=x-2 1 900 start-ns 500 first-ns/op 200 tenth-ns/op\n"})
	counts, err := collect.Folders(&got, []raw.Dir{dir})
	if err != nil || counts.Measured != 1 {
		t.Fatalf("%+v, %v, want a sample", counts, err)
	}
	if want := "curve: 500 300 200\n\nBenchmarkEcho/n=1/exec=x-2 3 900 start-ns 500 first-ns/op 200 tenth-ns/op\n"; !strings.HasSuffix(got.String(), want) {
		t.Errorf("got\n%s\nwant it to end with\n%s", got.String(), want)
	}
}

// A value that is not a finite number is a note on its row; all else is told.
func TestValuesThatAreNoNumbers(t *testing.T) {
	text := func(from, to string) string { return strings.ReplaceAll(lines(999, 100, 104, 102, 98, 101), from, to) }
	for _, test := range []struct {
		name, text string
		want       []string
		failed     int
	}{
		{"one metric", text(" B/op", " B/op +Inf p99-ns"), []string{"note: +Inf p99-ns is not a finite number: left out\n", " 101 ns/op 7 B/op 1 allocs/op 1.048576e+06 peak-rss-bytes\n"}, 0},
		{"NaN", text(" B/op", " B/op NaN p99-ns"), []string{"note: NaN p99-ns is not a finite number: left out\n"}, 0},
		{"one of its iterations", strings.Replace(text(" B/op", " B/op 3 p99-ns"), "3 p99-ns", "NaN p99-ns", 4), []string{"note: NaN p99-ns is not a finite number"}, 0},
		{"behind a note of its own", text(" B/op", " B/op -Inf p99-ns") + "note: slow disk\n", []string{"note: slow disk; -Inf p99-ns is not a finite number"}, 0},
		{"the time", text("104 ns/op", "+Inf ns/op"), []string{"reason: printed +Inf ns/op: want a finite number\n", " 1 failures\n"}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, left{runtime: "go", text: test.text})
			p, err := dir.Plan()
			if err != nil {
				t.Fatal(err)
			}
			p.Figures = []config.Figure{{Unit: "p99-ns", Better: "lower"}}
			if err := raw.WriteJSON(dir.Path(raw.PlanFile), p); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			counts, err := collect.Folders(&got, []raw.Dir{dir})
			if err != nil || counts.Failed != test.failed {
				t.Fatalf("%+v, %v, want %d failed", counts, err, test.failed)
			}
			for _, want := range test.want {
				if !strings.Contains(got.String(), want) {
					t.Errorf("no %q in\n%s", want, &got)
				}
			}
		})
	}
}

// A process that left anything but the result that was planned is a failure,
// and its line says why.
func TestRubbish(t *testing.T) {
	for _, test := range []struct {
		name string
		left left
		want string
	}{
		{"nothing", left{"go", "", "", ""}, "printed 0 results, want 6"},
		{"too few iterations", left{"go", lines(1, 1), "", ""}, "printed 2 results, want 6"},
		{"another benchmark", left{"go", strings.ReplaceAll(lines(1, 1, 1, 1, 1, 1), "n=1", "n=2"), "", ""}, "printed a result of Echo/n=2/exec=x-2, want Echo/n=1/exec=x-2"},
		{"no time", left{"go", strings.ReplaceAll(lines(1, 1, 1, 1, 1, 1), "ns/op", "widgets"), "", ""}, "printed a result without ns/op"},
		{"half a line", left{"go", "BenchmarkEcho/n=1/exec=x-2 10 x ns/op\n", "", ""}, "stdout:1: parsing measurement: invalid syntax"},
		{"failed after its first iteration", left{"go", lines(1, 1) + "BenchmarkEcho/n=1/exec=x-2         \t--- FAIL: BenchmarkEcho/n=1/exec=x\n    bench.go:130: held 1743 of 2000 requests a second: want 99.9 %\nPASS\n", "", ""}, "held 1743 of 2000 requests a second: want 99.9 %"},
		{"not what its label says", left{"kotlin-native", "vm: OpenJDK 64-Bit Server VM\n" + lines(1, 1, 1, 1), "", ""}, `measured on "OpenJDK 64-Bit Server VM", want Kotlin/Native`},
		{"cut JSON", left{"jvm-25", results()[:300], "", ""}, "jmh.json:"},
		{"empty JSON", left{"jvm-25", "", "", ""}, "jmh.json:1:1: "},
		{"another JDK", left{"jvm-25", results("25.0.3", "17.0.15"), "", ""}, "jmh.json: measured on OpenJDK 64-Bit Server VM of JDK 17.0.15, want HotSpot's Server VM of JDK 25"},
		{"a JDK that begins alike", left{"jvm-25", results("25.0.3", "250.1"), "", ""}, "want HotSpot's Server VM of JDK 25"},
		{"another parameter", left{"jvm-25", results(`"n": "1"`, `"n": "2"`), "", ""}, "jmh.json: n=2, want 1"},
		{"a parameter too many", left{"jvm-25", results(`"n": "1"`, `"n": "1", "m": "1"`), "", ""}, "jmh.json: parameter m, which Echo does not declare"},
		{"another unit", left{"jvm-25", results(`"mode": "avgt"`, `"mode": "thrpt"`, `"ns/op", "raw`, `"ops/s", "raw`), "", ""}, "forks of ops/s, want one of ns/op with 5 iterations"},
		{"cold without a curve", left{"cold go", "BenchmarkEcho/n=1/exec=x-2 1 9 start-ns 5 first-ns/op 3 tenth-ns/op\n", "", ""}, "printed a cold result without its curve"},
		{"cold with a broken curve", left{"cold go", "curve: 5 x\nBenchmarkEcho/n=1/exec=x-2 1 9 start-ns 5 first-ns/op 3 tenth-ns/op\n", "", ""}, `printed "x" in its curve, want nanoseconds`},
		{"cold without its start", left{"cold go", "curve: 5 4\nBenchmarkEcho/n=1/exec=x-2 1 5 first-ns/op 3 tenth-ns/op\n", "", ""}, "printed a cold result without start-ns"},
		{"compiled by C2", left{"graal-jit-25", results(), "# JMH version: 1.37\n", ""}, "compiled with Graal: false, want true"},
		{"nothing of its warm-up", left{"graal-jit-25", results(), graal, ""}, `printed "" as its warmup-ns, want nanoseconds`},
		{"rubbish of its warm-up", left{"graal-jit-25", results(), graal + "warmup-ns: -1\n", ""}, `printed "-1" as its warmup-ns, want nanoseconds`},
		{"compiled by Graal", left{"jvm-25", results(), graal, ""}, "compiled with Graal: true, want false"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got bytes.Buffer
			counts, err := collect.Folders(&got, []raw.Dir{folder(t, test.left)})
			if err != nil || counts.Failed != 1 {
				t.Fatalf("%+v, %v, want a failure", counts, err)
			}
			reason := got.String()[strings.LastIndex(got.String(), "reason: "):] // the first is the skip's
			reason, _, _ = strings.Cut(reason, "\n")
			if !strings.Contains(reason, test.want) {
				t.Errorf("got reason %q, want %q", reason, test.want)
			}
		})
	}
}

func TestFolderErrors(t *testing.T) {
	empty := raw.Dir(t.TempDir())
	begun := folder(t)
	if err := os.Remove(begun.Path(raw.RunFile)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		dir  raw.Dir
		want string
	}{
		{empty, "no run folder: plan.json is missing in it"},
		{begun, "nothing was measured in it yet: run.json is missing"},
	} {
		_, err := collect.Folders(&bytes.Buffer{}, []raw.Dir{test.dir})
		if err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}
