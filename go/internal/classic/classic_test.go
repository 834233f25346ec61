package classic_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/history"
)

func commit(n int) string { return fmt.Sprintf("%040x", n) }

var began = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// add puts a job's results into a history: so many nanoseconds on a machine of
// a speed, which the ruler shows.
func add(t *testing.T, root string, kind history.Kind, n int, cpu string, ns, speed float64, withRuler bool) {
	t.Helper()
	addAs(t, root, kind, n, began.Add(time.Duration(n)*time.Hour), fmt.Sprint(100+n), cpu, ns, speed, withRuler)
}

// addAs is add of a run at a time.
func addAs(t *testing.T, root string, kind history.Kind, n int, date time.Time, run, cpu string, ns, speed float64, withRuler bool) {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "cpu: %s\ncores: 4\nruntime: go\nside: head\ncommit: %040x\ndate: %s\n", cpu, n, date.Format(time.RFC3339))
	if withRuler {
		fmt.Fprintf(&text, "ruler: 1\nruler-times: arithmetic=%[1]g,%[1]g,%[1]g memory=%[1]g,%[1]g,%[1]g channels=%[1]g,%[1]g,%[1]g\n", 2e-9/speed)
	}
	for _, part := range []float64{0.99, 1, 1.01} {
		fmt.Fprintf(&text, "BenchmarkPingPong/hops=5/exec=goroutine-4 1 %g ns/op\n", ns/speed*part)
		fmt.Fprintf(&text, "BenchmarkTimer/exec=goroutine-4 1 5 ns/op\n")
	}
	if _, err := history.Add(root, history.New(kind, date, commit(n), run, "hotspot"), []byte(text.String())); err != nil {
		t.Fatal(err)
	}
}

// Whatever a machine's speed on a day, the ratio to the ruler stays; each CPU
// model has a suite; what is not of the default branch has none.
func TestSuites(t *testing.T) {
	root := t.TempDir()
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 20 {
		add(t, root, history.Main, n, "A (R) CPU", 300*(1+0.02*rnd.NormFloat64()), 1+rnd.Float64(), true)
	}
	add(t, root, history.Main, 21, "B", 500, 1, true)
	add(t, root, history.Manual, 22, "A (R) CPU", 9999, 1, true)
	add(t, root, history.Main, 23, "C", 500, 1, false)
	series, notes, err := classic.Read(root, []string{"PingPong"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "no ruler was measured beside it") {
		t.Errorf("notes %q", notes)
	}
	if len(series) != 2 || len(series[0].Values) != 20 || series[0].Benchmark != "PingPong/hops=5/exec=goroutine" {
		t.Fatalf("%+v", series)
	}
	for _, v := range series[0].Values {
		if v.Ratio < 130 || v.Ratio > 170 {
			t.Errorf("ratio %v, want about 150 on any day", v.Ratio)
		}
	}
	suites, others, err := classic.Suites(series, "119", commit(19))
	if err != nil || len(suites) != 1 || len(others) > 0 {
		t.Fatalf("%+v, %v", suites, err)
	}
	var points []struct {
		Name, Unit, Range string
		Value             float64
	}
	if err := json.Unmarshal(suites[0].Points, &points); err != nil || len(points) != 1 {
		t.Fatalf("%s, %v", suites[0].Points, err)
	}
	if points[0].Name != "PingPong/hops=5/exec=goroutine go" || points[0].Unit != "times the ruler" || points[0].Range != "± 0.5 %" {
		t.Errorf("%+v", points[0])
	}
	var percent float64
	if _, err := fmt.Sscanf(suites[0].Threshold, "%f%%", &percent); err != nil || percent < 110 || percent > 125 || suites[0].File != "a-r-cpu-ruler-1.json" {
		t.Errorf("%+v: want five steps of 2 to 4 %%", suites[0])
	}
	if first, _, _ := classic.Suites(series, "121", commit(21)); len(first) != 1 || first[0].Threshold != "200%" {
		t.Errorf("without a history: %+v", first)
	}
	if none, _, err := classic.Suites(series, "122", commit(22)); err != nil || len(none) != 0 {
		t.Errorf("a manual run has a suite: %+v, %v", none, err)
	}
	if _, _, err := classic.Read(root+"/none", nil, nil); err == nil {
		t.Error("a history that is not there is an empty one")
	}
}

// A commit that a night measured later than those after it stands where it
// belongs, and the classic page, which knows no such place, is not told of it.
func TestACommitMeasuredLate(t *testing.T) {
	root := t.TempDir()
	order := history.Order{}
	for n := range 40 {
		ns := 300 * (1 + 0.001*float64(n%3))
		if n >= 20 {
			ns *= 1.2
		}
		order[commit(n)] = began.Add(time.Duration(n) * time.Minute)
		if n != 10 {
			add(t, root, history.Main, n, "A", ns, 1, true)
		}
	}
	// What follows was measured two days later, in the run that measured commit 39 again.
	late := began.Add(48 * time.Hour)
	for _, n := range []int{10, 39} {
		addAs(t, root, history.Main, n, late, "900", "A", 300*(1+0.2*float64(n/39)), 1, true)
	}
	series, _, err := classic.Read(root, []string{"PingPong"}, order)
	if err != nil || len(series) != 1 {
		t.Fatalf("%+v, %v", series, err)
	}
	for i, v := range series[0].Values {
		if want := commit(min(i, 39)); v.Commit != want {
			t.Errorf("place %d has commit %s, want %s", i, v.Commit, want)
		}
	}
	rises, err := classic.Rises(series, 0.05)
	if err != nil || len(rises) != 1 || rises[0].From != commit(19) || rises[0].To != commit(20) {
		t.Errorf("%+v, %v: want a rise at commit 20", rises, err)
	}
	suites, others, err := classic.Suites(series, "900", commit(39))
	if err != nil || len(suites) != 1 || len(others) != 1 || others[0] != commit(10) {
		t.Fatalf("%+v, %v, %v: want commit 39 alone", suites, others, err)
	}
	if text := string(suites[0].Points); strings.Count(text, `"value"`) != 1 || !strings.Contains(text, commit(39)) {
		t.Errorf("%s: want one value, of commit 39", text)
	}
	// By date it comes last.
	byDate, _, err := classic.Read(root, []string{"PingPong"}, nil)
	if err != nil || byDate[0].Values[39].Commit != commit(10) {
		t.Errorf("%v: by date commit 10 does not come last", err)
	}
}
