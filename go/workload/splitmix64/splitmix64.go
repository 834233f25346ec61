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
