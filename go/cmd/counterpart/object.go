package main

import "fmt"

const seed = 1

// object returns what the request of that id sends, and has to get back:
//
//	{"id":17,"value":"a534a6a6b7fd0b63"}
//
// The value is the id-th number of SplitMix64 (Steele, Lea and Flood, "Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014) from the seed.
func object(id uint64) []byte {
	z := seed + id*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return fmt.Appendf(nil, `{"id":%d,"value":"%016x"}`, id, z^z>>31)
}
