package compare

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchmath"
)

var update = flag.Bool("update", false, "write the goldens in testdata anew")

// cases are compared by the goldens and by the benchstat oracle.
var cases = []struct {
	name   string
	opt    Options
	inputs []string
}{
	// Go against two JVMs, one with two execs; failures, skips, unsteady
	// samples, and missing cells; too wide, so folded.
	{"runtimes", Options{Col: "runtime"}, []string{"testdata/runtimes.txt"}},
	// Base against head: more is better, exact units, zeros, new and gone.
	{"sides", Options{Col: "side"}, []string{"testdata/sides.txt"}},
	// A benchmark of the same name in each of two packages.
	{"packages", Options{Col: "side"}, []string{"testdata/packages.txt"}},
	// Too few samples for an interval, and for a test.
	{"few", Options{Col: "side"}, []string{"testdata/few.txt"}},
	{"few-lax", Options{Col: "side", Alpha: 0.2, Confidence: 0.7}, []string{"testdata/few.txt"}},
	// A race stands there without a change; a server that did not hold its rate.
	{"unranked", Options{Col: "runtime"}, []string{"testdata/unranked.txt"}},
	// A runtime that did not settle has no ratio, and one unsteady sample is a mark.
	{"unsteady", Options{Col: "runtime"}, []string{"testdata/unsteady.txt"}},
	{"machines", Options{Col: "side"}, []string{"testdata/machines.txt"}},
	// Nothing but failures, with a hostile reason.
	{"nothing", Options{Col: "side"}, []string{"testdata/nothing.txt"}},
	// What go test writes, a file for each side.
	{"files", Options{}, []string{"old=testdata/old.txt", "testdata/new.txt"}},
	{"filter", Options{Col: "runtime", Filter: "-/pattern:fan .unit:ns/op"}, []string{"testdata/runtimes.txt"}},
	{
		"order",
		Options{Table: ".config", Row: ".name,/n@num", Col: "side@(head base)", Ignore: "round,commit,/workers"},
		[]string{"testdata/sides.txt"},
	},
	// The base only failed, so another column is compared with.
	{
		"base-failed",
		Options{Table: "goos,goarch,cpu,cores", Col: "runtime@(jvm-17 go jvm-25),/exec", Filter: "/pattern:pure"},
		[]string{"testdata/runtimes.txt"},
	},
	{"vary", Options{Table: "goos,goarch,cpu,cores", Col: "side", Row: ".name"}, []string{"testdata/sides.txt"}},
	{
		"no-key",
		Options{Table: "goos,goarch,cpu,cores", Col: "/pattern", Row: "/n", Ignore: ".config,.fullname"},
		[]string{"testdata/runtimes.txt"},
	},
}

func read(t testing.TB, opt Options, inputs ...string) *Report {
	t.Helper()
	r, err := Read(opt, Files(inputs, nil))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func csvOf(t testing.TB, r *Report) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteCSV(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGoldens(t *testing.T) {
	formats := []struct {
		suffix string
		write  func(io.Writer, *Report) error
	}{
		{"text", func(w io.Writer, r *Report) error { return WriteText(w, r, 0) }},
		{"csv", WriteCSV},
		{"json", WriteJSON},
		{"md", WriteMarkdown},
	}
	for _, c := range cases {
		r := read(t, c.opt, c.inputs...)
		for _, f := range formats {
			t.Run(c.name+"."+f.suffix, func(t *testing.T) {
				var got bytes.Buffer
				if err := f.write(&got, r); err != nil {
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
