package judge

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
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
	periodic(0.2, independent(0.03, 0.03)), twoSpeeds(0.2, independent(0.03, 0.03)), ticks(0.02, independent(0.03, 0.03)),
}

// periodic is a disturbance that comes with every second round, of one side's turn:
// what is measured first in it is slower.
func periodic(size float64, under noise) noise {
	return noise{fmt.Sprintf("%s, every second round %g %%", under.name, 100*size), under.spread, func(rnd *rand.Rand) func() (float64, float64) {
		next := under.draw(rnd)
		round := 0
		return func() (float64, float64) {
			base, head := next()
			round++
			if disturbed := round%2 == 0; disturbed && rnd.IntN(2) == 0 { // chance says who goes first
				return base + size, head
			} else if disturbed {
				return base, head + size
			}
			return base, head
		}
	}}
}

// twoSpeeds is a machine that is slow for minutes, and fast for others; now and then it
// changes between the sides of a round.
func twoSpeeds(size float64, under noise) noise {
	return noise{fmt.Sprintf("%s, two speeds %g %% apart", under.name, 100*size), under.spread, func(rnd *rand.Rand) func() (float64, float64) {
		next := under.draw(rnd)
		slow := rnd.IntN(2) == 0
		step := func() float64 {
			if rnd.IntN(15) == 0 {
				slow = !slow
			}
			if slow {
				return size
			}
			return 0
		}
		return func() (float64, float64) {
			base, head := next()
			first, second := step(), step()
			if rnd.IntN(2) == 0 {
				first, second = second, first
			}
			return base + first, head + second
		}
	}}
}

// ticks are times that a clock rounds, so that samples tie.
func ticks(size float64, under noise) noise {
	return noise{fmt.Sprintf("%s, in steps of %g %%", under.name, 100*size), under.spread, func(rnd *rand.Rand) func() (float64, float64) {
		next := under.draw(rnd)
		return func() (float64, float64) {
			base, head := next()
			return size * math.Round(base/size), size * math.Round(head/size)
		}
	}}
}

// standard are the rules that the package is calibrated with.
var standard = Rules{
	Test: Either, Alpha: 0.01, MinimumEffect: 0.02, Confidence: 0.8, Aim: 0.05, Coarse: 0.1, AimRounds: 64, Power: 0.95,
	Looks: []int{6, 8, 12, 18, 26, 38, 56, 80, 112, 160},
}

// A world is what reports are drawn from.
type world struct {
	noise   noise
	k       int     // benchmarks
	changed int     // of these, anywhere in the list
	effect  float64 // by which their head is slower
	clock   float64 // rounds that there is time for, a benchmark; 0 is no bound
	grouped bool    // all are one group
}

// An outcome counts what became of rows.
type outcome struct {
	reports, alarmed          int // alarmed: something unchanged was called slower or faster
	rows                      int // those that changed, or all if none did
	slower, faster, unchanged int
	with                      int     // slower with its group alone
	size                      float64 // printed of what is slower, mean of the logarithms
	rounds                    float64 // a benchmark, mean
}

// draws are the rounds of each benchmark, whose names are numbers: those below changed
// have changed. They stand in any order, since what is told of them may not hang on it.
func (w world) draws(rnd *rand.Rand) (names []string, draws map[string]func() (base, head float64)) {
	draws = map[string]func() (float64, float64){}
	for i := range w.k {
		next, name := w.noise.draw(rnd), fmt.Sprint(i)
		names = append(names, name)
		draws[name] = next
		if i < w.changed {
			draws[name] = func() (float64, float64) {
				base, head := next()
				return base, head + math.Log1p(w.effect)
			}
		}
	}
	rnd.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names, draws
}

// simulate judges reports.
func (w world) simulate(r Rules, reports int, seed uint64) outcome {
	o := outcome{reports: reports}
	rnd := rand.New(rand.NewPCG(seed, 1))
	for range reports {
		names, draws := w.draws(rnd)
		var groups []Group
		if w.grouped {
			groups = []Group{{"all", names}}
		}
		s, err := New(r, names, groups...)
		if err != nil {
			panic(err)
		}
		o.rounds += float64(measured(s, draws, w.clock*float64(w.k))) / float64(w.k*reports)
		alarmed := false
		for _, g := range s.Groups() {
			alarmed = alarmed || w.changed == 0 && g.Verdict != Undecided
		}
		for _, x := range s.Verdicts() {
			i, err := strconv.Atoi(x.Benchmark)
			if err != nil {
				panic(err)
			}
			moved := x.Verdict == Slower || x.Verdict == Faster
			alarmed = alarmed || moved && i >= w.changed
			if w.changed > 0 && i >= w.changed {
				continue
			}
			o.rows++
			switch {
			case x.Verdict == Slower:
				o.slower++
				o.size += math.Log(x.Ratio)
			case x.Verdict == Faster:
				o.faster++
			case x.Verdict == Unchanged:
				o.unchanged++
			case x.With != "":
				o.with++
			}
		}
		if alarmed {
			o.alarmed++
		}
	}
	return o
}

// measured draws the rounds of a report as they are needed, up to so many, or
// without a bound for 0. It returns how many.
func measured(s *State, draws map[string]func() (base, head float64), most float64) int {
	taken := 0
	room := func() Room {
		if most == 0 {
			return Unbounded
		}
		return Room{Left: most - float64(taken)}
	}
	for needs := s.Next(room()); len(needs) > 0; needs = s.Next(room()) {
		for _, need := range needs {
			for range need.Rounds {
				base, head := draws[need.Benchmark]()
				if err := s.Add(need.Benchmark, Round{Base: math.Exp(base), Head: math.Exp(head)}); err != nil {
					panic(err)
				}
				taken++
			}
		}
	}
	return taken
}

// judged is a report whose rounds are drawn as they are needed.
func judged(r Rules, names []string, draws map[string]func() (base, head float64)) []Row {
	s, err := New(r, names)
	if err != nil {
		panic(err)
	}
	measured(s, draws, 0)
	return s.Verdicts()
}

// rate is a count in a hundred.
func rate(count, of int) float64 { return 100 * float64(count) / float64(of) }
