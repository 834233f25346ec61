package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A State is a report under way. Where its needs are followed, it depends on the
// rules and on each benchmark's rounds in their order, and on nothing else.
// Rounds beyond what was needed don't count.
type State struct {
	rules      Rules
	benchmarks []*benchmark
	byName     map[string]*benchmark
	confirming bool
}

type benchmark struct {
	name       string
	base, head []float64 // logarithms of the samples of complete rounds
	failed     int
	reason     string // of the last failure
	givenUp    bool   // before its screen was whole

	spread    float64 // standard error of the estimate from one round, by the screen or the last look
	change    float64 // size of the ratio's logarithm, by the same
	candidate bool
	unchanged bool // by the screen
	parts     schedule
	look      int      // how many looks were taken
	p         float64  // over the looks taken
	interval  Estimate // as of the last look that spends
	shown     int      // rounds the interval rests on
	settled   settlement
}

type settlement int

const (
	open     settlement = iota
	cleared             // p and interval are there
	within              // unchanged
	futile              // what is aimed at is ruled out
	spent               // after the last look
	hopeless            // no look can reach alpha
)

// New starts a report on these benchmarks.
func New(rules Rules, benchmarks []string) (*State, error) {
	if err := rules.Check(); err != nil {
		return nil, err
	}
	s := &State{rules: rules, byName: map[string]*benchmark{}}
	for _, name := range benchmarks {
		if s.byName[name] != nil {
			return nil, fmt.Errorf("%s: listed twice", name)
		}
		b := &benchmark{name: name, p: 1}
		s.benchmarks = append(s.benchmarks, b)
		s.byName[name] = b
	}
	return s, nil
}

// Add takes rounds of a benchmark in the order in which they were measured: the
// first complete ones are the screen's. A round with a sample that is no
// positive number is refused, and with it all rounds of the call.
func (s *State) Add(name string, rounds ...Round) error {
	b := s.byName[name]
	if b == nil {
		return fmt.Errorf("%s: not a benchmark of this report", name)
	}
	for i, r := range rounds {
		if err := r.Check(); err != nil {
			return fmt.Errorf("%s: round %d: %w", name, len(b.base)+b.failed+i+1, err)
		}
	}
	for _, r := range rounds {
		if r.Failed != "" {
			b.failed++
			b.reason = r.Failed
			continue
		}
		b.base = append(b.base, math.Log(r.Base))
		b.head = append(b.head, math.Log(r.Head))
	}
	return nil
}

// GiveUp says that a benchmark gets no more rounds, before its screen is whole:
// the others don't wait for it. Which ones may depend on their rounds so far, since
// no verdict comes from the screen.
func (s *State) GiveUp(name string) {
	if b := s.byName[name]; b != nil && !s.confirming && len(b.base) < s.rules.Screen {
		b.givenUp = true
	}
}

// End says that there are no more rounds of any benchmark.
func (s *State) End() {
	for _, b := range s.benchmarks {
		s.GiveUp(b.name)
	}
}

// mostFailed is how many rounds may fail before they outweigh those that don't.
const mostFailed = 3

// lost tells that a benchmark fails too often to be measured any more.
func (b *benchmark) lost() bool { return b.failed >= mostFailed && b.failed >= len(b.base) }

// Next says which rounds to take now, in the order of the benchmarks: those
// that the screen lacks, and after it those that each candidate lacks for its
// next look. There are none when all is said.
func (s *State) Next() []Need {
	s.advance()
	candidates := 0
	for _, b := range s.benchmarks {
		if b.candidate {
			candidates++
		}
	}
	var needs []Need
	for _, b := range s.benchmarks {
		if n, phase := s.lacks(b); n > 0 {
			needs = append(needs, Need{b.name, phase, n, s.until(b, n, candidates)})
		}
	}
	return needs
}

// until is how many rounds a candidate lacks, for its next look as given, until the
// first look that would show what was seen last, at the spread that was seen;
// as many as the last look of all has if none would. What the screen saw by chance
// so gives way to others.
func (s *State) until(b *benchmark, lacks, candidates int) int {
	if !s.confirming {
		return lacks
	}
	next := s.rules.Looks[b.look]
	for i, n := range s.rules.Looks[b.look:] {
		part := b.parts[b.look+i]
		if part > 0 && s.rules.detectable(b.spread/math.Sqrt(float64(n)), candidates, part) <= b.change {
			return lacks + n - next
		}
	}
	return s.rules.Looks[len(s.rules.Looks)-1]
}

func (s *State) lacks(b *benchmark) (int, Phase) {
	switch {
	case b.lost() || b.givenUp:
		return 0, Screen
	case !s.confirming:
		return s.rules.Screen - len(b.base), Screen
	case b.candidate && b.settled == open:
		return s.rules.Screen + s.rules.Looks[b.look] - len(b.base), Confirm
	}
	return 0, Screen
}

// advance takes the looks that the rounds allow, the earliest of all first:
// what is settled there changes what Holm asks of the others.
func (s *State) advance() {
	if !s.confirming && !s.screen() {
		return
	}
	for {
		var due []*benchmark
		for _, b := range s.benchmarks {
			if n, _ := s.lacks(b); n > 0 || !b.candidate || b.settled != open || b.lost() {
				continue
			}
			if len(due) > 0 && s.rules.Looks[b.look] < s.rules.Looks[due[0].look] {
				due = due[:0]
			}
			if len(due) == 0 || s.rules.Looks[b.look] == s.rules.Looks[due[0].look] {
				due = append(due, b)
			}
		}
		if len(due) == 0 {
			return
		}
		for _, b := range due {
			s.take(b)
		}
		s.settle()
	}
}

// screen finds the candidates, once every benchmark has its rounds.
func (s *State) screen() bool {
	for _, b := range s.benchmarks {
		if n, _ := s.lacks(b); n > 0 {
			return false
		}
	}
	s.confirming = true
	candidates := 0
	for _, b := range s.benchmarks {
		if b.lost() || b.givenUp || b.constant() {
			continue
		}
		n := s.rules.Screen
		c := s.rules.Test.Compare(b.base[:n], b.head[:n])
		b.seen(c, n)
		b.candidate = !c.Interval(2 * s.rules.miss(screenShare)).within(s.rules.aim(b.spread))
		b.unchanged = !b.candidate && s.rules.same(c, 1)
		if b.candidate {
			candidates++
		}
	}
	for _, b := range s.benchmarks {
		if !b.candidate {
			continue
		}
		b.parts = s.rules.schedule(b.spread, candidates)
		if !slices.ContainsFunc(b.parts, func(part float64) bool { return part > 0 }) {
			b.settled = hopeless
		}
	}
	return true
}

// seen notes what so many rounds show, by which it is told how far a verdict is.
func (b *benchmark) seen(c Comparison, rounds int) {
	b.spread = standardError(c) * math.Sqrt(float64(rounds))
	b.change = math.Abs(c.Interval(0.5).Center)
}

// constant tells that the samples don't vary at all, as no time does.
func (b *benchmark) constant() bool {
	for i := range b.base {
		if b.base[i] != b.base[0] || b.head[i] != b.base[0] {
			return false
		}
	}
	return len(b.base) > 1
}

// within tells that the interval has no change of the size or more.
func (e Estimate) within(size float64) bool { return e.Low > -size && e.High < size }

// take judges a candidate by the rounds of its next look.
func (s *State) take(b *benchmark) {
	n, part := s.rules.Looks[b.look], b.parts[b.look]
	b.look++
	c := s.rules.Test.Compare(b.confirming(s.rules.Screen, n))
	b.seen(c, n)
	if part > 0 {
		b.interval = c.Interval((1 - s.rules.Confidence) * part)
		b.shown = n
		b.p = math.Min(b.p, c.P()/part)
		if s.rules.same(c, part) {
			b.settled = within
			return
		}
	}
	if b.look == len(s.rules.Looks) {
		b.settled = spent
	} else if !b.ahead(s.rules) && c.Interval(2*s.rules.miss(futileShare)).within(s.rules.aim(standardError(c)*math.Sqrt(float64(n)))) {
		b.settled = futile
	}
}

func (b *benchmark) confirming(screen, n int) (base, head []float64) {
	return b.base[screen : screen+n], b.head[screen : screen+n]
}

// ahead tells that the interval clears the minimum effect already, and only p
// is to come.
func (b *benchmark) ahead(r Rules) bool {
	band := math.Log1p(r.MinimumEffect)
	return b.shown > 0 && (b.interval.Low > band || b.interval.High < -band)
}

// settle lets go of the candidates that have both p and interval.
func (s *State) settle() {
	adjusted := s.holm()
	for _, b := range s.benchmarks {
		if b.settled == open && b.ahead(s.rules) && adjusted[b] <= s.rules.Alpha {
			b.settled = cleared
		}
	}
}

// holm adjusts the candidates' p (Holm, Scand. J. Statist. 6, 1979): the k-th
// smallest of m counts m-k+1 times, and none less than the one before. It holds
// at every moment of a sequential design, with those counted as 1 that were not
// looked at, if each p does (Maurer and Bretz, Statist. Biopharm. Res. 5, 2013).
func (s *State) holm() map[*benchmark]float64 {
	var candidates []*benchmark
	for _, b := range s.benchmarks {
		if b.candidate {
			candidates = append(candidates, b)
		}
	}
	slices.SortStableFunc(candidates, func(a, b *benchmark) int { return cmp.Compare(a.p, b.p) })
	adjusted := make(map[*benchmark]float64, len(candidates))
	least := 0.0
	for k, b := range candidates {
		least = math.Max(least, math.Min(1, b.p*float64(len(candidates)-k)))
		adjusted[b] = least
	}
	return adjusted
}

// Verdicts are the rows of all benchmarks, in their order. While Next asks for
// rounds they are what could be said if there were no more.
func (s *State) Verdicts() []Row {
	s.advance()
	adjusted := s.holm()
	rows := make([]Row, len(s.benchmarks))
	for i, b := range s.benchmarks {
		rows[i] = s.row(b, adjusted)
	}
	return rows
}

func (s *State) row(b *benchmark, adjusted map[*benchmark]float64) Row {
	x := Row{Benchmark: b.name, Verdict: Undecided, Phase: Screen, Rounds: len(b.base) + b.failed, P: 1, Adjusted: 1, Detectable: math.Inf(1)}
	x.N = min(len(b.base), s.rules.Screen)
	base, head := b.base[:x.N], b.head[:x.N]
	if b.shown > 0 {
		x.Phase, x.N = Confirm, b.shown
		base, head = b.confirming(s.rules.Screen, x.N)
		x.P, x.Adjusted = b.p, adjusted[b]
	}
	estimate := Estimate{math.NaN(), math.NaN(), math.NaN()}
	if x.N > 0 {
		c := s.rules.Test.Compare(base, head)
		estimate = c.Interval(1 - s.rules.Confidence)
		if s.lookedAt(b) {
			x.Detectable = s.detectable(b, x, c, len(adjusted))
		}
	}
	if b.shown > 0 {
		estimate = b.interval
	}
	x.Ratio, x.Low, x.High = math.Exp(estimate.Center), math.Exp(estimate.Low), math.Exp(estimate.High)
	switch {
	case b.settled == open && b.lost():
		x.Reason = fmt.Sprintf("%d of %d rounds failed: %s", b.failed, x.Rounds, b.reason)
	case b.constant():
		x.Reason = fmt.Sprintf("all %d samples are the same: nothing was timed", 2*len(b.base))
	case b.settled == hopeless:
		x.Reason = fmt.Sprintf("%d candidates: too many for a last look after %d rounds", len(adjusted), s.rules.Looks[len(s.rules.Looks)-1])
	case b.unchanged || b.settled == within:
		x.Verdict = Unchanged
	case b.ahead(s.rules) && x.Adjusted <= s.rules.Alpha && b.interval.Low > 0:
		x.Verdict = Slower
	case b.ahead(s.rules) && x.Adjusted <= s.rules.Alpha:
		x.Verdict = Faster
	}
	if x.Verdict == Undecided && x.Reason == "" && x.N > 0 {
		x.Open = !s.confirming || b.givenUp || b.candidate && b.settled == open
	}
	if x.Open {
		x.Looks = s.looks(x, base, head)
	}
	return x
}

// lookedAt tells whether the judge has said something of a benchmark: let it go
// after a whole screen, or judged it by confirming rounds.
func (s *State) lookedAt(b *benchmark) bool {
	if !s.confirming || b.givenUp || b.lost() || b.constant() {
		return false
	}
	return !b.candidate || b.shown > 0 || b.settled == futile
}

// fewest is how many rounds have to agree: one or two often do by chance.
const fewest = 3

// looks is how an open row looks: beyond the minimum effect, by an interval that is
// clear of no change or, of too few rounds for one, by each of them.
func (s *State) looks(x Row, base, head []float64) Verdict {
	least, most := x.Low, x.High
	if !(least > 0) || math.IsInf(most, 1) {
		if len(base) < fewest {
			return ""
		}
		least, most = math.Inf(1), 0
		for i := range base {
			ratio := math.Exp(head[i] - base[i])
			least, most = math.Min(least, ratio), math.Max(most, ratio)
		}
		if band := 1 + s.rules.MinimumEffect; least < band && most > 1/band {
			return ""
		}
	}
	band := 1 + s.rules.MinimumEffect
	switch {
	case x.Ratio > band && least > 1:
		return Slower
	case x.Ratio < 1/band && most < 1:
		return Faster
	}
	return ""
}

// detectable is what a row could have shown. Where the screen or a look let it go,
// that is the aim, for which there would have been more rounds; where the rounds
// ran out it is what they show.
func (s *State) detectable(b *benchmark, x Row, c Comparison, candidates int) float64 {
	if !s.confirming || b.candidate && b.settled != futile {
		return math.Expm1(s.rules.detectable(standardError(c), candidates, 1))
	}
	spread := standardError(c) * math.Sqrt(float64(x.N))
	last := float64(s.rules.Looks[len(s.rules.Looks)-1])
	return math.Expm1(math.Max(s.rules.aim(spread), s.rules.detectable(spread/math.Sqrt(last), candidates, 1)))
}
