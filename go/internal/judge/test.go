package judge

import (
	"fmt"
	"math"
)

// A Test says what pairs of samples tell about the ratio of head to base.
// Its methods may be called from several goroutines.
type Test interface {
	// Name is how reports and profiles call the test.
	Name() string

	// Compare takes the logarithms of the samples by round, of equal length
	// and at least one, and keeps neither.
	Compare(base, head []float64) Comparison

	// Attainable is the smallest p that n rounds can have, however large the
	// change: what asks for less can't be decided by them.
	Attainable(n int) float64
}

// Named is the test that a profile names.
func Named(name string) (Test, error) {
	for _, test := range []Test{Either, SignedRank, MannWhitney} {
		if test.Name() == name {
			return test, nil
		}
	}
	return nil, fmt.Errorf("unknown test %q: want %s, %s or %s", name, Either.Name(), SignedRank.Name(), MannWhitney.Name())
}

// A Comparison is what a test found in some rounds.
type Comparison interface {
	// P is the two-sided p of no change. It is 1 where the samples can tell
	// nothing.
	P() float64

	// Interval estimates the logarithm of the ratio, with an interval that
	// holds it with probability 1 - alpha or more: infinite on both sides if
	// there are too few rounds for alpha.
	Interval(alpha float64) Estimate
}

// An Estimate is the ratio of head to base, as a logarithm, with its interval.
type Estimate struct{ Center, Low, High float64 }

// unknown is what is said of the ratio before there is an interval.
func unknown(center float64) Estimate {
	return Estimate{center, math.Inf(-1), math.Inf(1)}
}

// differences are the logarithms of the ratio, round by round.
func differences(base, head []float64) []float64 {
	d := make([]float64, len(base))
	for i := range base {
		d[i] = head[i] - base[i]
	}
	return d
}
