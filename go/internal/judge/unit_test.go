package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// voting are the standard rules with five units, two of which are better higher.
func voting() Rules {
	r := standard
	r.Units = []Unit{{"p50-ns", false, 0.02}, {"p95-ns", false, 0.05}, {"p99-ns", false, 0.1}, {"req/s", true, 0.02}, {"hits", true, 0.05}}
	return r
}

// A loaded server is benchmarks whose units hang on their time, as those of one process
// do: latency goes with it, throughput against it, and the tail spreads farther.
type loadedServer struct {
	k       int
	noise   noise
	changed map[string]float64 // ratio of head to base of the first benchmark's units
}

// report measures until the clock ends, so many rounds a benchmark.
func (w loadedServer) report(t *testing.T, rnd *rand.Rand, clock float64) *State {
	t.Helper()
	rules := voting()
	names, draws := world{noise: w.noise, k: w.k}.draws(rnd)
	s, err := New(rules, names)
	if err != nil {
		t.Fatal(err)
	}
	left := clock * float64(w.k)
	for needs := s.Next(Room{Left: left}); len(needs) > 0; needs = s.Next(Room{Left: left}) {
		for _, need := range needs {
			for range need.Rounds {
				left--
				base, head := draws[need.Benchmark]()
				if err := s.Add(need.Benchmark, Round{Base: math.Exp(base), Head: math.Exp(head)}); err != nil {
					t.Fatal(err)
				}
				for i, u := range rules.Units {
					own := 0.02 * float64(1+i) // besides what all have in common
					b, h := base+own*rnd.NormFloat64(), head+own*rnd.NormFloat64()
					if u.Higher {
						b, h = -b, -h
					}
					if ratio := w.changed[u.Name]; ratio > 0 && need.Benchmark == "0" {
						h += math.Log(ratio)
					}
					if err := s.AddUnit(need.Benchmark, u.Name, Round{Base: math.Exp(b), Head: math.Exp(h)}); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	return s
}

// Five units that vote stay within the same 1 %, and so do they together with time.
func TestUnitsRaiseNoAlarm(t *testing.T) {
	reports := 40
	if *full {
		reports = 400
	}
	for _, noise := range []noise{independent(0.03, 0.03), bursts(0.05, independent(0.06, 0.06)), twoSpeeds(0.2, independent(0.03, 0.03))} {
		rnd := rand.New(rand.NewPCG(14, 1))
		alarmed := 0
		for range reports {
			s := loadedServer{k: 10, noise: noise}.report(t, rnd, 16)
			alarm := false
			for _, x := range s.Verdicts() {
				alarm = alarm || x.Verdict == Slower || x.Verdict == Faster
			}
			units := s.Units()
			if len(units) != 50 {
				t.Fatalf("%d rows of units, want 5 of 10 benchmarks", len(units))
			}
			for _, x := range units {
				alarm = alarm || x.Verdict == Worse || x.Verdict == Better
			}
			if alarm {
				alarmed++
			}
		}
		t.Logf("%s: %d of %d reports alarmed", noise.name, alarmed, reports)
		if most := 3 + reports/100; alarmed > most {
			t.Errorf("%s: %d of %d reports alarmed, want %d at most", noise.name, alarmed, reports, most)
		}
	}
}

// A unit's change is found in its direction, alone, and by its own minimum effect.
func TestUnitsAreFound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(14, 2))
	found, small := 0, 0
	for range 20 {
		s := loadedServer{k: 4, noise: independent(0.01, 0.01), changed: map[string]float64{"p99-ns": 1.5, "req/s": 1.2, "p95-ns": 1.04}}.report(t, rnd, 30)
		for _, x := range s.Verdicts() {
			if x.Verdict == Slower || x.Verdict == Faster {
				t.Errorf("time of %s is %s", x.Benchmark, x.Verdict)
			}
		}
		for _, x := range s.Units() {
			if !(x.Low <= x.Ratio && x.Ratio <= x.High) {
				t.Errorf("%s: %v in %v … %v", x.Unit, x.Ratio, x.Low, x.High)
			}
			switch {
			case x.Benchmark == "0" && x.Unit == "p99-ns" && x.Verdict == Worse && x.Low > 1.1 && math.Abs(x.Ratio-1.5) < 0.2,
				x.Benchmark == "0" && x.Unit == "req/s" && x.Verdict == Better && x.Low > 1.02 && math.Abs(x.Ratio-1.2) < 0.1:
				found++
			case x.Benchmark == "0" && x.Unit == "p95-ns":
				if x.Verdict == Worse { // less than its minimum effect of 5 %
					small++
				}
			case x.Verdict == Worse || x.Verdict == Better:
				t.Errorf("%s of %s is %s: %+v", x.Unit, x.Benchmark, x.Verdict, x.Row)
			}
		}
	}
	if found < 38 || small > 1 {
		t.Errorf("%d of 40 found, and %d of 20 that were too small", found, small)
	}
}

// What some rounds lack gives no verdict, and what no unit is, is refused.
func TestUnitsThatLack(t *testing.T) {
	s, err := New(voting(), []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		if err := s.Add("a", Round{Base: 1 + 0.01*float64(i%5), Head: 1 + 0.01*float64(i%7)}); err != nil {
			t.Fatal(err)
		}
		if i == 20 {
			continue
		}
		if err := s.AddUnit("a", "p99-ns", Round{Base: 1 + 0.01*float64(i%5), Head: 2}); err != nil {
			t.Fatal(err)
		}
	}
	rows := s.Units()
	if len(rows) != 1 || rows[0].Verdict != Undecided || rows[0].Reason != "1 of 40 rounds lack it" {
		t.Errorf("%+v, want one without a verdict", rows)
	}
	for _, test := range []struct {
		name, unit string
		round      Round
		want       string
	}{
		{"b", "p99-ns", Round{Base: 1, Head: 1}, "b: not a benchmark of this report"},
		{"a", "p90-ns", Round{Base: 1, Head: 1}, "a: p90-ns: no unit that votes"},
		{"a", "p99-ns", Round{Base: 1}, "a: p99-ns: round 40: sample 0 of head: want a positive number"},
	} {
		if err := s.AddUnit(test.name, test.unit, test.round); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
