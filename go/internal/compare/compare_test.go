package compare

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchmath"
)

var update = flag.Bool("update", false, "write the goldens in testdata anew")

// A golden is read by a person; of what is small, the lines say it.
type golden int

const (
	textGolden golden = 1 << iota
	markdownGolden
)

// cases are compared by the goldens or by lines of the text, with the runs of
// spaces as one, and all by the benchstat oracle.
var cases = []struct {
	name   string
	golden golden
	opt    Options
	inputs []string
	lines  []string
}{
	// Go against two JVMs, one with two execs; failures, skips, unsteady
	// samples, and missing cells; too wide, so folded.
	{"runtimes", textGolden | markdownGolden, Options{Col: "runtime"}, []string{"testdata/runtimes.txt"}, nil},
	// Base against head: more is better, exact units, zeros, new and gone.
	{"sides", textGolden | markdownGolden, Options{Col: "side"}, []string{"testdata/sides.txt"}, nil},
	// A benchmark of the same name in each of two packages.
	{"packages", 0, Options{Col: "side"}, []string{"testdata/packages.txt"}, []string{
		"pkg example.com/x", "Encode size=1k 100.4 ns ± 1% 101.0 ns ± 1% ~ p=0.589 n=6",
		"pkg example.com/x/codec/json", "Encode size=1k 9.144 µs ± 1% 11.795 µs ± 1% +28.99% p=0.002 n=6",
	}},
	// Too few samples for an interval, and for a test.
	{"few", textGolden, Options{Col: "side"}, []string{"testdata/few.txt"}, nil},
	{"few-lax", 0, Options{Col: "side", Alpha: 0.2, Confidence: 0.7}, []string{"testdata/few.txt"}, []string{
		"sec/op, median ± 70% interval, less is better", "n=1 998.0 µs ± 2% 1511.1 µs ± 2% +51.41% p=0.100 n=3", "-alpha 0.2 -confidence 0.7",
	}},
	// A race stands there without a change; a server that did not hold its rate.
	{"unranked", textGolden, Options{Col: "runtime"}, []string{"testdata/unranked.txt"}, nil},
	// A runtime that did not settle has no ratio, and one unsteady sample is a mark.
	{"unsteady", textGolden, Options{Col: "runtime"}, []string{"testdata/unsteady.txt"}, nil},
	{"machines", 0, Options{Col: "side"}, []string{"testdata/machines.txt"}, []string{
		"machine linux/amd64, AMD EPYC 7763 64-Core Processor, 4 cores", "PingPong pairs=4 2.506 µs ± 4% 2.460 µs ± 4% ~ p=0.310 n=6",
		"machine linux/amd64, Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz, 4 cores", "PingPong pairs=4 4.248 µs ± 3% 4.226 µs ± 4% ~ p=1.000 n=6",
	}},
	// Nothing but failures, with a hostile reason.
	{"nothing", 0, Options{Col: "side"}, []string{"testdata/nothing.txt"}, []string{
		"nothing measured, GOMAXPROCS 2", "PingPong pairs=4 failed ¹ failed ¹", "¹ 2 of 2 samples failed: build: undefined: x\ufffd[31m | `y` @team",
	}},
	// What go test writes, a file for each side.
	{"files", 0, Options{}, []string{"old=testdata/old.txt", "testdata/new.txt"}, []string{
		"old testdata/new.txt", "json 1.698 µs ± 1% 1.525 µs ± 1% -10.21% p<0.001 n=10", "B/s, median ± 95% interval, more is better, GOMAXPROCS 48",
	}},
	{"filter", 0, Options{Col: "runtime", Filter: "-/pattern:fan .unit:ns/op"}, []string{"testdata/runtimes.txt"}, []string{
		"pattern=coordinator 6.020 ms ± 3% 7.817 ms ± 5% +29.86% p<0.001 n=8 6.225 ms ± 4% +3.41% p=0.008 n=8+6 ¹", "¹ 2 of 8 samples failed: hung: killed after 60s",
		"PingPong pairs=4 2.483 µs ± 2% — skipped ²",
	}},
	{
		"order", textGolden,
		Options{Table: ".config", Row: ".name,/n@num", Col: "side@(head base)", Ignore: "round,commit,/workers"},
		[]string{"testdata/sides.txt"}, nil,
	},
	// The base only failed, so another column is compared with.
	{
		"base-failed", 0,
		Options{Table: "goos,goarch,cpu,cores", Col: "runtime@(jvm-17 go jvm-25),/exec", Filter: "/pattern:pure"},
		[]string{"testdata/runtimes.txt"},
		[]string{
			"sec/op, median ± 95% interval, less is better, compared with go goroutine, GOMAXPROCS 2",
			"MatMul pattern=pure n=100 workers=8 8.896 ms ± 2% failed ¹ 9.197 ms ± 4% +3.39% p=0.021 n=8",
		},
	},
	{"vary", 0, Options{Table: "goos,goarch,cpu,cores", Col: "side", Row: ".name"}, []string{"testdata/sides.txt"}, []string{
		"MatMul 31.53 ms ± 91% ¹ 31.54 ms ± 90% ~ p=0.443 n=12 ¹", "¹ benchmarks vary in: .fullname",
		"Gone 699.1 ns ± 1% n=6 —", "Varies 2048 B 2049 B ± 0% +0.05% n=2 ¹", "¹ exact distribution expected, but values range from 2049 to 2050",
	}},
	{
		"no-key", 0,
		Options{Table: "goos,goarch,cpu,cores", Col: "/pattern", Row: "/n", Ignore: ".config,.fullname"},
		[]string{"testdata/runtimes.txt"},
		[]string{"fan coordinator pure", "(none) — 2.579 µs ± 25% n=24 ¹ ⁴", "⁶ ratios must be >0 to compute geomean"},
	},
}

// Two runs of one side each say what code they measured: beside each other they are
// what is compared, in one pool they are worth a warning.
func TestRunsOfOtherCode(t *testing.T) {
	var inputs []string
	for _, code := range []string{"4f1c", "9a07"} {
		text := "goos: linux\nruntime: go\ncommit: 1234567-dirty\n"
		for i, value := range []string{"101", "102", "103", "104", "105", "106"} {
			text += fmt.Sprintf("key: %s\nround: %d\n\nBenchmarkEncode 1 %s ns/op\n", code, i+1, value)
		}
		path := filepath.Join(t.TempDir(), code)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, path)
	}
	for _, test := range []struct {
		opt  Options
		want string
	}{{Options{}, ""}, {Options{Col: "runtime"}, "benchmarks vary in: key"}} {
		r := read(t, test.opt, inputs...)
		var text strings.Builder
		if err := WriteText(&text, r, 0); err != nil {
			t.Fatal(err)
		}
		if strings.Count(text.String(), "\nEncode ") != 1 || strings.Contains(text.String(), "vary") != (test.want != "") || !strings.Contains(text.String(), test.want) {
			t.Errorf("%+v: want one row and %q in\n%s", test.opt, test.want, &text)
		}
	}
}

func read(t testing.TB, opt Options, inputs ...string) *Report {
	t.Helper()
	r, err := Read(opt, Files(inputs, nil))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGoldens(t *testing.T) {
	for _, f := range []struct {
		golden golden
		suffix string
		write  func(io.Writer, *Report) error
	}{
		{textGolden, "text", func(w io.Writer, r *Report) error { return WriteText(w, r, 0) }},
		{markdownGolden, "md", WriteMarkdown},
	} {
		for _, c := range cases {
			if c.golden&f.golden == 0 {
				continue
			}
			t.Run(c.name+"."+f.suffix, func(t *testing.T) {
				var got bytes.Buffer
				if err := f.write(&got, read(t, c.opt, c.inputs...)); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join("testdata", c.name+"."+f.suffix)
				if *update {
					if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got.String()); diff != "" {
					t.Errorf("%s (-want +got), -update if it is as it should be:\n%s", path, diff)
				}
			})
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range cases {
		if c.lines == nil {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			var text strings.Builder
			if err := WriteText(&text, read(t, c.opt, c.inputs...), 0); err != nil {
				t.Fatal(err)
			}
			got := strings.Join(strings.FieldsFunc(text.String(), func(r rune) bool { return r == ' ' }), " ")
			for _, want := range c.lines {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, &text)
				}
			}
		})
	}
}

// What a file calls something is no Markdown.
func TestMarkdownIsEscaped(t *testing.T) {
	var text strings.Builder
	if err := WriteMarkdown(&text, read(t, Options{Col: "side"}, "testdata/nothing.txt")); err != nil {
		t.Fatal(err)
	}
	if want := "``" + " build: undefined: x\ufffd[31m | `y` @team " + "``"; !strings.Contains(text.String(), want) {
		t.Errorf("no %s in\n%s", want, &text)
	}
}

// TestNumbersAreBenchmath holds centre, interval and p to benchmath's before
// they are rounded.
func TestNumbersAreBenchmath(t *testing.T) {
	same := func(a, b float64) bool {
		return a == b || math.Abs(a-b) <= 1e-12*math.Abs(b)
	}
	checked := 0
	for _, c := range cases {
		r := read(t, c.opt, c.inputs...)
		th := &benchmath.Thresholds{CompareAlpha: r.Options.Alpha}
		for _, table := range r.Tables {
			var assume benchmath.Assumption = benchmath.AssumeNothing
			if table.Exact {
				assume = benchmath.AssumeExact
			}
			for _, row := range table.Rows {
				for _, cell := range row.Cells {
					if !cell.Measured() {
						continue
					}
					sample := benchmath.NewSample(append([]float64(nil), cell.Values...), th)
					want := assume.Summary(sample, r.Options.Confidence)
					got := cell.Summary
					if !same(got.Center, want.Center) || !same(got.Lo, want.Lo) || !same(got.Hi, want.Hi) {
						t.Errorf("%s %s %s: %v, benchmath says %v", c.name, table.Unit, row.Name, got, want)
					}
					if cell.Compared {
						base := benchmath.NewSample(append([]float64(nil), row.Cells[table.Base].Values...), th)
						if want := assume.Compare(base, sample); !same(cell.Comparison.P, want.P) {
							t.Errorf("%s %s %s: p=%v, benchmath says %v", c.name, table.Unit, row.Name, cell.Comparison.P, want.P)
						}
						checked++
					}
				}
			}
		}
	}
	if checked == 0 {
		t.Error("no comparison in any case")
	}
}

// TestFold holds every line of a folded table to the width asked for, and
// every column to be in it.
func TestFold(t *testing.T) {
	r := read(t, Options{Col: "runtime", Filter: ".unit:ns/op -/pattern:pure"}, "testdata/runtimes.txt")
	for _, wide := range []int{90, 120, 200} {
		var out bytes.Buffer
		if err := WriteText(&out, r, wide); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(out.Bytes()) {
			if w := width(string(bytes.TrimSuffix(line, []byte("\n")))); w > wide && !bytes.HasPrefix(line, []byte("the same by benchstat")) {
				t.Errorf("width %d: a line of %d: %s", wide, w, line)
			}
		}
		for _, want := range []string{"goroutine", "jvm-17", "event-loop", "jvm-21"} {
			if !bytes.Contains(out.Bytes(), []byte(want)) {
				t.Errorf("width %d: column %s is missing:\n%s", wide, want, out.Bytes())
			}
		}
	}
}
