package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/why"
)

// explained is a report on Get, slower, and Same, with what profiles say of both.
func explained(t *testing.T, functions ...why.Function) *report.Report {
	t.Helper()
	f := newFixture()
	f.rounds("go", "Get-2", 24, 1.3, 0.01)
	f.rounds("go", "Same-2", 24, 1, 0.01)
	r, err := report.Read(source(f.String()))
	if err != nil {
		t.Fatal(err)
	}
	r.Explain("all", why.File{Rows: []why.Row{
		{Runtime: "go", Benchmark: "Get-2", Unit: why.Time, Functions: functions},
		{Runtime: "go", Benchmark: "Same-2", Unit: why.Time, Functions: []why.Function{{Name: "x.same", File: "same.go", Line: 1, Base: 1, Head: 9, InDiff: true}}},
		{Runtime: "go", Benchmark: "Get-2", Unit: why.Allocations, Functions: []why.Function{{Name: "x.allocates", File: "a.go", Line: 1, Base: 1, Head: 9, InDiff: true}}},
	}})
	return r
}

// A line is of a function of the repository that takes more: one in the diff, or else
// the first. A row that is no slower has none.
func TestLines(t *testing.T) {
	in := func(name, file string, line int, base, head float64, diff bool) why.Function {
		return why.Function{Name: "a.com/x/json." + name, File: file, Line: line, Base: base, Head: head, InDiff: diff}
	}
	for _, test := range []struct {
		name      string
		functions []why.Function
		want      []string
	}{
		{"in the diff", []why.Function{in("first", "a.go", 3, 1, 900, false), in("second", "b.go", 4, 10, 40, true), in("third", "c.go", 5, 10, 30, true)}, []string{"b.go:4", "c.go:5"}},
		{"none in the diff", []why.Function{in("first", "a.go", 3, 1, 900, false), in("second", "b.go", 4, 10, 40, false)}, []string{"a.go:3"}},
		{"takes less", []why.Function{in("first", "a.go", 3, 900, 1, true)}, nil},
		{"not of the repository", []why.Function{{Name: "runtime.mallocgc", Base: 1, Head: 2}}, nil},
		{"no line", []why.Function{in("first", "a.go", 0, 1, 9, true)}, nil},
		{"nothing known", nil, nil},
	} {
		var got []string
		for _, l := range explained(t, test.functions...).Lines() {
			got = append(got, fmt.Sprintf("%s:%d", l.File, l.Line))
		}
		if strings.Join(got, " ") != strings.Join(test.want, " ") {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	lines := explained(t, in("(*Reader).next", "json/read.go", 12, 3000, 303_000, true)).Lines()
	if len(lines) != 1 || lines[0].Title != "slower: json.(*Reader).next" || !strings.HasPrefix(lines[0].Text, "Get-2: +29.9 % (") || !strings.HasSuffix(lines[0].Text, "). Of an operation this function takes 3.00 µs → 303 µs (+300 µs). It is in the diff.") {
		t.Errorf("%+v", lines)
	}
}

// What stands in a file is neither a link nor a mention in a chat.
func TestSlack(t *testing.T) {
	r := explained(t, why.Function{Name: "x.<!channel>`take`", File: "a&b.go", Line: 3, Base: 10, Head: 40, InDiff: true})
	got := write(t, r, report.WriteSlack)
	for _, want := range []string{"• slower: `go` `Get-2` ", "        +30.0 ns `x.&lt;!channel&gt;'take'` a&amp;b.go:3; in the diff\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "Same") {
		t.Errorf("what has not changed is told:\n%s", got)
	}
}
