package publish

import (
	"math"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/results"
)

// The digest and the run are two readers of one file: they say the same.
func TestDigestAgreesWithTheRun(t *testing.T) {
	text := `Unit ns/op better=lower
goos: linux
goarch: amd64
cpu: X
cores: 2
date: 2026-01-02T03:04:05Z
commit: aaaa-dirty
side: head
runtime: go
toolchain: go1
BenchmarkA/exec=goroutine-2 1 5 ns/op 7 B/op
BenchmarkA/exec=goroutine-2 1 6 ns/op 7 B/op
side: base
commit: bbbb
BenchmarkA/exec=goroutine-2 1 600 ns/op
side: head
commit: aaaa-dirty
runtime: jvm
BenchmarkA/exec=default-2 1 9 ns/op
BenchmarkB/exec=default-2 1 1 failures
`
	d, err := newDigester().read(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	b := builder{run: Run{Environment: map[string]string{}, names: map[string]string{}}, benchmarks: map[results.ID]*Benchmark{}}
	if err := b.readAll(strings.NewReader(text), "x"); err != nil {
		t.Fatal(err)
	}
	b.summarise()
	if d.Date != b.run.Date || d.Commit != b.run.Commit || !d.Dirty || d.Machine != b.run.Machine || !b.run.twoSided {
		t.Errorf("%+v and %+v", d, b.run)
	}
	if len(d.Points) != 3 || len(d.Runtimes) != 2 || d.Environment.Runtimes["go"].Toolchain != "go1" {
		t.Fatalf("%+v", d)
	}
	for _, p := range d.Points {
		own := b.benchmarks[p.ID].Values[p.Unit]
		if own == nil || own.Center != p.Center || own.N != p.N || own.Low != nil || !math.IsInf(p.High, 0) {
			t.Errorf("%+v and %+v", p, own)
		}
	}
	if d.Units[0] != (Unit{"sec/op", "lower"}) {
		t.Errorf("%+v", d.Units)
	}
}

func TestCellsOf(t *testing.T) {
	value := func(center float64) *Value {
		low, high := center*0.9, center*1.1
		return &Value{Center: center, Low: &low, High: &high, N: 6}
	}
	bench := func(workload, name, runtime, exec, unit string, v *Value) *Benchmark {
		return &Benchmark{Workload: workload, Name: name, Runtime: runtime, Exec: exec, Values: map[string]*Value{unit: v}}
	}
	raced := bench("A", "A/n=3", "jvm", "default", "sec/op", value(100))
	raced.Unranked = "a race"
	unsteady := func(b *Benchmark, samples int) *Benchmark {
		b.Unsteady = samples
		return b
	}
	run := &Run{ID: "r", Units: []Unit{{"sec/op", "lower"}, {"achieved-ops/s", "higher"}}, Benchmarks: []*Benchmark{
		bench("A", "A/n=1", "go", "goroutine", "sec/op", value(1)),
		bench("A", "A/n=2", "go", "goroutine", "sec/op", value(10)),
		bench("A", "A/n=3", "go", "goroutine", "sec/op", value(1)),
		bench("A", "A/n=1", "jvm", "default", "sec/op", value(2)),
		bench("A", "A/n=2", "jvm", "default", "sec/op", value(80)),
		bench("A", "A/n=9", "jvm", "default", "sec/op", value(5)), // no twin
		bench("A", "A/n=1", "jvm", "virtual", "sec/op", &Value{Center: 3, N: 1}),
		raced,
		unsteady(bench("A", "A/n=1", "graal", "default", "sec/op", value(2)), 2),
		unsteady(bench("A", "A/n=2", "graal", "default", "sec/op", value(80)), 3),
		unsteady(bench("A", "A/n=2", "native", "default", "sec/op", value(80)), 6),
		bench("S", "S", "go", "goroutine", "achieved-ops/s", value(2000)),
		bench("S", "S", "jvm", "io", "achieved-ops/s", value(1000)),
	}}
	got := cellsOf(run)
	want := []Cell{
		{Workload: "A", Unit: "sec/op", Runtime: "jvm", Exec: "default", First: true, Ratio: 4, Low: 3.2727, High: 4.8889, Twins: 2, Run: "r"},
		{Workload: "A", Unit: "sec/op", Runtime: "jvm", Exec: "virtual", Ratio: 3, Twins: 1, Run: "r"},
		{Workload: "A", Unit: "sec/op", Runtime: "graal", Exec: "default", First: true, Ratio: 2, Low: 1.6364, High: 2.4444, Twins: 1, Careful: 1, Unsteady: 1, Run: "r"},
		{Workload: "A", Unit: "sec/op", Runtime: "native", Exec: "default", First: true, Twins: 0, Unsteady: 1, Run: "r"},
		{Workload: "S", Unit: "achieved-ops/s", Runtime: "jvm", Exec: "io", First: true, Ratio: 0.5, Low: 0.40909, High: 0.61111, Twins: 1, Run: "r"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %+v, want %+v", got[i], want[i])
		}
	}
}
