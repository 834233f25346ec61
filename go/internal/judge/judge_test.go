package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the whole procedure comes to. The full form, with -full -v, is the table
// of operating characteristics.
func TestCharacteristics(t *testing.T) {
	reports, models := 4, noises[1:3]
	if *full {
		reports, models = 200, append(noises, independent(0.15, 0.15))
	}
	for _, n := range models {
		for _, test := range []struct {
			effect           float64
			changed, reports int
		}{{0, 0, 5 * reports}, {0.05, 20, reports}, {0.1, 20, reports}, {0.05, 1, reports}, {0.1, 1, reports}} {
			o := simulate(standard, n, 20, test.changed, test.effect, test.reports, 17)
			t.Logf("%-42s %2d changed by %2.0f %%: %5.1f %% slower, %d faster, %d unchanged of %d; %d of %d reports alarmed; %.1f rounds",
				n.name, test.changed, 100*test.effect, rate(o.slower, o.rows), o.faster, o.unchanged, o.rows, o.alarmed, o.reports, o.rounds)
			if test.changed > 0 && o.faster+o.unchanged > o.rows/200 {
				t.Errorf("%s: slower by %v, but of %d rows %d are called faster and %d unchanged", n.name, test.effect, o.rows, o.faster, o.unchanged)
			}
			if o.alarmed > 1+o.reports/50 {
				t.Errorf("%s: %d of %d reports alarmed", n.name, o.alarmed, o.reports)
			}
			if test.effect == 0.1 && test.changed > 1 && n.spread < 0.1 && rate(o.slower, o.rows) < 80 {
				t.Errorf("%s: of %d rows slower by 10 %%, %d were found", n.name, o.rows, o.slower)
			}
		}
	}
}

func TestVerdicts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	draw := func(spread, ratio float64) func() (float64, float64) {
		return func() (float64, float64) {
			return spread * rnd.NormFloat64(), math.Log(ratio) + spread*rnd.NormFloat64()
		}
	}
	rows := judged(standard, []string{"same", "slow", "fast", "a little", "noisy"}, map[string]func() (float64, float64){
		"same": draw(0.005, 1), "slow": draw(0.02, 1.1), "fast": draw(0.02, 0.85), "a little": draw(0.01, 1.03), "noisy": draw(0.5, 1),
	})
	for i, want := range []struct {
		verdict Verdict
		phase   Phase
		ratio   float64
	}{{Unchanged, Screen, 1}, {Slower, Confirm, 1.1}, {Faster, Confirm, 0.85}, {Undecided, Confirm, 1.03}, {Undecided, Confirm, 1}} {
		x := rows[i]
		if x.Verdict != want.verdict || x.Phase != want.phase {
			t.Errorf("%s is %s after the %s, want %s after the %s: %+v", x.Benchmark, x.Verdict, x.Phase, want.verdict, want.phase, x)
		}
		if !(x.Low <= x.Ratio && x.Ratio <= x.High) || !(x.Low <= want.ratio && want.ratio <= x.High) {
			t.Errorf("%s: ratio %v in %v … %v, want %v within", x.Benchmark, x.Ratio, x.Low, x.High, want.ratio)
		}
		moved := x.Verdict == Slower || x.Verdict == Faster
		if beyond := x.Low > 1.03 || x.High < 1/1.03; moved != (beyond && x.Adjusted <= standard.Alpha) {
			t.Errorf("%s is %s, adjusted p %v, interval %v … %v", x.Benchmark, x.Verdict, x.Adjusted, x.Low, x.High)
		}
		if x.P > x.Adjusted {
			t.Errorf("%s: p %v, adjusted %v", x.Benchmark, x.P, x.Adjusted)
		}
	}
	if x := rows[4]; x.N != 160 || !(x.Detectable > 0.1) {
		t.Errorf("noisy: %d rounds, detectable %v, want all 160 and a large change", x.N, x.Detectable)
	}
}

// The verdict comes from confirming rounds alone.
func TestLuckyScreen(t *testing.T) {
	s, _ := New(standard, []string{"a"})
	rnd := rand.New(rand.NewPCG(2, 2))
	for i := 0; ; i++ {
		needs := s.Next()
		if len(needs) == 0 {
			break
		}
		shift := 0.0
		if needs[0].Phase == Screen {
			shift = 0.2
		}
		for range needs[0].Rounds {
			if err := s.Add("a", Round{Base: 1 + 0.02*rnd.Float64(), Head: 1 + shift + 0.02*rnd.Float64()}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if x := s.Verdicts()[0]; x.Verdict != Unchanged || x.Phase != Confirm {
		t.Errorf("got %+v, want it unchanged by the confirmation", x)
	}
}

// What has moved by more, or spreads by less, is nearer to a verdict; what the
// screen saw nothing of is as far from one as can be.
func TestUntil(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	spread := map[string]float64{"far": 0.2, "near": 0.2, "calm": 0.02, "still": 0.5}
	shift := map[string]float64{"far": 1.3, "near": 2, "calm": 1.3, "still": 1}
	s, _ := New(standard, []string{"far", "near", "calm", "still"})
	for _, n := range s.Next() {
		if n.Until != n.Rounds {
			t.Errorf("%+v, want all of the screen's rounds", n)
		}
		for i := range n.Rounds {
			noise := 1 + spread[n.Benchmark]*(float64(i%4)-1.5+0.1*rnd.Float64())/2
			if err := s.Add(n.Benchmark, Round{Base: 1, Head: shift[n.Benchmark] * noise}); err != nil {
				t.Fatal(err)
			}
		}
	}
	until := map[string]int{}
	for _, n := range s.Next() {
		until[n.Benchmark] = n.Until
	}
	last := standard.Looks[len(standard.Looks)-1]
	if until["calm"] == 0 || until["calm"] >= until["far"] || until["near"] >= until["far"] || until["far"] >= until["still"] || until["still"] != last {
		t.Errorf("%v rounds to a verdict, want calm and near < far < still = %d", until, last)
	}
	// What the screen saw and fresh rounds don't is as far away as what was never there.
	for i := range standard.Looks[0] {
		if err := s.Add("far", Round{Base: 1, Head: 1 + 0.2*(float64(i%4)-1.5+0.1*rnd.Float64())}); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range s.Next() {
		if n.Benchmark == "far" && n.Until != last {
			t.Errorf("%+v, want %d rounds until a verdict", n, last)
		}
	}
}

// Whatever the order of the calls, the same rounds give the same report, as long
// as the needs are followed.
func TestDeterministic(t *testing.T) {
	report := func(reverse bool) string {
		s, _ := New(standard, []string{"a", "b", "c"})
		draws := map[string]*rand.Rand{}
		for i, name := range []string{"a", "b", "c"} {
			draws[name] = rand.New(rand.NewPCG(uint64(i), 3))
		}
		for needs := s.Next(); len(needs) > 0; needs = s.Next() {
			for i := range needs {
				need := needs[i]
				if reverse {
					need = needs[len(needs)-1-i]
				}
				for range need.Rounds {
					rnd := draws[need.Benchmark]
					round := Round{Base: math.Exp(0.05 * rnd.NormFloat64()), Head: 1.06 * math.Exp(0.05*rnd.NormFloat64())}
					if rnd.IntN(20) == 0 {
						round = Round{Failed: "exit status 1"}
					}
					if err := s.Add(need.Benchmark, round); err != nil {
						t.Fatal(err)
					}
					if reverse {
						s.Verdicts() // asking changes nothing
					}
				}
			}
		}
		return fmt.Sprintf("%+v", s.Verdicts())
	}
	if diff := cmp.Diff(report(false), report(true)); diff != "" {
		t.Error(diff)
	}
}

func TestNoVerdict(t *testing.T) {
	same := func(n int, base, head float64) []Round {
		rounds := make([]Round, n)
		for i := range rounds {
			rounds[i] = Round{Base: base, Head: head}
		}
		return rounds
	}
	failed := func(n int, reason string) []Round {
		rounds := make([]Round, n)
		for i := range rounds {
			rounds[i].Failed = reason
		}
		return rounds
	}
	for _, test := range []struct {
		name   string
		rounds []Round
		needs  int
		reason string
	}{
		{"no sample", nil, 8, ""},
		{"one sample a side", same(1, 1, 2), 7, ""},
		{"all values the same", same(8, 3, 3), 0, "all 16 samples are the same: nothing was timed"},
		{"one side only", failed(3, "head: exit status 2"), 0, "3 of 3 rounds failed: head: exit status 2"},
		{"fails now and then", append(same(4, 1, 2), failed(3, "head: out of memory")...), 4, ""},
		{"fails as often as not", append(same(3, 1, 2), failed(3, "head: out of memory")...), 0, "3 of 6 rounds failed: head: out of memory"},
	} {
		s, err := New(standard, []string{"a"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add("a", test.rounds...); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		needs := 0
		for _, need := range s.Next() {
			needs += need.Rounds
		}
		x := s.Verdicts()[0]
		if needs != test.needs || x.Verdict != Undecided || x.Reason != test.reason || x.Rounds != len(test.rounds) {
			t.Errorf("%s: needs %d rounds, %+v, want %d, undecided, %q", test.name, needs, x, test.needs, test.reason)
		}
	}
}

// Sides that are constant, each at its own value, are a change like any other.
func TestConstantSides(t *testing.T) {
	rows := judged(standard, []string{"a"}, map[string]func() (float64, float64){"a": func() (float64, float64) { return 0, math.Log(1.2) }})
	if x := rows[0]; x.Verdict != Slower || math.Abs(x.Ratio-1.2) > 1e-9 {
		t.Errorf("got %+v, want slower by 20 %%", x)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		round Round
		want  string
	}{
		{Round{Base: 0, Head: 1}, "a: round 2: sample 0 of base: want a positive number"},
		{Round{Base: 1, Head: -1}, "a: round 2: sample -1 of head: want a positive number"},
		{Round{Base: math.NaN(), Head: 1}, "a: round 2: sample NaN of base: want a positive number"},
		{Round{Base: 1, Head: math.Inf(1)}, "a: round 2: sample +Inf of head: want a positive number"},
	} {
		s, _ := New(standard, []string{"a"})
		if err := s.Add("a", Round{Base: 1, Head: 1}, test.round); err == nil || err.Error() != test.want {
			t.Errorf("%+v: %v, want %s", test.round, err, test.want)
		}
		if x := s.Verdicts()[0]; x.Rounds != 0 {
			t.Errorf("%+v: %d rounds were taken with it, want none", test.round, x.Rounds)
		}
	}
	s, _ := New(standard, []string{"a"})
	if err := s.Add("b", Round{Base: 1, Head: 1}); err == nil || err.Error() != "b: not a benchmark of this report" {
		t.Error(err)
	}
	if _, err := New(standard, []string{"a", "a"}); err == nil || err.Error() != "a: listed twice" {
		t.Error(err)
	}
	if _, err := Rounds([]float64{1, 2}, []float64{1}); err == nil || err.Error() != "2 samples of base and 1 of head: want one of each for every round, or a reason why there is none" {
		t.Error(err)
	}
}

func TestRulesCheck(t *testing.T) {
	for _, test := range []struct {
		change func(*Rules)
		want   string
	}{
		{func(r *Rules) {}, ""},
		{func(r *Rules) { r.Test = nil }, "no test"},
		{func(r *Rules) { r.Alpha = 0 }, "alpha 0:"},
		{func(r *Rules) { r.MinimumEffect = math.NaN() }, "minimum effect NaN:"},
		{func(r *Rules) { r.Confidence = 1 }, "confidence 1:"},
		{func(r *Rules) { r.Aim = 0.03 }, "aim 0.03:"},
		{func(r *Rules) { r.Coarse = 0.04 }, "coarse aim 0.04:"},
		{func(r *Rules) { r.AimRounds = 0 }, "aim of 0 rounds:"},
		{func(r *Rules) { r.Power = 0.5 }, "power 0.5:"},
		{func(r *Rules) { r.Test, r.Screen = SignedRank, 4 }, "screen of 4 rounds:"},
		{func(r *Rules) { r.Looks = nil }, "no looks:"},
		{func(r *Rules) { r.Looks = []int{20, 10} }, "look after 10 rounds follows one after 20:"},
		{func(r *Rules) { r.Test, r.Looks = SignedRank, []int{7} }, "last look after 7 rounds: the signed-rank test can't reach alpha 0.01 there, p is 0.016 or more"},
	} {
		r := standard
		test.change(&r)
		err := r.Check()
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}

// Holm's own steps: 3, 2 and 1 times.
func TestHolm(t *testing.T) {
	s := &State{rules: standard}
	for _, p := range []float64{0.03, 0.001, 0.02, 0.5} {
		s.benchmarks = append(s.benchmarks, &benchmark{candidate: p < 0.5, p: p})
	}
	adjusted := s.holm()
	for i, want := range []float64{0.04, 0.003, 0.04, 0} {
		if got := adjusted[s.benchmarks[i]]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
}

func TestSpend(t *testing.T) {
	for expected := range standard.Looks {
		for _, candidates := range []int{1, 20, 1000} {
			for _, test := range tests {
				r := standard
				r.Test = test
				var sum float64
				for i, part := range r.spend(expected, candidates) {
					sum += part
					if p := test.Attainable(r.Looks[i]); part > 0 && p*float64(candidates)/part > r.Alpha {
						t.Errorf("%s, %d candidates: look %d may spend %v, but can't reach it", test.Name(), candidates, r.Looks[i], part)
					}
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Errorf("%s, %d candidates, expected at %d: spends %v of alpha", test.Name(), candidates, r.Looks[expected], sum)
				}
			}
		}
	}
}

// Too few rounds for so many candidates: nothing is measured in vain.
func TestHopeless(t *testing.T) {
	r := standard
	r.Test, r.Looks = SignedRank, []int{10}
	var names []string
	draws := map[string]func() (float64, float64){}
	rnd := rand.New(rand.NewPCG(4, 4))
	for i := range 20 {
		names = append(names, fmt.Sprint(i))
		draws[fmt.Sprint(i)] = func() (float64, float64) { return 0.01 * rnd.Float64(), 1 + 0.01*rnd.Float64() }
	}
	x := judged(r, names, draws)[0]
	if x.Rounds != 8 || x.Verdict != Undecided || x.Reason != "20 candidates: too many for a last look after 10 rounds" {
		t.Errorf("got %+v", x)
	}
}

// Whatever is measured, the loop ends within the budget, every benchmark has its
// row, and what is called slower or faster has both p and interval.
func FuzzState(f *testing.F) {
	f.Add([]byte("steady"), uint64(1))
	f.Add([]byte{0, 255, 0, 255, 7, 7, 7}, uint64(2))
	f.Add([]byte{}, uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		s, _ := New(standard, []string{"a", "b"})
		rnd := rand.New(rand.NewPCG(seed, 0))
		taken := 0
		for needs := s.Next(); len(needs) > 0; needs = s.Next() {
			for _, need := range needs {
				for range need.Rounds {
					round := Round{Base: 1, Head: 1 + rnd.Float64()}
					if len(data) > 0 {
						b := data[taken%len(data)]
						round.Base += float64(b) / 64
						if b == 255 {
							round = Round{Failed: "exit status 1"}
						}
					}
					taken++
					if err := s.Add(need.Benchmark, round); err != nil {
						t.Fatal(err)
					}
				}
			}
			if taken > 4*2*(8+160) {
				t.Fatalf("%d rounds, and still more are needed", taken)
			}
		}
		rows := s.Verdicts()
		if len(rows) != 2 {
			t.Fatalf("%d rows", len(rows))
		}
		for _, x := range rows {
			moved := x.Verdict == Slower || x.Verdict == Faster
			if moved && (x.Phase != Confirm || x.Adjusted > standard.Alpha || x.Low <= 1.03 && x.High >= 1/1.03) {
				t.Errorf("%+v", x)
			}
			if x.Verdict == Unchanged && (x.Low < 1/1.03 || x.High > 1.03) {
				t.Errorf("%+v", x)
			}
		}
	})
}
