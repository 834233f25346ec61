package report_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/results"
)

// printed is what go test -bench -count prints of samples, by name.
func printed(names []string, samples map[string][]float64) string {
	var out strings.Builder
	out.WriteString("goos: linux\ngoarch: amd64\npkg: example.com/m\ncpu: Test CPU\n")
	for _, name := range names {
		for _, ns := range samples[name] {
			fmt.Fprintf(&out, "Benchmark%s-2   \t 100\t%12.4g ns/op\n", name, ns)
		}
	}
	return out.String() + "PASS\nok  \texample.com/m\t1.2s\n"
}

// drawn are n samples around a time.
func drawn(rnd *rand.Rand, n int, around, spread float64) []float64 {
	samples := make([]float64, n)
	for i := range samples {
		samples[i] = around * math.Exp(spread*rnd.NormFloat64())
	}
	return samples
}

func unpaired(t *testing.T, old, new string, renamed ...results.Rename) *report.Report {
	t.Helper()
	rules, err := judge.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	sources := append(source(old), source(new)...)
	sources[0].Name, sources[1].Name = "old.txt", "new.txt"
	r, err := report.Unpaired(sources[0], sources[1], "/", renamed, rules)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestUnpaired(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	names := []string{"Same", "Slow", "Fast", "Wide", "Equal", "Gone"}
	old := map[string][]float64{"Same": drawn(rnd, 12, 1e4, 0.003), "Slow": drawn(rnd, 12, 1e4, 0.01), "Fast": drawn(rnd, 12, 1e4, 0.01), "Wide": drawn(rnd, 12, 1e4, 0.3), "Equal": {5, 5, 5, 5}, "Gone": {1, 2, 3}}
	head := map[string][]float64{"Same": drawn(rnd, 10, 1e4, 0.003), "Slow": drawn(rnd, 10, 1.1e4, 0.01), "Fast": drawn(rnd, 10, 9e3, 0.01), "Wide": drawn(rnd, 10, 1.1e4, 0.3), "Equal": {5, 5, 5, 5}, "Few": {1, 2}}
	r := unpaired(t, printed(names, old), printed(append(names, "Few"), head))
	got := map[string]report.Row{}
	for _, x := range r.Rows {
		got[x.Benchmark] = x
	}
	for name, want := range map[string]report.Verdict{"Same-2": report.Unchanged, "Slow-2": report.Slower, "Fast-2": report.Faster, "Wide-2": report.Undecided, "Equal-2": report.Undecided, "Gone-2": report.Removed, "Few-2": report.New} {
		if got[name].Verdict != want {
			t.Errorf("%s: %s, want %s: %s", name, got[name].Verdict, want, got[name].Evidence())
		}
	}
	if x := got["Equal-2"]; x.Reason != "all 8 samples are equal: nothing was timed" {
		t.Errorf("Equal: %q", x.Reason)
	}
	var text, comment, json bytes.Buffer
	for _, err := range []error{report.WriteText(&text, r), report.WriteMarkdown(&comment, r), report.WriteJSON(&json, r)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const note = "unpaired: the two files were measured one after the other, so a slower machine looks like slower code; at most 1 % of reports call a change by chance alone."
	if !strings.Contains(text.String(), "1 slower, 1 faster") || !strings.Contains(text.String(), note) || !strings.Contains(comment.String(), note) || !strings.Contains(json.String(), `"unpaired": true`) {
		t.Errorf("%s\n%s\n%s", &text, &comment, &json)
	}
}

// With few samples no p can pass Holm's: the row says how many would do.
func TestUnpairedTooFew(t *testing.T) {
	old, head := map[string][]float64{}, map[string][]float64{}
	var names []string
	for i := range 3 {
		name := fmt.Sprintf("A%d", i)
		names = append(names, name)
		old[name], head[name] = []float64{1, 1.01, 1.02, 1.03, 1.04}, []float64{2, 2.01, 2.02, 2.03, 2.04}
	}
	for _, x := range unpaired(t, printed(names, old), printed(names, head)).Rows {
		if x.Verdict != report.Undecided || x.Reason != "too few samples to tell among 3 benchmarks: want 6 or more of each in each file" {
			t.Errorf("%s: %s, %q", x.Benchmark, x.Verdict, x.Reason)
		}
	}
	one := unpaired(t, printed(names[:1], old), printed(names[:1], head))
	if one.Rows[0].Verdict != report.Slower { // 2/C(10,5) is 0.008
		t.Errorf("%s", one.Rows[0].Evidence())
	}
}

// benchstat's medians, p and n are ours.
func TestUnpairedIsBenchstats(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	dir := t.TempDir()
	var names []string
	old, head := map[string][]float64{}, map[string][]float64{}
	for i := range 30 {
		name := fmt.Sprintf("A%d", i)
		names = append(names, name)
		old[name] = drawn(rnd, 4+rnd.IntN(60), 1e4, 0.1)
		head[name] = drawn(rnd, 4+rnd.IntN(60), 1e4*(1+0.1*rnd.Float64()), 0.1)
		if i%3 == 0 { // ties
			for _, side := range [][]float64{old[name], head[name]} {
				for k := range side {
					side[k] = math.Round(side[k]/500) * 500
				}
			}
		}
	}
	texts := []string{printed(names, old), printed(names, head)}
	for i, name := range []string{"old.txt", "new.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(texts[i]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "tool", "benchstat", "-format", "csv", filepath.Join(dir, "old.txt"), filepath.Join(dir, "new.txt"))
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := csv.NewReader(bytes.NewReader(out))
	lines.FieldsPerRecord = -1
	records, err := lines.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]report.Row{}
	for _, x := range unpaired(t, texts[0], texts[1]).Rows {
		rows[x.Benchmark] = x
	}
	compared := 0
	for _, record := range records {
		x, ok := rows[record[0]]
		if !ok || len(record) < 7 {
			continue
		}
		compared++
		was, _ := strconv.ParseFloat(record[1], 64)
		is, _ := strconv.ParseFloat(record[3], 64)
		if math.Abs(*x.Base/was-1) > 1e-9 || math.Abs(*x.Head/is-1) > 1e-9 {
			t.Errorf("%s: %v → %v, benchstat %v → %v", x.Benchmark, *x.Base, *x.Head, was, is)
		}
		var p float64
		var n1, n2 int
		if _, err := fmt.Sscanf(record[6], "p=%f n=%d+%d", &p, &n1, &n2); err != nil {
			if _, err := fmt.Sscanf(record[6], "p=%f n=%d", &p, &n1); err != nil {
				t.Fatalf("%q: %v", record[6], err)
			}
			n2 = n1
		}
		if math.Abs(x.Benchstat.P-p) > 0.0005+1e-12 || x.N != min(n1, n2) || x.Rounds != max(n1, n2) {
			t.Errorf("%s: p %v, n %d and %d, benchstat %s", x.Benchmark, x.Benchstat.P, x.N, x.Rounds, record[6])
		}
	}
	if compared != len(names) {
		t.Errorf("%d rows of benchstat's, want %d:\n%s", compared, len(names), out)
	}
}

// The promise: of reports on twenty benchmarks in which nothing changed, at most 1 %
// call any of them slower or faster. Without Holm and the minimum effect it is more.
func TestUnpairedFalseAlarms(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	const reports, benchmarks = 600, 20
	alarms, benchstats := 0, 0
	for range reports {
		var names []string
		old, head := map[string][]float64{}, map[string][]float64{}
		for i := range benchmarks {
			name := fmt.Sprintf("A%d", i)
			names = append(names, name)
			old[name], head[name] = drawn(rnd, 10, 1e4, 0.1), drawn(rnd, 10, 1e4, 0.1)
		}
		r := unpaired(t, printed(names, old), printed(names, head))
		if r.Count(report.Slower)+r.Count(report.Faster) > 0 {
			alarms++
		}
		if slices.ContainsFunc(r.Rows, func(x report.Row) bool { return x.Benchstat.P < 0.05 }) {
			benchstats++
		}
	}
	if most := reports/100 + 8; alarms > most { // three deviations above 1 %
		t.Errorf("%d of %d reports with a false alarm, want %d at most", alarms, reports, most)
	}
	if benchstats < reports/3 {
		t.Errorf("p alone gave %d alarms in %d reports: the test has no power", benchstats, reports)
	}
}
