package judge

import (
	"fmt"
	"slices"
)

// Rules are the thresholds for judging a report: fields of its profile.
type Rules struct {
	// Test is how base is compared with head.
	Test Test

	// Alpha is the chance, at most, that a report calls anything slower or
	// faster though nothing changed: 0.01.
	Alpha float64

	// MinimumEffect is the least change that matters, as a fraction: 0.02. A
	// benchmark that is called slower or faster moved by more, one that is called
	// unchanged by less.
	MinimumEffect float64

	// Confidence is that of the interval which has to clear the minimum effect,
	// for one benchmark and over all looks: 0.8 leaves 10 % on the near side.
	Confidence float64

	// Aim is the change to find, and Power the chance to find it: 0.05 and 0.95.
	// Where the samples spread too far, the aim is the least change that AimRounds
	// show with that chance, 64, and Coarse at most, 0.1: a benchmark is not
	// measured for long to find what can't be found soon.
	Aim, Coarse, Power float64
	AimRounds          int

	// Looks are the numbers of rounds at which a benchmark is judged, ascending.
	// The last is the most that one may cost: what is not settled by then is
	// undecided.
	Looks []int

	// Units vote besides time.
	Units []Unit
}

// The bounds of rules: their work grows with the square of the rounds.
const (
	mostRounds = 1000
	mostLooks  = 50
)

// Check returns an error that names the first rule that can't be followed.
func (r Rules) Check() error {
	switch {
	case r.Test == nil:
		return fmt.Errorf("no test: want one, such as %s", SignedRank.Name())
	case !(r.Alpha > 0 && r.Alpha < 0.5):
		return fmt.Errorf("alpha %v: want more than 0 and less than 0.5", r.Alpha)
	case !(r.MinimumEffect > 0 && r.MinimumEffect < 1):
		return fmt.Errorf("minimum effect %v: want more than 0 and less than 1", r.MinimumEffect)
	case !(r.Confidence > 0 && r.Confidence < 1):
		return fmt.Errorf("confidence %v: want more than 0 and less than 1", r.Confidence)
	case !(r.Aim > r.MinimumEffect && r.Aim < 1):
		return fmt.Errorf("aim %v: want more than the minimum effect %v and less than 1", r.Aim, r.MinimumEffect)
	case !(r.Coarse >= r.Aim && r.Coarse < 1):
		return fmt.Errorf("coarse aim %v: want the aim %v or more and less than 1", r.Coarse, r.Aim)
	case r.AimRounds < 1 || r.AimRounds > mostRounds: // what is asked for next takes time
		return fmt.Errorf("aim of %d rounds: want 1 to %d", r.AimRounds, mostRounds)
	case !(r.Power > 0.5 && r.Power < 1):
		return fmt.Errorf("power %v: want more than 0.5 and less than 1", r.Power)
	}
	if err := CheckUnits(r.Units); err != nil {
		return err
	}
	return r.checkLooks()
}

func (r Rules) checkLooks() error {
	if len(r.Looks) == 0 {
		return fmt.Errorf("no looks: want the numbers of rounds after which to judge")
	}
	if len(r.Looks) > mostLooks || slices.Max(r.Looks) > mostRounds {
		return fmt.Errorf("%d looks up to %d rounds: want %d looks and %d rounds at most", len(r.Looks), slices.Max(r.Looks), mostLooks, mostRounds)
	}
	last := 0
	for _, n := range r.Looks {
		if n <= last {
			return fmt.Errorf("look after %d rounds follows one after %d: want them ascending from 1 on", n, last)
		}
		last = n
	}
	if n := r.Looks[0]; r.Test.Attainable(n) > spreadAlpha {
		return fmt.Errorf("first look after %d rounds: too few for the %s test to say how far they spread", n, r.Test.Name())
	}
	if p := r.Test.Attainable(last); p > r.Alpha {
		return fmt.Errorf("last look after %d rounds: the %s test can't reach alpha %v there, p is %.2g or more", last, r.Test.Name(), r.Alpha, p)
	}
	return nil
}
