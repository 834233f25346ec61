package jmh

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"
)

var update = flag.Bool("update", false, "write the golden files")

func mean(v []float64) float64 {
	var sum float64
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// fixtures returns the paths of all result files: those JMH wrote in testdata,
// and those made by hand in testdata/bad.
func fixtures(t testing.TB) []string {
	t.Helper()
	good, err1 := filepath.Glob("testdata/*.json")
	bad, err2 := filepath.Glob("testdata/bad/*.json")
	if err := errors.Join(err1, err2); err != nil || len(good) == 0 || len(bad) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	return append(good, bad...)
}

// convert returns the benchmark format of a result file, with the errors as
// comments.
func convert(t testing.TB, data []byte, file string) ([]byte, []Benchmark, error) {
	t.Helper()
	list, err := Parse(data, file)
	var results []*benchfmt.Result
	for i := range list {
		results = append(results, list[i].Results(mean)...)
	}
	var out bytes.Buffer
	w := benchfmt.NewWriter(&out)
	for _, u := range Units(results) {
		if err := w.Write(u); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range results {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err != nil {
		for line := range strings.Lines(err.Error() + "\n") {
			fmt.Fprintf(&out, "# %s", line)
		}
	}
	return out.Bytes(), list, err
}

func TestGolden(t *testing.T) {
	for _, file := range fixtures(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, _, _ := convert(t, data, filepath.Base(file))
			golden := strings.TrimSuffix(file, ".json") + ".txt"
			if *update {
				if err := os.WriteFile(golden, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

func readFixture(t *testing.T, file string) []Benchmark {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Parse(data, file)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestReadFields(t *testing.T) {
	b := readFixture(t, "testdata/gc.json")[0]
	b.Metrics = nil
	want := Benchmark{
		Name: "demo.fixtures.Alloc.run", Mode: AverageTime, Params: []Param{{"bytes", "1024"}},
		Threads: 1, Forks: 2, WarmupIterations: 1, WarmupTime: 50 * time.Millisecond,
		MeasurementIterations: 3, MeasurementTime: 50 * time.Millisecond, MeasurementBatchSize: 1,
		JMHVersion: "1.37", JVM: "/usr/lib/jvm/java-17-openjdk-amd64/bin/java",
		JVMArgs:    []string{"-Xmx64m", "-XX:+UseSerialGC"},
		JDKVersion: "17.0.15", VMName: "OpenJDK 64-Bit Server VM", VMVersion: "17.0.15+6-Debian-1deb12u1",
	}
	if diff := cmp.Diff(want, b); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The order in which a file has them is neither sorted nor that of a map.
func TestParamOrder(t *testing.T) {
	const file = `[{"benchmark":"p.C.m","mode":"ss","params":{"z":"1","a":"2","m":"3"},
		"primaryMetric":{"scoreUnit":"s/op","rawData":[[1]]}}]`
	list, err := Parse([]byte(file), "f")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := list[0].ResultName(), "C.m/z=1/a=2/m=3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// jmhMetric is a metric as encoding/json reads it, with JMH's own summary of
// it, for oracles.
type jmhMetric struct {
	Score            any
	ScoreUnit        string
	ScorePercentiles map[string]any
	RawData          [][]any
}

// Without a fork to choose, our mean of all iterations has to be JMH's score.
func TestScoreAgreesWithJMH(t *testing.T) {
	compared := 0
	for _, file := range fixtures(t) {
		if filepath.Dir(file) != "testdata" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var raw []struct {
			Benchmark, Mode string
			Params          map[string]string
			PrimaryMetric   jmhMetric
		}
		if err := json.Unmarshal(data, &raw); err != nil {
			t.Fatal(err)
		}
		list, _ := Parse(data, file)
		for _, b := range list {
			i := slices.IndexFunc(raw, func(o struct {
				Benchmark, Mode string
				Params          map[string]string
				PrimaryMetric   jmhMetric
			}) bool {
				same := o.Benchmark == b.Name && o.Mode == b.Mode && len(o.Params) == len(b.Params)
				for _, p := range b.Params {
					same = same && o.Params[p.Key] == p.Value
				}
				return same
			})
			if i < 0 {
				t.Fatalf("%s: %s is not in the file", file, b.describe())
			}
			o := raw[i].PrimaryMetric
			s := scaleOf(o.ScoreUnit)
			m := b.Metrics[0]
			if m.Histograms == nil {
				got, want := mean(slices.Concat(m.Forks...)), s.apply(o.Score.(float64))
				if math.Abs(got-want) > 1e-9*want {
					t.Errorf("%s: %s: mean %g, JMH's score %g", file, b.describe(), got, want)
				}
				compared++
				continue
			}
			var bins []Bin
			for _, h := range m.Histograms {
				bins = append(bins, h...)
			}
			all := histogram(bins)
			checks := map[string]float64{"100.0": all.Max()}
			for key, rank := range map[string]float64{"50.0": 50, "90.0": 90, "95.0": 95, "99.0": 99, "99.9": 99.9, "99.99": 99.99} {
				checks[key] = all.Percentile(rank)
			}
			for key, got := range checks {
				want := s.apply(o.ScorePercentiles[key].(float64))
				if math.Abs(got-want) > 1e-9*want {
					t.Errorf("%s: %s: percentile %s is %g, JMH says %g", file, b.describe(), key, got, want)
				}
				compared++
			}
			if got, want := all.Mean(), s.apply(o.Score.(float64)); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s: %s: mean %g, JMH's score %g", file, b.describe(), got, want)
			}
		}
	}
	if compared < 50 {
		t.Errorf("compared %d values, want most of those in testdata", compared)
	}
}

func TestResultsUseSummaryPerFork(t *testing.T) {
	b := Benchmark{Name: "p.C.m", Mode: AverageTime, Metrics: []Metric{
		{Unit: timePerOp, Forks: [][]float64{{5, 1, 3}, {9, 7}}},
		{Name: "gc.count", Unit: "gc.count", Forks: [][]float64{{4}, {}}},
	}}
	results := b.Results(func(v []float64) float64 {
		slices.Sort(v) // a summary may reorder what it is given
		return v[0]
	})
	var got [][]float64
	for _, r := range results {
		ns, _ := r.Value("sec/op")
		gc, _ := r.Value("gc.count")
		got = append(got, []float64{math.Round(ns * 1e9), gc})
	}
	if diff := cmp.Diff([][]float64{{1, 0}, {7, 0}}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([][]float64{{5, 1, 3}, {9, 7}}, b.Metrics[0].Forks); diff != "" {
		t.Errorf("a summary changed the benchmark (-want +got):\n%s", diff)
	}
}

func TestIters(t *testing.T) {
	for _, test := range []struct {
		name string
		b    Benchmark
		want int
	}{
		{"avgt", Benchmark{MeasurementTime: time.Second, Metrics: []Metric{{Unit: timePerOp, Forks: [][]float64{{1e6, 2e6}}}}}, 1500},
		{"avgt, threads", Benchmark{Threads: 4, MeasurementTime: time.Second, Metrics: []Metric{{Unit: timePerOp, Forks: [][]float64{{1e6}}}}}, 4000},
		{"thrpt, threads", Benchmark{Threads: 4, MeasurementTime: time.Second, Metrics: []Metric{{Unit: opsPerTime, Forks: [][]float64{{300, 400}}}}}, 700},
		{"ss", Benchmark{Metrics: []Metric{{Unit: timePerOp, Forks: [][]float64{{1, 2, 3}}}}}, 3},
		{"sample", Benchmark{Metrics: []Metric{{Unit: timePerOp, Forks: [][]float64{{1}}, Histograms: []Histogram{{{1, 20}, {2, 22}}}}}}, 42},
		{"longer than an iteration", Benchmark{MeasurementTime: time.Second, Metrics: []Metric{{Unit: timePerOp, Forks: [][]float64{{9e9}}}}}, 1},
		{"zero", Benchmark{MeasurementTime: time.Second, Metrics: []Metric{{Unit: timePerOp, Forks: [][]float64{{0}}}}}, maxIters},
		{"negative", Benchmark{MeasurementTime: time.Second, Metrics: []Metric{{Unit: timePerOp, Forks: [][]float64{{-1}}}}}, 1},
	} {
		if got := test.b.iters(0); got != test.want {
			t.Errorf("%s: %d iterations, want %d", test.name, got, test.want)
		}
	}
}

// A fork without collections stands in one column with those that had some.
func TestZeroKeepsUnit(t *testing.T) {
	b := Benchmark{Name: "p.C.m", Metrics: []Metric{
		{Unit: timePerOp, Forks: [][]float64{{1}, {2}}},
		{Name: "gc.time", Unit: "gc.time-ns", Forks: [][]float64{{5e6}, {}}},
	}}
	var out bytes.Buffer
	w := benchfmt.NewWriter(&out)
	for _, r := range b.Results(mean) {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	var got []float64
	for r := benchfmt.NewReader(&out, "f"); r.Scan(); {
		v, ok := r.Result().(*benchfmt.Result).Value("gc.time-sec")
		if !ok {
			t.Fatalf("no gc.time-sec in %v", r.Result())
		}
		got = append(got, v)
	}
	if diff := cmp.Diff([]float64{0.005, 0}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBetter(t *testing.T) {
	for unit, want := range map[string]string{
		"ns/op": "lower", "sec/op": "lower", "B/op": "lower", "ops/s": "higher",
		"p99-ns/op": "lower", "max-ns/op": "lower", "gc.time-ns": "lower", "gc.time-sec": "lower",
		"gc.alloc.rate-B/s": "", "misses-ops/s": "", "read-ns/op": "",
	} {
		if got := Better(unit); got != want {
			t.Errorf("%s: got %q, want %q", unit, got, want)
		}
	}
	for _, p := range percentiles {
		if got := Better(p.unit); got != "lower" {
			t.Errorf("%s: got %q, want lower", p.unit, got)
		}
	}
}

func TestLostForks(t *testing.T) {
	two := []Metric{{Unit: timePerOp, Forks: [][]float64{{1}, {2}}}}
	for _, test := range []struct {
		b    Benchmark
		want int
	}{
		{Benchmark{Forks: 2, Metrics: two}, 0},
		{Benchmark{Forks: 5, Metrics: two}, 3},
		{Benchmark{Forks: 0, Metrics: two[:1]}, 0}, // in JMH's own process, or not told
		{Benchmark{Forks: 3}, 3},                   // of an Error
		{Benchmark{}, 1},
	} {
		if got := test.b.LostForks(); got != test.want {
			t.Errorf("%d forks, %d metrics: %d lost, want %d", test.b.Forks, len(test.b.Metrics), got, test.want)
		}
	}
	real := readFixture(t, "testdata/lost-fork.json")[0]
	if got := real.LostForks(); got != 1 {
		t.Errorf("lost-fork.json: %d lost, want 1", got)
	}
}

func TestResultName(t *testing.T) {
	for _, test := range []struct {
		name   string
		params []Param
		want   string
	}{
		{"org.demo.MatMul.run", nil, "MatMul"},
		{"org.demo.MatMul.fan", nil, "MatMul.fan"},
		{"MatMul.run", nil, "MatMul"},
		{"MatMul", nil, "MatMul"},
		{"run", nil, "run"},
		{"org.demo.Outer.Inner.run", nil, "Inner"},
		{"p.C.run", []Param{{"b", "2"}, {"a", "1"}}, "C/b=2/a=1"},
		{"p.C.run", []Param{{"a", ""}}, "C/a="},
		{"p.C.run", []Param{{"a", "x y\u00a0\n"}}, "C/a=x%20y%C2%A0%0A"},
		{"p.C.run", []Param{{"a", "b/c=d%"}}, "C/a=b%2Fc=d%25"},
		{"p.C.run", []Param{{"a", "-5"}}, "C/a=%2D5"},
		{"p.C.run", []Param{{"a", "x-8"}}, "C/a=x%2D8"},
		{"p.C.run", []Param{{"a", "x-8"}, {"b", "x"}}, "C/a=x-8/b=x"},
		{"p.C.run", []Param{{"a", "8-"}}, "C/a=8-"},
		{"p.C.run", []Param{{"a", "1e-08s"}}, "C/a=1e-08s"},
		{"p.C.run", []Param{{"a", "héllo 世"}}, "C/a=héllo%20世"},
	} {
		b := Benchmark{Name: test.name, Params: test.params}
		got := b.ResultName()
		if got != test.want {
			t.Errorf("%s %v: got %q, want %q", test.name, test.params, got, test.want)
		}
		_, parts := benchfmt.Name(got).Parts()
		if len(parts) != len(test.params) {
			t.Errorf("%q has %d parts, want one for each of %d parameters", got, len(parts), len(test.params))
		}
	}
}

func TestScaleOf(t *testing.T) {
	for _, test := range []struct {
		unit string
		in   float64
		want float64
		as   string
	}{
		{"ns/op", 3, 3, "ns/op"},
		{"us/op", 3, 3e3, "ns/op"},
		{"ms/op", 3, 3e6, "ns/op"},
		{"s/op", 3, 3e9, "ns/op"},
		{"min/op", 3, 180e9, "ns/op"},
		{"hr/op", 3, 10800e9, "ns/op"},
		{"day/op", 3, 259200e9, "ns/op"},
		{"ops/ns", 3, 3e9, "ops/s"},
		{"ops/us", 3, 3e6, "ops/s"},
		{"ops/ms", 3, 3e3, "ops/s"},
		{"ops/s", 3, 3, "ops/s"},
		{"ops/min", 3, 0.05, "ops/s"},
		{"ops/hr", 3600, 1, "ops/s"},
		{"ops/day", 43200, 0.5, "ops/s"},
		{"B/op", 3, 3, "B/op"},
		{"MB/sec", 3, 3 << 20, "B/s"},
		{"KiB", 3, 3 << 10, "B"},
		{"ms", 3, 3e6, "ns"},
		{"#", 3, 3, ""},
		{"counts", 3, 3, ""},
		{"#/op", 3, 3, "/op"},
		{"classes/sec", 3, 3, "classes/s"},
		{"clks/insn", 3, 3, "clks/insn"},
		{"odd unit", 3, 3, "odd%20unit"},
	} {
		s := scaleOf(test.unit)
		if got := s.apply(test.in); got != test.want || s.unit != test.as {
			t.Errorf("%g %s: got %g %s, want %g %s", test.in, test.unit, got, s.unit, test.want, test.as)
		}
	}
}

func TestUnits(t *testing.T) {
	results := []*benchfmt.Result{{Values: []benchfmt.Value{
		{Value: 1, Unit: "ops/s"}, {Value: 1, Unit: "misses-ops/s"}, {Value: 1e-9, Unit: "p50-sec/op", OrigValue: 1, OrigUnit: "p50-ns/op"}, {Value: 1, Unit: "ops/s"},
	}}}
	var out bytes.Buffer
	w := benchfmt.NewWriter(&out)
	for _, u := range Units(results) {
		if err := w.Write(u); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := out.String(), "Unit ops/s better=higher\nUnit p50-ns/op better=lower\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestErrorCarriesBenchmark(t *testing.T) {
	const file = `[{"benchmark":"p.C.m","mode":"avgt","params":{"n":"1"},"primaryMetric":{"scoreUnit":"s/op","rawData":[["NaN"]]}}]`
	list, err := Parse([]byte(file), "f.json")
	var one *Error
	if len(list) != 0 || !errors.As(err, &one) {
		t.Fatalf("got %v, %v, want an *Error", list, err)
	}
	if got := one.Benchmark.ResultName(); got != "C.m/n=1" {
		t.Errorf("the error is one of %q, want C.m/n=1", got)
	}
}

// FuzzRead holds what is read against encoding/json, counts that no
// benchmark gets lost, and parses what comes out. Run it with
// -fuzzminimizetime=10x: files this large take minutes to minimise.
func FuzzRead(f *testing.F) {
	for _, file := range fixtures(f) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		out, list, err := convert(t, data, "f.json")
		var raw []json.RawMessage
		var errs ErrorList
		if err != nil && !errors.As(err, &errs) {
			t.Fatalf("%T, want an ErrorList", err)
		}
		if valid := json.Unmarshal(data, &raw) == nil && raw != nil; !valid {
			if err == nil {
				t.Fatal("encoding/json refuses this, Parse does not")
			}
		} else if len(raw) == 0 {
			if len(errs) != 1 {
				t.Fatalf("%d errors for an empty list, want 1", len(errs))
			}
		} else if len(list)+len(errs) != len(raw) {
			t.Fatalf("%d benchmarks and %d errors of %d objects", len(list), len(errs), len(raw))
		}
		want := 0
		for _, b := range list {
			want += len(b.Metrics[0].Forks)
		}
		got := 0
		r := benchfmt.NewReader(bytes.NewReader(out), "f.txt")
		for r.Scan() {
			switch rec := r.Result().(type) {
			case *benchfmt.SyntaxError:
				t.Fatalf("%v in\n%s", rec, out)
			case *benchfmt.Result:
				got++
				if _, ns := rec.Value("sec/op"); !ns {
					if _, ops := rec.Value("ops/s"); !ops {
						t.Fatalf("%s has neither ns/op nor ops/s", rec.Name)
					}
				}
			}
		}
		if r.Err() == nil && got != want {
			t.Fatalf("%d results of %d forks in\n%s", got, want, out)
		}
	})
}

// generate returns a result file laid out as JMH does it.
func generate(benchmarks, forks, iterations int) []byte {
	var b bytes.Buffer
	metric := func(unit string, seed int) {
		b.WriteString("{\n            \"score\" : 2.4206,\n            \"scoreError\" : \"NaN\",\n            \"scoreConfidence\" : [\n                2.1,\n                2.2\n            ],\n            \"scorePercentiles\" : {\n")
		for i, p := range []string{"0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "99.999", "99.9999", "100.0"} {
			if i > 0 {
				b.WriteString(",\n")
			}
			fmt.Fprintf(&b, "                %q : 2.3940669704304%d", p, i)
		}
		fmt.Fprintf(&b, "\n            },\n            \"scoreUnit\" : %q,\n            \"rawData\" : [\n", unit)
		for f := range forks {
			if f > 0 {
				b.WriteString(",\n")
			}
			b.WriteString("                [\n")
			for i := range iterations {
				if i > 0 {
					b.WriteString(",\n")
				}
				fmt.Fprintf(&b, "                    %v", 2+1/float64(seed+f+i+3))
			}
			b.WriteString("\n                ]")
		}
		b.WriteString("\n            ]\n        }")
	}
	b.WriteString("[\n")
	for i := range benchmarks {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "    {\n        \"jmhVersion\" : \"1.37\",\n        \"benchmark\" : \"org.demo.Bench%d.run\",\n        \"mode\" : \"avgt\",\n        \"threads\" : 1,\n        \"forks\" : %d,\n        \"jvm\" : \"/usr/lib/jvm/java\",\n        \"jvmArgs\" : [\n            \"-Xmx1g\"\n        ],\n        \"measurementIterations\" : %d,\n        \"measurementTime\" : \"100 ms\",\n        \"params\" : {\n            \"n\" : \"100\"\n        },\n        \"primaryMetric\" : ", i, forks, iterations)
		metric("us/op", i)
		b.WriteString(",\n        \"secondaryMetrics\" : {\n            \"gc.alloc.rate\" : ")
		metric("MB/sec", i)
		b.WriteString(",\n            \"gc.alloc.rate.norm\" : ")
		metric("B/op", i)
		b.WriteString("\n        }\n    }")
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}

// BenchmarkRead converts two files, as for the sides of a comparison: each of
// 1,000 benchmarks with 20 forks and 3 metrics, from the file to results.
func BenchmarkRead(b *testing.B) {
	for _, iterations := range []int{1, 5} {
		b.Run(fmt.Sprintf("iterations=%d", iterations), func(b *testing.B) {
			data := generate(1000, 20, iterations)
			file := filepath.Join(b.TempDir(), "f.json")
			if err := os.WriteFile(file, data, 0o666); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(2 * int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				for range 2 {
					data, err := os.ReadFile(file)
					if err != nil {
						b.Fatal(err)
					}
					list, err := Parse(data, file)
					if err != nil || len(list) != 1000 {
						b.Fatal(len(list), err)
					}
					for i := range list {
						list[i].Results(mean)
					}
				}
			}
		})
	}
}
