package judge

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
)

var full = flag.Bool("full", false, "simulate long enough to tell tests apart")

// A noise is a model of the logarithms of one benchmark's samples when nothing
// changed, round by round.
type noise struct {
	name   string
	spread float64 // of either side within a round, without bursts
	draw   func(rnd *rand.Rand) func() (base, head float64)
}

// independent is lognormal, with a standard deviation on each side.
func independent(base, head float64) noise {
	name := fmt.Sprintf("lognormal %g %%", 100*base)
	if base != head {
		name += fmt.Sprintf(" and %g %%", 100*head)
	}
	return noise{name, math.Sqrt((base*base + head*head) / 2), func(rnd *rand.Rand) func() (float64, float64) {
		return func() (float64, float64) { return base * rnd.NormFloat64(), head * rnd.NormFloat64() }
	}}
}

// bursts are samples that somebody else's work made 1.3 to 3 times as long.
func bursts(share float64, under noise) noise {
	return noise{fmt.Sprintf("%s, %g %% bursts", under.name, 100*share), under.spread, func(rnd *rand.Rand) func() (float64, float64) {
		next := under.draw(rnd)
		hit := func() float64 {
			if rnd.Float64() < share {
				return math.Log(1.3 + 1.7*rnd.Float64())
			}
			return 0
		}
		return func() (float64, float64) {
			base, head := next()
			return base + hit(), head + hit()
		}
	}}
}

// drift is a machine that changes from round to round, a first-order
// autoregression; both sides of a round see nearly the same of it.
func drift(deviation, correlation float64, under noise) noise {
	return noise{fmt.Sprintf("%s, drift %g %%", under.name, 100*deviation), under.spread, func(rnd *rand.Rand) func() (float64, float64) {
		next := under.draw(rnd)
		state := deviation * rnd.NormFloat64()
		step := func() float64 {
			state = correlation*state + deviation*math.Sqrt(1-correlation*correlation)*rnd.NormFloat64()
			return state
		}
		headFirst := false
		return func() (float64, float64) {
			base, head := next()
			first, second := step(), step()
			if headFirst {
				first, second = second, first
			}
			headFirst = !headFirst
			return base + first, head + second
		}
	}}
}

var noises = []noise{
	independent(0.01, 0.01), independent(0.03, 0.03), independent(0.06, 0.06), independent(0.09, 0.09), independent(0.12, 0.12), independent(0.17, 0.17),
	independent(0.03, 0.06),
	bursts(0.05, independent(0.03, 0.03)),
	drift(0.06, 0.95, independent(0.03, 0.03)), drift(0.1, 0.95, independent(0.03, 0.03)),
	bursts(0.05, drift(0.1, 0.95, independent(0.03, 0.03))),
}

// standard are the rules that the package is calibrated with.
var standard = Rules{
	Test: Either, Alpha: 0.01, MinimumEffect: 0.03, Confidence: 0.8, Aim: 0.05, Coarse: 0.1, AimRounds: 64, Power: 0.95,
	Screen: 8, Looks: []int{10, 16, 25, 40, 64, 100, 160},
}

// An outcome counts what became of rows.
type outcome struct {
	reports, alarmed          int // alarmed: something unchanged was called slower or faster
	rows                      int // those that changed, or all if none did
	slower, faster, unchanged int
	rounds                    float64 // a benchmark, mean
}

// simulate judges reports of k benchmarks, of which the first ones have a head
// that is slower by the effect.
func simulate(r Rules, n noise, k, changed int, effect float64, reports int, seed uint64) outcome {
	o := outcome{reports: reports}
	rnd := rand.New(rand.NewPCG(seed, 1))
	for range reports {
		draws := map[string]func() (float64, float64){}
		var names []string
		for i := range k {
			next, name := n.draw(rnd), fmt.Sprint(i)
			names = append(names, name)
			draws[name] = next
			if i < changed {
				draws[name] = func() (float64, float64) {
					base, head := next()
					return base, head + math.Log1p(effect)
				}
			}
		}
		alarmed := false
		for i, x := range judged(r, names, draws) {
			o.rounds += float64(x.Rounds) / float64(k*reports)
			moved := x.Verdict == Slower || x.Verdict == Faster
			alarmed = alarmed || moved && i >= changed
			if changed > 0 && i >= changed {
				continue
			}
			o.rows++
			switch x.Verdict {
			case Slower:
				o.slower++
			case Faster:
				o.faster++
			case Unchanged:
				o.unchanged++
			}
		}
		if alarmed {
			o.alarmed++
		}
	}
	return o
}

// judged is a report whose rounds are drawn as they are needed.
func judged(r Rules, names []string, draws map[string]func() (base, head float64)) []Row {
	s, err := New(r, names)
	if err != nil {
		panic(err)
	}
	for needs := s.Next(); len(needs) > 0; needs = s.Next() {
		for _, need := range needs {
			for range need.Rounds {
				base, head := draws[need.Benchmark]()
				if err := s.Add(need.Benchmark, Round{Base: math.Exp(base), Head: math.Exp(head)}); err != nil {
					panic(err)
				}
			}
		}
	}
	return s.Verdicts()
}

// rate is a count in a hundred.
func rate(count, of int) float64 { return 100 * float64(count) / float64(of) }
