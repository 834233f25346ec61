package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVerdicts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	draw := func(spread, ratio float64) func() (float64, float64) {
		return func() (float64, float64) {
			return spread * rnd.NormFloat64(), math.Log(ratio) + spread*rnd.NormFloat64()
		}
	}
	rows := judged(standard, []string{"same", "slow", "fast", "a little", "noisy"}, map[string]func() (float64, float64){
		"same": draw(0.004, 1), "slow": draw(0.02, 1.1), "fast": draw(0.02, 0.85), "a little": draw(0.01, 1.02), "noisy": draw(0.5, 1),
	})
	for i, want := range []struct {
		verdict Verdict
		ratio   float64
	}{{Unchanged, 1}, {Slower, 1.1}, {Faster, 0.85}, {Undecided, 1.02}, {Undecided, 1}} {
		x := rows[i]
		if x.Verdict != want.verdict {
			t.Errorf("%s is %s, want %s: %+v", x.Benchmark, x.Verdict, want.verdict, x)
		}
		if !(x.Low <= x.Ratio && x.Ratio <= x.High) || !(x.Low <= want.ratio && want.ratio <= x.High) {
			t.Errorf("%s: ratio %v in %v … %v, want %v within", x.Benchmark, x.Ratio, x.Low, x.High, want.ratio)
		}
		moved := x.Verdict == Slower || x.Verdict == Faster
		if beyond := x.Low > 1.02 || x.High < 1/1.02; moved != (beyond && x.Adjusted <= standard.Alpha) {
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

// The same rounds give the same rows, whatever was asked for and when: a report that is
// read again says what it said.
func TestReplay(t *testing.T) {
	for seed := range uint64(2) {
		for _, clock := range []float64{0, 60, 100} {
			names, draws := world{noise: bursts(0.05, independent(0.04, 0.04)), k: 8, changed: 4, effect: 0.07}.draws(rand.New(rand.NewPCG(seed, 8)))
			group := Group{"first", names[:5]}
			live, _ := New(standard, names, group)
			kept := map[string][]Round{}
			rnd := rand.New(rand.NewPCG(seed, 9))
			left := clock
			if clock == 0 {
				left = math.Inf(1)
			}
			for needs := live.Next(Room{Left: left}); len(needs) > 0; needs = live.Next(Room{Left: left}) {
				for _, need := range needs {
					for range need.Rounds {
						base, head := draws[need.Benchmark]()
						round := Round{Base: math.Exp(base), Head: math.Exp(head)}
						if rnd.IntN(20) == 0 {
							round = Round{Failed: "exit status 1"}
						}
						kept[need.Benchmark] = append(kept[need.Benchmark], round)
						left--
						if err := live.Add(need.Benchmark, round); err != nil {
							t.Fatal(err)
						}
						live.Verdicts() // asking changes nothing
					}
				}
			}
			again, _ := New(standard, names, group)
			for i := range names {
				name := names[len(names)-1-i]
				if err := again.Add(name, kept[name]...); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(fmt.Sprintf("%+v %+v", live.Verdicts(), live.Groups()), fmt.Sprintf("%+v %+v", again.Verdicts(), again.Groups())); diff != "" {
				t.Errorf("seed %d, clock %v: %s", seed, clock, diff)
			}
		}
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
		{"no sample", nil, 6, ""},
		{"one sample a side", same(1, 1, 2), 5, ""},
		{"all values the same", same(6, 3, 3), 0, "all 12 samples are equal: nothing was timed"},
		{"one side only", failed(3, "head: exit status 2"), 0, "3 of 3 rounds failed: head: exit status 2"},
		{"fails now and then", append(same(4, 1, 2), failed(3, "head: out of memory")...), 2, ""},
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
		for _, need := range s.Next(Unbounded) {
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
		{func(r *Rules) { r.Aim = 0.02 }, "aim 0.02:"},
		{func(r *Rules) { r.Coarse = 0.04 }, "coarse aim 0.04:"},
		{func(r *Rules) { r.AimRounds = 0 }, "aim of 0 rounds:"},
		{func(r *Rules) { r.Power = 0.5 }, "power 0.5:"},
		{func(r *Rules) { r.Test, r.Looks = SignedRank, []int{4, 20} }, "first look after 4 rounds:"},
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

// Holm's own steps: 4, 3, 2 times and once.
func TestHolm(t *testing.T) {
	s := &State{rules: standard}
	for _, p := range []float64{0.03, 0.001, 0.02, 0.5} {
		s.benchmarks = append(s.benchmarks, &benchmark{hypothesis: hypothesis{p: p}})
	}
	adjusted := s.holm()
	for i, want := range []float64{0.06, 0.004, 0.06, 0.5} {
		if got := adjusted[&s.benchmarks[i].hypothesis]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
}

func TestSpend(t *testing.T) {
	for expected := range standard.Looks {
		for _, hypotheses := range []int{1, 20, 1000} {
			for _, test := range tests {
				r := standard
				r.Test = test
				var alpha, same float64
				parts := r.spend(expected, hypotheses)
				for i, part := range parts.alpha {
					alpha += part
					same += parts.same[i]
					if p := test.Attainable(r.Looks[i]); part > 0 && p*float64(hypotheses)/part > r.Alpha {
						t.Errorf("%s, %d hypotheses: look %d may spend %v, but can't reach it", test.Name(), hypotheses, r.Looks[i], part)
					}
				}
				if math.Abs(alpha-1) > 1e-12 || math.Abs(same-1) > 1e-12 {
					t.Errorf("%s, %d hypotheses, expected at %d: spends %v of alpha, %v of the other", test.Name(), hypotheses, r.Looks[expected], alpha, same)
				}
			}
		}
	}
}

// What is planned doesn't know which sample is of which side: neither an exchange of
// the sides of a round nor any other arrangement of the samples changes it.
func TestScheduleIsBlind(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	for range 50 {
		all := make([]float64, 12)
		for i := range all {
			all[i] = 0.1*rnd.NormFloat64() + float64(i%2)*0.2
		}
		want := pooledSpread(all[:6], all[6:])
		rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if got := pooledSpread(all[:6], all[6:]); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// Too few rounds for so many benchmarks: nothing is measured in vain.
func TestSilent(t *testing.T) {
	r := standard
	r.Test, r.Looks = SignedRank, []int{6, 10}
	var names []string
	draws := map[string]func() (float64, float64){}
	rnd := rand.New(rand.NewPCG(4, 4))
	for i := range 20 {
		names = append(names, fmt.Sprint(i))
		draws[fmt.Sprint(i)] = func() (float64, float64) { return 0.01 * rnd.Float64(), 1 + 0.01*rnd.Float64() }
	}
	x := judged(r, names, draws)[0]
	if x.Rounds != 6 || x.Verdict != Undecided || x.Reason != "20 benchmarks: too many for a last look after 10 rounds" {
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
		s, _ := New(standard, []string{"a", "b", "c"}, Group{"all", []string{"a", "b", "c"}})
		rnd := rand.New(rand.NewPCG(seed, 0))
		taken := 0
		room := func(data []byte) Room {
			if len(data)%2 == 0 {
				return Unbounded
			}
			return Room{Left: float64(50*len(data) - taken), Round: func(name string) float64 { return float64(name[0] - 'a' + 1) }}
		}
		for needs := s.Next(room(data)); len(needs) > 0; needs = s.Next(room(data)) {
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
			if taken > 4*3*160 {
				t.Fatalf("%d rounds, and still more are needed", taken)
			}
		}
		rows := s.Verdicts()
		if len(rows) != 3 {
			t.Fatalf("%d rows", len(rows))
		}
		for _, x := range rows {
			moved := x.Verdict == Slower || x.Verdict == Faster
			if moved && (x.Adjusted > standard.Alpha || x.Low <= 1.02 && x.High >= 1/1.02) {
				t.Errorf("%+v", x)
			}
			if x.Verdict == Unchanged && (x.Low < 1/1.02 || x.High > 1.02) {
				t.Errorf("%+v", x)
			}
		}
	})
}
