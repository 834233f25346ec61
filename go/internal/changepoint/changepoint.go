// Package changepoint finds where a trend changes its level.
//
// It takes a series of numbers, one for each commit in order, and returns its
// change points with mean, spread and p on both sides. The method is that of
// Hunter (Fleming, Kołaczkowski et al., ICPE 2023): E-divisive means (Matteson
// and James, JASA 109, 2014) over windows finds weak points, Student's t-test
// instead of permutations judges them, and the weakest are merged away until all
// that remain are significant and large enough. Nothing is random. The numbers
// are those of Apache Otava, Hunter's successor, except for two faults of Otava. Two
// rules are ours: a level takes some values before it counts, and a drift is no stair
// (see testdata/README.md).
//
// It does not know units or which direction is better, and it names no cause: a
// new kernel makes a change point just as a commit does.
package changepoint

import (
	"fmt"
	"math"
)

// Options say what counts as a change.
type Options struct {
	// Window is how many values are searched at once, 2 or more; the next
	// window starts half of them further on. What moves so slowly that no window
	// shows it is not found, or found as a stair.
	Window int
	// MaxP is the p below which a change is significant, above 0 and below 0.05.
	// It is no rate of false alarms: the test judges points that were chosen
	// for being the best of their window.
	MaxP float64
	// MinEffect is the least change, 0 or more: with 0.05, a ratio from 1/1.05
	// to 1.05 is none.
	MinEffect float64
	// Settled is how many values a level takes: a change counts from so many values
	// after it on, and what passes sooner is none. 0 and 1 are the papers' and
	// Otava's, which take one value for a level.
	Settled int
	// Steps leaves out what a straight line explains better: a drift is no stair.
	// Otava makes a stair of it.
	Steps bool
}

// Defaults are Otava's window with a minimum effect, and with what keeps false points
// rare: of 3,000 trends of 100 values that spread by 3 %, 37 show one while they grow, and
// 1 to the end (TestPassingAlarms). With Otava's p of 0.001 and nothing else it is 792
// and 73.
var Defaults = Options{Window: 50, MaxP: 0.00005, MinEffect: 0.05, Settled: 3, Steps: true}

// weakness is how much laxer than MaxP the search in a window is: a point may
// become significant only when others beside it are merged away.
const weakness = 10

func (o Options) check() error {
	switch {
	case o.Window < 2:
		return fmt.Errorf("window %d: want 2 or more", o.Window)
	case !(o.MaxP > 0 && o.MaxP < 0.05):
		return fmt.Errorf("max p %v: want above 0 and below 0.05", o.MaxP)
	case !(o.MinEffect >= 0 && o.MinEffect <= math.MaxFloat64):
		return fmt.Errorf("minimum effect %v: want 0 or more", o.MinEffect)
	case o.Settled < 0 || o.Settled > o.Window/2:
		return fmt.Errorf("settled after %d values: want 0 to half of the window of %d", o.Settled, o.Window)
	}
	return nil
}

// Squares of values between these neither overflow nor vanish.
const (
	leastValue = 1e-100
	mostValue  = 1e100
)

// check refuses what has no place on a scale of ratios. A value that is
// missing is no value: a trend leaves it out.
func check(index int, value float64) error {
	if value == 0 || value >= leastValue && value <= mostValue {
		return nil
	}
	return fmt.Errorf("value %d is %v: want 0, or %v to %v; leave out what was not measured", index, value, leastValue, mostValue)
}

// A Point is a change of level between two values.
type Point struct {
	Index  int     // of the first value after the change
	Last   int     // of the last value before it: Index - 1, or less if values were left out between
	Before Segment // from the point before this one, or the first value
	After  Segment // up to the next point, or the last value
	// P is the two-sided p of Student's t-test, Before against After.
	P float64
	// Ratio is the mean after to the mean before; +Inf if that is 0.
	Ratio float64
}

// Noise is how far the values spread around the two levels, as a part of them: 0.03
// is 3 %.
func (p Point) Noise() float64 {
	var squares, freedom float64
	for _, s := range []Segment{p.Before, p.After} {
		if s.Mean > 0 {
			squares += float64(s.N-1) * s.Std * s.Std / (s.Mean * s.Mean)
			freedom += float64(s.N - 1)
		}
	}
	return math.Sqrt(squares / max(1, freedom))
}

// A Segment is the values between two change points.
type Segment struct {
	N    int     // how many; a change that the newest value alone shows has 1
	Mean float64 // in the unit of the values
	Std  float64 // sample standard deviation (divided by N-1), 0 if N is 1
}

// Find returns the change points of a whole trend, by index: none for fewer
// than three values. The error names an option or value that is no good.
func Find(values []float64, o Options) ([]Point, error) {
	t, err := NewTrend(o)
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		if err := t.Append(v); err != nil {
			return nil, err
		}
	}
	return t.Points(), nil
}
