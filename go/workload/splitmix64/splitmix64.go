// Package splitmix64 generates the inputs of workloads: the same numbers from the same seed in every language.
package splitmix64

// A Generator is SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014): a dozen lines
// that are the same in every language, which no standard library's generator is.
type Generator struct{ state uint64 }

// New returns the generator of a seed.
func New(seed int) *Generator { return &Generator{uint64(seed)} }

// Next returns the next 64 bits.
func (g *Generator) Next() uint64 {
	g.state += 0x9e3779b97f4a7c15
	z := g.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to bound-1: the high 32 bits scaled, since the remainder of an unsigned division is spelled
// differently everywhere.
func (g *Generator) Below(bound uint32) uint32 {
	return uint32((g.Next() >> 32) * uint64(bound) >> 32)
}

// Step is the state after another in a chain: a step such as the generator's own mixer has.
//
// Each state depends on the one before it by a shift, an exclusive or and a multiplication, which no compiler can make shorter. A linear
// congruential generator's step will not do: n of them are one step with other constants, and C2 finds them when it unrolls the loop.
func Step(state uint64) uint64 { return (state ^ state>>29) * 0xbf58476d1ce4e5b9 }

// Steps is the state so many steps after another: work that takes as long as it has steps.
func Steps(state uint64, steps int) uint64 {
	for range steps {
		state = Step(state)
	}
	return state
}
