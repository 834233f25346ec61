package matmul

// splitMix64 is SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014): a dozen lines
// that are the same in every language, which no standard library's generator is.
type splitMix64 struct{ state uint64 }

// next returns the next 64 bits.
func (g *splitMix64) next() uint64 {
	g.state += 0x9e3779b97f4a7c15
	z := g.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to bound-1: the high 32 bits scaled, since the remainder of an unsigned division is spelled
// differently everywhere.
func (g *splitMix64) below(bound uint32) uint32 {
	return uint32((g.next() >> 32) * uint64(bound) >> 32)
}
