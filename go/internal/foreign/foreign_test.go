package foreign_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/foreign"
)

const (
	data  = `window.BENCHMARK_DATA = {"entries": {"s": [{"commit": {"id": "4f1c001"}, "date": 1, "tool": "go", "benches": [{"name": "BenchmarkA b/c", "value": 1.5, "unit": "ns/op", "range": "± 2", "extra": "3 times"}]}]}}`
	lines = "pkg: p\nBenchmarkA-8 10 5 ns/op 2 B/op 7 own\nBenchmarkA-8 10 6 ns/op\n"
)

// goEntry is the data.js of one run of the go reader.
func goEntry(benches string) string {
	return `{"entries": {"s": [{"commit": {"id": "4f1c001"}, "date": 1, "tool": "go", "benches": [` + benches + `]}]}}`
}

// Whatever is read is in the text that comes out, which reads as it is meant.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, content string
		want          []string
	}{
		{"data.js", data, []string{"suite: s\n", "given-name: BenchmarkA b/c\n", "range: ± 2\n", "extra: 3 times\n", "BenchmarkA%20b/c 3 1.5 ns/op\n", "commit: 4f1c001\n"}},
		{"several metrics in a unit", goEntry(`{"name": "BenchmarkA", "value": 12, "unit": "ns/op\t         4.000 auxMetricUnits\t  3 B/op", "extra": "3 times"}`), []string{"BenchmarkA 3 12 ns/op 4 auxMetricUnits 3 B/op\n"}},
		{"and in entries of their own", goEntry(`{"name": "BenchmarkA", "value": 12, "unit": "ns/op\t         4.000 auxMetricUnits"}, {"name": "BenchmarkA - ns/op", "value": 12, "unit": "ns/op"}, {"name": "BenchmarkA - auxMetricUnits", "value": 4, "unit": "auxMetricUnits"}`),
			[]string{"given-name: BenchmarkA - ns/op\n", "\nBenchmarkA 1 12 ns/op\n", "\nBenchmarkA 1 4 auxMetricUnits\n"}},
		{"a unit of words", goEntry(`{"name": "BenchmarkA", "value": 12, "unit": "ops per second"}`), []string{"BenchmarkA 1 12 ops%20per%20second\n"}},
		{"its JSON alone", strings.TrimPrefix(data, "window.BENCHMARK_DATA = "), []string{"BenchmarkA%20b/c 3 1.5 ns/op\n"}},
		{"go test of packages", "pkg: p/a\nBenchmarkA 1 5 ns/op\npkg: p/b/c\nBenchmarkA 1 6 ns/op\n", []string{"qualifier: a\n", "qualifier: b/c\n"}},
		{"JMH", `[{"benchmark":"p.a.C.m","mode":"ss","primaryMetric":{"scoreUnit":"s/op","rawData":[[1]]}},{"benchmark":"p.b.D.m","mode":"ss","primaryMetric":{"scoreUnit":"s/op","rawData":[[1]]}}]`, []string{"qualifier: a\n", "qualifier: b\n"}},
		{"go test", lines, []string{"pkg: p\n", "BenchmarkA-8 10 5 ns/op 2 B/op 7 own\n", "BenchmarkA-8 10 6 ns/op\n", "cores: 0\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			runs, err := foreign.Read("f", []byte(test.content), foreign.Defaults{Date: time.Unix(0, 0)})
			if err != nil || len(runs) != 1 {
				t.Fatalf("%d runs, %v", len(runs), err)
			}
			text, err := runs[0].Text()
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), "12 ns/op"); n > 1 {
				t.Errorf("a value stands in it %d times:\n%s", n, text)
			}
			for _, want := range test.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
		})
	}
}

// Several commits in one file are several runs.
func TestCommits(t *testing.T) {
	runs, err := foreign.Read("f", []byte("commit: aaaaaaa\nBenchmarkA 1 5 ns/op\ncommit: bbbbbbb\nBenchmarkA 1 6 ns/op\n"), foreign.Defaults{})
	if err != nil || len(runs) != 2 || runs[1].Commit != "bbbbbbb" {
		t.Errorf("%+v, %v, want two runs", runs, err)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{data, lines, `[{"benchmark":"p.C.m","mode":"ss","primaryMetric":{"scoreUnit":"s/op","rawData":[[1]]}}]`, "{}", "window.", "["} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		runs, err := foreign.Read("f", content, foreign.Defaults{Date: time.Unix(0, 0)})
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %v", err)
			}
			return
		}
		for _, r := range runs {
			text, err := r.Text()
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for reader := benchfmt.NewReader(bytes.NewReader(text), "f"); reader.Scan(); {
				switch record := reader.Result().(type) {
				case *benchfmt.Result:
					n++
				case *benchfmt.SyntaxError:
					t.Fatalf("%v in %q", record, text)
				}
			}
			if n != r.Results {
				t.Fatalf("%d results of %d in %q", n, r.Results, text)
			}
		}
	})
}
