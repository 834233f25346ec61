package calibrate

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/judge"
)

var (
	full   = flag.Bool("full", false, "calibrate on enough reports to bound a rate of 1 %")
	update = flag.Bool("update", false, "write the golden files")
)

var rules = judge.Rules{
	Test: judge.Either, Alpha: 0.01, MinimumEffect: 0.02, Confidence: 0.8, Aim: 0.05, Coarse: 0.1, AimRounds: 64, Power: 0.95,
	Looks: []int{6, 8, 12, 18, 26, 38, 56, 80, 112, 160},
}

// lognormal records rounds of a benchmark with nothing but independent noise.
func lognormal(name string, spread float64, rounds int, seed uint64) Recording {
	rnd := rand.New(rand.NewPCG(seed, 0))
	r := Recording{Benchmark: name}
	for range rounds {
		r.Rounds = append(r.Rounds, judge.Round{Base: math.Exp(spread * rnd.NormFloat64()), Head: math.Exp(spread * rnd.NormFloat64())})
	}
	return r
}

// disturbed is lognormal with a machine that drifts and other people's work:
// one sample in twenty takes 1.3 to 3 times as long.
func disturbed(name string, spread, drift float64, rounds int, seed uint64) Recording {
	r := lognormal(name, spread, rounds, seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	state := 0.0
	for i := range r.Rounds {
		for _, sample := range []*float64{&r.Rounds[i].Base, &r.Rounds[i].Head} {
			state = 0.95*state + drift*math.Sqrt(1-0.95*0.95)*rnd.NormFloat64()
			*sample *= math.Exp(state)
			if rnd.IntN(20) == 0 {
				*sample *= 1.3 + 1.7*rnd.Float64()
			}
		}
	}
	return r
}

func find(t *testing.T, r *Result, rule, changed string, effect float64) Detection {
	for _, d := range r.Detections {
		if d.Rule == rule && d.Changed == changed && d.Effect == effect {
			return d
		}
	}
	t.Fatalf("no detection of %s, %s by %v", rule, changed, effect)
	return Detection{}
}

func TestRun(t *testing.T) {
	r, err := Run([]Recording{lognormal("steady", 0.01, 60, 1), lognormal("shaky", 0.05, 60, 2)},
		Options{Rules: rules, Reports: 60, Repeats: 30, Benchmarks: 3, Block: 4, Effects: []float64{0.1, 0.2}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a := r.Alarms[0]; a.Rule != "cobench" || a.Reports.Of != 60 || a.Rows.Of != 180 || a.Reports.Count > 1 || a.Rounds < 8 || a.Cost != a.Rounds/40 {
		t.Errorf("alarms %+v", a)
	}
	for _, changed := range []string{"one", "each"} {
		d := find(t, r, "cobench", changed, 0.2)
		rows := 30
		if changed == "each" {
			rows = 90
		}
		if d.Found.Of != rows || d.Found.share() < 0.95 || d.Unchanged.Count+d.Faster.Count > 0 || len(d.By) != 3 {
			t.Errorf("%s slower by 20 %%: %+v", changed, d)
		}
	}
	// Every rule sees the same rounds: what a threshold finds, a lower one does.
	for _, changed := range []string{"one", "each"} {
		for _, effect := range []float64{0.1, 0.2} {
			low, high := find(t, r, "last value 105 %", changed, effect), find(t, r, "last value 110 %", changed, effect)
			if low.Found.Count < high.Found.Count || low.Rounds != 1 {
				t.Errorf("last value: %+v, %+v", low, high)
			}
		}
	}

	if wrong := r.WronglyUnchanged(); wrong.Count != 0 || wrong.Of != 240 {
		t.Errorf("wrongly unchanged: %d of %d, want 0 of 240", wrong.Count, wrong.Of)
	}

	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	golden(t, "result.txt", text.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// The rates that peers are known for, by arithmetic: sqrt(2) times the spread
// against a threshold; 5 % of comparisons; a fence at five spreads.
func TestPeersWithoutChange(t *testing.T) {
	r, err := Run([]Recording{lognormal("a", 0.05, 1500, 1)}, Options{Rules: rules, Reports: 1500, Benchmarks: 1, Block: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		rule      string
		low, high float64
	}{
		{"cobench", 0, 0.01}, {"cobench, no clock", 0, 0.01},
		{"last value 105 %", 0.21, 0.28}, {"last value 110 %", 0.07, 0.11}, {"last value 150 %", 0, 0.001}, {"last value 200 %", 0, 0.001},
		{"benchstat", 0.03, 0.06}, {"fence", 0, 0.01},
	} {
		a := r.Alarms[i]
		if a.Rule != want.rule || a.Rows.share() < want.low || a.Rows.share() > want.high {
			t.Errorf("%s alarms in %v, want %s in %v to %v", a.Rule, a.Rows, want.rule, want.low, want.high)
		}
	}
}

func TestFence(t *testing.T) {
	// 29 changes of 1 % and one of 3 %: the quartiles are both 1 %.
	base := []float64{1}
	value := 1.0
	for i := range history + 1 {
		base = append(base, value)
		if i == 7 {
			value *= 1.03
		} else {
			value *= 1.01
		}
	}
	for _, test := range []struct {
		head float64
		want judge.Verdict
	}{{1.0099, judge.Undecided}, {1.0101, judge.Slower}, {0.9898, judge.Faster}} {
		if got := fence(base, []float64{test.head}); got != test.want {
			t.Errorf("1 to %v with a history: %s, want %s", test.head, got, test.want)
		}
	}
	for _, test := range []struct {
		head float64
		want judge.Verdict
	}{{1.001, judge.Undecided}, {1.003, judge.Slower}} {
		if got := fence([]float64{1}, []float64{test.head}); got != test.want {
			t.Errorf("1 to %v without a history: %s, want %s", test.head, got, test.want)
		}
	}
}

// A recording in which head is slower throughout is no change, once resampled;
// but it is shown.
func TestCentred(t *testing.T) {
	recording := lognormal("a", 0.02, 40, 3)
	for i := range recording.Rounds {
		recording.Rounds[i].Head *= 1.2
	}
	r, err := Run([]Recording{recording}, Options{Rules: rules, Reports: 200, Benchmarks: 1, Block: 4, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if b := r.Benchmarks[0]; b.P > 1e-6 || math.Abs(b.Ratio-1.2) > 0.02 {
		t.Errorf("recorded as %+v, want a ratio of 1.2 that is no chance", b)
	}
	if a := r.Alarms[0]; a.Reports.Count > 5 {
		t.Errorf("%d of %d reports alarmed", a.Reports.Count, a.Reports.Of)
	}
}

// Whoever asks a series gets the same rounds, and blocks stay together over all
// benchmarks of a report.
func TestResample(t *testing.T) {
	var recordings []Recording
	for k := range 2 {
		r := Recording{Benchmark: fmt.Sprint(k)}
		for i := range 10 {
			r.Rounds = append(r.Rounds, judge.Round{Base: float64(i + 1), Head: float64(i + 101)})
		}
		recordings = append(recordings, r)
	}
	report := resample(recordings, 3, 4, rand.New(rand.NewPCG(1, 1)))
	swapped := 0
	for i := range 400 {
		a, b := report[0].round(i), report[1].round(i)
		if math.Abs(a.Base-b.Base) > 0.01 {
			t.Fatalf("round %d: %v of one benchmark, %v of another", i, a, b)
		}
		if a != report[0].round(i) {
			t.Fatalf("round %d changes when asked again", i)
		}
		if a.Base > a.Head {
			swapped++
		}
		next := report[0].round(i + 1)
		if step := math.Round(math.Min(next.Base, next.Head)) - math.Round(math.Min(a.Base, a.Head)); i%4 != 3 && step != 1 && step != -9 {
			t.Fatalf("rounds %v and %v follow each other within a block", a, next)
		}
	}
	if swapped < 120 || swapped > 280 {
		t.Errorf("sides of %d of 400 rounds changed places", swapped)
	}
}

func TestFailedRounds(t *testing.T) {
	recording := lognormal("a", 0.01, 40, 5)
	for i := range recording.Rounds {
		if i%5 == 0 {
			recording.Rounds[i] = judge.Round{Failed: "exit status 1"}
		}
	}
	r, err := Run([]Recording{recording}, Options{Rules: rules, Reports: 50, Repeats: 50, Benchmarks: 1, Block: 4, Effects: []float64{0.2}, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	if d := r.Detections[0]; d.Found.share() < 0.9 {
		t.Errorf("found %v, want it in spite of failed rounds", d.Found)
	}
}

func TestRefused(t *testing.T) {
	good := Options{Rules: rules, Reports: 1, Repeats: 1, Benchmarks: 1, Block: 1, Effects: []float64{0.1}}
	for _, test := range []struct {
		change     func(*Options)
		recordings []Recording
		want       string
	}{
		{func(o *Options) { o.Reports = 0 }, nil, "0 reports: want 1 or more"},
		{func(o *Options) { o.Repeats = 0 }, nil, "0 repeats: want 1 or more"},
		{func(o *Options) { o.Benchmarks = 0 }, nil, "0 benchmarks in a report: want 1 or more"},
		{func(o *Options) { o.Block = 0 }, nil, "blocks of 0 rounds: want 1 or more"},
		{func(o *Options) { o.Effects[0] = -0.1 }, nil, "effect -0.1: want a slowdown, more than 0"},
		{func(o *Options) { o.Rules.Alpha = 2 }, nil, "alpha 2: want more than 0 and less than 0.5"},
		{func(*Options) {}, nil, "no recordings: want rounds of base against base"},
		{func(*Options) {}, []Recording{{Benchmark: "a"}}, "a: 0 complete rounds: want 2 or more"},
		{func(o *Options) { o.Block = 4 }, []Recording{lognormal("a", 0.01, 3, 1)}, "a: 3 complete rounds: want 4 or more"},
		{func(*Options) {}, []Recording{{Benchmark: "a", Rounds: []judge.Round{{Base: 1, Head: math.NaN()}}}}, "a: round 1: sample NaN of head: want a positive number"},
	} {
		o := good
		o.Effects = []float64{0.1}
		test.change(&o)
		if _, err := Run(test.recordings, o); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// The goals, on recordings made of models. With -full -v it prints the tables.
func TestGoals(t *testing.T) {
	reports, repeats := 30, 10
	if *full {
		reports, repeats = 1000, 100
	}
	for _, suite := range []struct {
		name       string
		recordings []Recording
		found      map[float64]float64 // at least, of the worst benchmark
	}{
		{"up to 3 %", []Recording{lognormal("1 %", 0.01, 160, 1), lognormal("2 %", 0.02, 160, 2), lognormal("2.5 %", 0.025, 160, 3), lognormal("3 %", 0.03, 160, 4)}, map[float64]float64{0.05: 0.9, 0.1: 0.95}},
		{"6 to 15 %", []Recording{lognormal("6 %", 0.06, 160, 5), lognormal("9 %", 0.09, 160, 6), lognormal("12 %", 0.12, 160, 7), lognormal("15 %", 0.15, 160, 8)}, map[float64]float64{0.1: 0.95}},
		{"disturbed", []Recording{disturbed("1 %", 0.01, 0.05, 160, 9), disturbed("2 %", 0.02, 0.1, 160, 10), disturbed("3 %", 0.03, 0.05, 160, 11), disturbed("3 %, more drift", 0.03, 0.1, 160, 12)}, map[float64]float64{0.1: 0.95}},
	} {
		effects := []float64{0.1}
		if *full {
			effects = []float64{0.02, 0.05, 0.1, 0.2}
		}
		r, err := Run(suite.recordings, Options{Rules: rules, Reports: reports, Repeats: repeats, Benchmarks: 20, Block: 4, Effects: effects, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := r.WriteText(&out); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s\n%s", suite.name, out.String())
		if a := r.Alarms[0].Reports; a.Low > 0.01 {
			t.Errorf("%s: false alarms in %v of the reports", suite.name, a)
		}
		for effect, want := range suite.found {
			for _, d := range r.Detections {
				// Where one changes there are too few rows of each benchmark.
				if d.Rule != unclocked || d.Effect != effect || d.Changed != "each" {
					continue
				}
				for k, by := range d.By {
					if by.High < want {
						t.Errorf("%s, %s slower by %v: %s found in %v", suite.name, d.Changed, effect, r.Benchmarks[k].Name, by)
					}
				}
			}
		}
		if wrong := r.WronglyUnchanged(); wrong.Count > 0 {
			t.Errorf("%s: %v wrongly called unchanged", suite.name, wrong)
		}
	}
}
