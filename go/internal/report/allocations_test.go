package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/report"
)

// allocating writes rounds of a benchmark with what each counts, by round from 1.
func (f *fixture) allocating(name string, n int, ratio, spread float64, base, head func(round int) string) {
	for round := 1; round <= n; round++ {
		for _, side := range []string{"base", "head"} { // in this order, or chance makes another report
			counts := map[string]func(int) string{"base": base, "head": head}[side]
			ns, operations := 1e6*(1+spread*f.rnd.NormFloat64()), f.operations
			if side == "head" {
				ns, operations = ns*ratio, int(float64(operations)/ratio) // in the same time
			}
			f.side(side, "go")
			fmt.Fprintf(f, "round: %d\nBenchmark%s %d %.0f ns/op %s\n", round, name, operations, ns, counts(round))
		}
	}
}

func TestAllocations(t *testing.T) {
	always := func(text string) func(int) string { return func(int) string { return text } }
	varying := func(round int) string { return fmt.Sprintf("%d B/op %d allocs/op", 4081+round%3, 7+round%2) }
	for _, test := range []struct {
		name          string
		rounds        int
		ratio, spread float64
		base, head    func(int) string
		want          report.Verdict
		headline      string
		line          string // of the text
		operations    int    // of a sample; 0 is many
	}{
		{"one more, time undecided", 8, 1, 0.2, always("0 B/op 0 allocs/op"), always("16 B/op 1 allocs/op"), report.MoreAllocations,
			"1 with more allocations; 1 measured too little", "more allocations: 0 → 1 allocs/op, 0 → 16 B/op", 0},
		{"one more, time unchanged", 8, 1, 0.003, always("16 B/op 1 allocs/op"), always("32 B/op 2 allocs/op"), report.MoreAllocations,
			"1 with more allocations", "more allocations: 1 → 2 allocs/op, 16 → 32 B/op", 0},
		{"slower too", 18, 1.3, 0.003, always("16 B/op 1 allocs/op"), always("32 B/op 2 allocs/op"), report.MoreAllocations,
			"1 slower, 1 with more allocations", "more allocations: 1 → 2 allocs/op, 16 → 32 B/op", 0},
		{"fewer", 8, 1, 0.003, always("32 B/op 2 allocs/op"), always("16 B/op 1 allocs/op"), report.FewerAllocations,
			"1 with fewer allocations", "fewer allocations: 2 → 1 allocs/op, 32 → 16 B/op", 0},
		{"larger ones", 8, 1, 0.003, always("16 B/op 1 allocs/op"), always("32 B/op 1 allocs/op"), report.MoreBytes,
			"1 with more bytes", "more bytes: 16 → 32 B/op", 0},
		{"fewer but larger", 8, 1, 0.003, always("16 B/op 2 allocs/op"), always("64 B/op 1 allocs/op"), report.FewerAllocations,
			"1 with fewer allocations", "fewer allocations: 2 → 1 allocs/op, 16 → 64 B/op", 0},
		{"the same", 8, 1, 0.003, always("16 B/op 1 allocs/op"), always("16 B/op 1 allocs/op"), "", "no change found", "", 0},
		{"allocations are exact, bytes are not", 8, 1, 0.003, func(i int) string { return fmt.Sprintf("%d B/op 1 allocs/op", 16+i%2) }, always("32 B/op 1 allocs/op"), "", "no change found", "", 0},
		{"both sides vary", 8, 1, 0.003, varying, func(i int) string { return varying(i + 1) }, "", "no change found", "", 0},
		{"one side varies", 8, 1, 0.003, always("16 B/op 1 allocs/op"), varying, "", "no change found", "", 0},
		{"too few rounds", 5, 1, 0.003, always("0 B/op 0 allocs/op"), always("16 B/op 1 allocs/op"), "", "nothing was decided; 1 measured too little", "", 0},
		{"one more, in fewer operations: a process may have made them", 18, 1.3, 0.003, always("0 B/op 9 allocs/op"), always("0 B/op 10 allocs/op"), "", "1 slower", "", 100},
		{"one more, in as few operations", 8, 1, 0.003, always("0 B/op 9 allocs/op"), always("0 B/op 10 allocs/op"), report.MoreAllocations, "1 with more allocations", "more allocations: 9 → 10 allocs/op", 100},
		{"one more, in more operations", 18, 0.7, 0.003, always("0 B/op 9 allocs/op"), always("0 B/op 10 allocs/op"), report.MoreAllocations, "1 with more allocations, 1 faster", "more allocations: 9 → 10 allocs/op", 100},
		{"one fewer, in more operations: a process may have made them", 18, 0.7, 0.003, always("0 B/op 10 allocs/op"), always("0 B/op 9 allocs/op"), "", "1 faster", "", 100},
		{"many more in few", 8, 1, 0.003, always("0 B/op 9 allocs/op"), always("0 B/op 29 allocs/op"), report.MoreAllocations, "1 with more allocations", "more allocations: 9 → 29 allocs/op", 100},
	} {
		f := newFixture()
		if test.operations > 0 {
			f.operations = test.operations
		}
		f.allocating("A-2", test.rounds, test.ratio, test.spread, test.base, test.head)
		r, err := report.Read(source(f.String()))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if x := r.Rows[0]; x.Allocations != test.want || r.Headline() != test.headline {
			t.Errorf("%s: %q, %s, want %q, %s", test.name, x.Allocations, r.Headline(), test.want, test.headline)
		}
		var text, comment, json bytes.Buffer
		for write, err := range map[string]error{"text": report.WriteText(&text, r), "comment": report.WriteMarkdown(&comment, r), "json": report.WriteJSON(&json, r)} {
			if err != nil {
				t.Fatalf("%s: %v", write, err)
			}
		}
		if test.want == "" {
			continue
		}
		above, _, _ := strings.Cut(strings.ReplaceAll(comment.String(), "\u00a0", " "), "<details>")
		if !strings.Contains(text.String(), test.line) || !strings.Contains(above, test.line) || !strings.Contains(above, ", "+string(test.want)+" |") ||
			!strings.Contains(json.String(), fmt.Sprintf(`"allocations": %q`, test.want)) || !strings.Contains(json.String(), fmt.Sprintf("%q: 1", test.want)) {
			t.Errorf("%s: %q does not stand everywhere:\n%s\n%s\n%s", test.name, test.line, &text, &comment, &json)
		}
	}
}
