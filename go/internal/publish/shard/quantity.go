package shard

import (
	"math"
	"math/bits"
)

// Quantities are kept as steps of a scale of ratios, each 0.1 % above the one
// before, so that a value is known to 0.05 % whatever its size. Step 0 is the
// value 0.
const (
	ratio = 1.001
	one   = 1 << 20 // the step of the value 1: the smallest float64 is 745,000 below it
)

var logRatio = math.Log(ratio)

func step(v float64) int {
	if v == 0 {
		return 0
	}
	return one + int(math.Round(math.Log(v)/logRatio))
}

func value(step int) float64 {
	if step == 0 {
		return 0
	}
	return math.Exp(float64(step-one) * logRatio)
}

// Quantised is the value that a reader of a shard sees in place of v.
func Quantised(v float64) float64 { return value(step(v)) }

// The ends of an interval are kept as their distance from the centre: in
// single steps up to 16, then in eighths of a power of two. An end is where it
// was to 0.05 % of the value or a sixteenth of that distance; noise in its last
// digits would be half of all bytes. Any distance fits one byte.
const (
	noEnd   = 0   // the interval is infinite
	zeroEnd = 255 // the end is 0, which no number of steps reaches
)

func endCode(distance int) byte {
	if distance < 8 {
		return byte(1 + distance)
	}
	octave := bits.Len(uint(distance)) - 4
	return byte(1 + 8 + 8*octave + distance>>octave - 8)
}

func endDistance(code byte) int {
	d := int(code) - 1
	if d < 8 {
		return d
	}
	octave, eighth := (d-8)/8, (d-8)%8
	return (8+eighth)<<octave + (1<<octave)/2
}
