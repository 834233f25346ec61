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

var began = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// add puts a job's results into a history: so many nanoseconds on a machine of
// a speed, which the ruler shows.
func add(t *testing.T, root string, kind history.Kind, n int, cpu string, ns, speed float64, withRuler bool) {
	var text strings.Builder
	date := began.Add(time.Duration(n) * time.Hour)
	fmt.Fprintf(&text, "cpu: %s\ncores: 4\nruntime: go\nside: head\ncommit: %040x\ndate: %s\n", cpu, n, date.Format(time.RFC3339))
	if withRuler {
		fmt.Fprintf(&text, "ruler: 1\nruler-times: arithmetic=%[1]g,%[1]g,%[1]g memory=%[1]g,%[1]g,%[1]g channels=%[1]g,%[1]g,%[1]g\n", 2e-9/speed)
	}
	for _, part := range []float64{0.99, 1, 1.01} {
		fmt.Fprintf(&text, "BenchmarkPingPong/hops=5/exec=goroutine-4 1 %g ns/op\n", ns/speed*part)
		fmt.Fprintf(&text, "BenchmarkTimer/exec=goroutine-4 1 5 ns/op\n")
	}
	if _, err := history.Add(root, history.New(kind, date, fmt.Sprintf("%040x", n), fmt.Sprint(100+n), "hotspot"), []byte(text.String())); err != nil {
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
	series, notes, err := classic.Read(root, []string{"PingPong"})
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
	suites, err := classic.Suites(series, "119")
	if err != nil || len(suites) != 1 {
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
	if first, _ := classic.Suites(series, "121"); len(first) != 1 || first[0].Threshold != "200%" {
		t.Errorf("without a history: %+v", first)
	}
	if none, err := classic.Suites(series, "122"); err != nil || len(none) != 0 {
		t.Errorf("a manual run has a suite: %+v, %v", none, err)
	}
	if _, _, err := classic.Read(root+"/none", nil); err == nil {
		t.Error("a history that is not there is an empty one")
	}
}
