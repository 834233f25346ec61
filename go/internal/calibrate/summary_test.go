package calibrate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cobench/cobench/go/internal/judge"
)

// processes are some that differ by 1 %, each iteration disturbed in
// its own way.
func processes(seed uint64, noise func(rnd *rand.Rand) float64) Processes {
	rnd := rand.New(rand.NewPCG(seed, 0))
	out := Processes{Benchmark: "a"}
	process := func() Process {
		level := math.Exp(0.01 * rnd.NormFloat64())
		var values []float64
		for range 7 {
			values = append(values, level*math.Exp(noise(rnd)))
		}
		return Process{Times: values, CPU: level}
	}
	for range 60 {
		out.Base = append(out.Base, process())
		out.Head = append(out.Head, process())
	}
	return out
}

var summaryOptions = SummaryOptions{Test: judge.SignedRank, Alpha: 0.01, Rounds: 12, Effect: 0.05, Repeats: 300, Block: 4, Seed: 1}

func TestSummaries(t *testing.T) {
	for _, test := range []struct {
		name        string
		noise       func(rnd *rand.Rand) float64
		best, worst string
	}{
		{"even noise", func(rnd *rand.Rand) float64 { return 0.08 * rnd.NormFloat64() }, "mean", "minimum"},
		{"never faster than undisturbed", func(rnd *rand.Rand) float64 { return 0.3 * math.Abs(rnd.NormFloat64()*rnd.NormFloat64()) }, "minimum", "mean"},
		{"few large hits", func(rnd *rand.Rand) float64 {
			if rnd.IntN(5) == 0 {
				return rnd.Float64()
			}
			return 0.03 * rnd.NormFloat64()
		}, "median", "mean"},
	} {
		got, err := Summaries([]Processes{processes(1, test.noise)}, summaryOptions)
		if err != nil {
			t.Fatal(err)
		}
		by := map[string]Summary{}
		for _, s := range got {
			by[s.Name] = s
			if s.Found.Of != 300 || s.Alarms.Of != 300 || s.WorstOf != "a" || s.Worst.Count != s.Found.Count {
				t.Errorf("%s: %+v", test.name, s)
			}
		}
		best, worst := by[test.best], by[test.worst]
		if best.Found.Low <= worst.Found.High || best.Spread >= worst.Spread {
			t.Errorf("%s: %+v is to be better than %+v", test.name, best, worst)
		}
	}
}

// Where one benchmark has no processor time, no row compares it; a longer
// process is worth more than its first part.
func TestSummariesOfPartsAndCPU(t *testing.T) {
	with := processes(1, func(rnd *rand.Rand) float64 { return 0.08 * rnd.NormFloat64() })
	without := processes(2, func(rnd *rand.Rand) float64 { return 0.08 * rnd.NormFloat64() })
	for i := range without.Base {
		without.Base[i].CPU = 0
	}
	names := func(found []Summary) (names []string) {
		for _, s := range found {
			names = append(names, s.Name)
		}
		return names
	}
	got, err := Summaries([]Processes{with}, summaryOptions)
	if err != nil {
		t.Fatal(err)
	}
	if n := names(got); !slices.Contains(n, "CPU time") || len(n) != len(summaries) {
		t.Errorf("summaries %q, want all of them", n)
	}
	if whole, quarter := got[0], got[2]; whole.Found.Low <= quarter.Found.High || whole.Spread >= quarter.Spread {
		t.Errorf("%+v is to be better than %+v", whole, quarter)
	}
	got, err = Summaries([]Processes{with, without}, summaryOptions)
	if err != nil {
		t.Fatal(err)
	}
	if n := names(got); slices.Contains(n, "CPU time") || len(n) != len(summaries)-1 {
		t.Errorf("summaries %q, want all but CPU time", n)
	}
}

func TestSummariesRefused(t *testing.T) {
	good := processes(1, func(rnd *rand.Rand) float64 { return rnd.Float64() })
	for _, test := range []struct {
		change     func(*SummaryOptions)
		recordings []Processes
		want       string
	}{
		{func(o *SummaryOptions) { o.Test = nil }, nil, "no test"},
		{func(o *SummaryOptions) { o.Alpha = 0 }, nil, "alpha 0: want more than 0 and less than 1"},
		{func(o *SummaryOptions) { o.Rounds = 6 }, nil, "6 rounds: too few for the signed-rank test at alpha 0.01"},
		{func(o *SummaryOptions) { o.Effect = 0 }, nil, "effect 0: want a slowdown, more than 0"},
		{func(o *SummaryOptions) { o.Repeats = 99 }, nil, "99 repeats: want 100 or more, to tell a rate of 0.01"},
		{func(o *SummaryOptions) { o.Block = 0 }, nil, "blocks of 0 rounds: want 1 or more"},
		{func(*SummaryOptions) {}, nil, "no recordings: want the processes of base against base"},
		{func(*SummaryOptions) {}, []Processes{{Benchmark: "a", Base: good.Base, Head: good.Head[:1]}}, "a: 60 processes of base and 1 of head: want one of each for every round"},
		{func(*SummaryOptions) {}, []Processes{{Benchmark: "a", Base: []Process{{Times: []float64{1}}}, Head: []Process{{}}}}, "a: round 1: a process without an iteration"},
	} {
		o := summaryOptions
		test.change(&o)
		if _, err := Summaries(test.recordings, o); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}
