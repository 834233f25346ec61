package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/why"
)

// The functions that moved stand below the rows, in a terminal and in a comment.
func TestReasons(t *testing.T) {
	f := newFixture()
	f.rounds("go", "Get-2", 12, 1.3, 0.01)
	r, err := report.Read(source(f.String()))
	if err != nil {
		t.Fatal(err)
	}
	file := why.File{Rows: []why.Row{{Runtime: "go", Benchmark: "Get-2", Unit: why.Time, Functions: []why.Function{
		{Name: "github.com/x/json.(*Reader[go.shape.int]).next", File: "json/read.go", Line: 12, Base: 3000, Head: 303_000, InDiff: true},
		{Name: "runtime.gcBgMarkWorker", Base: 500, Head: 20},
	}}, {Runtime: "go", Benchmark: "Other-2", Unit: why.Time, Functions: []why.Function{{Name: "f", Head: 1}}}}}
	r.Explain("another", file)
	if got := write(t, r, report.WriteText); strings.Contains(got, "why:") {
		t.Errorf("another job's reasons:\n%s", got)
	}
	r.Explain("all", file)
	for _, want := range []string{
		"why: time of an operation by function: go Get-2\n",
		"  +300 µs  3.00 µs → 303 µs  json.(*Reader[go.shape.int]).next  json/read.go:12; in the diff\n",
		"  -480 ns  500 ns → 20.0 ns  runtime.gcBgMarkWorker\n",
	} {
		if got := write(t, r, report.WriteText); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, want := range []string{
		"| `Get-2` | +300\u00a0µs | 3.00\u00a0µs → 303\u00a0µs | **in the diff** `json.(*Reader[go.shape.int]).next` | `json/read.go:12` |\n",
		"|  | -480\u00a0ns | 500\u00a0ns → 20.0\u00a0ns | `runtime.gcBgMarkWorker` |  |\n",
	} {
		if got := write(t, r, report.WriteMarkdown); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func write(t *testing.T, r *report.Report, to func(io.Writer, *report.Report) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := to(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
