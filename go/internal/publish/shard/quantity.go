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

// The ends of an interval are kept as their distance from the centre: in
// single steps up to 8, then in quarters of a power of two. An end is where it
// was to 0.1 % of the value or an eighth of that distance; noise in its last
// digits would be half of all bytes. Any distance fits one byte.
const (
	noEnd   = 0   // the interval is infinite
	zeroEnd = 255 // the end is 0, which no number of steps reaches
)

func endCode(distance int) byte {
	if distance < 8 {
		return byte(1 + distance)
	}
	octave := bits.Len(uint(distance)) - 3
	return byte(1 + 8 + 4*(octave-1) + distance>>octave - 4)
}

func endDistance(code byte) int {
	d := int(code) - 1
	if d < 8 {
		return d
	}
	octave, quarter := (d-8)/4+1, (d-8)%4
	return (4+quarter)<<octave + 1<<(octave-1)
}
