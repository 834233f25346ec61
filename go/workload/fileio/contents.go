package fileio

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// step is by how many bytes the content of a file begins after that of the one before.
const step = 8

// contents are what stands in the files: another part of one random block in each, so that as many files as one likes differ, and none
// has to be made while the time runs.
type contents struct {
	block []byte
	size  int
}

func newContents(files, size, seed int) contents {
	words := (step*(files-1) + size + 7) / 8
	block := make([]byte, 0, 8*words)
	generator := splitmix64.New(seed)
	for range words {
		block = binary.LittleEndian.AppendUint64(block, generator.Next())
	}
	return contents{block, size}
}

// of returns the content of a file, which nobody may change.
func (c contents) of(file int) []byte { return c.block[step*file:][:c.size] }

// sums returns the CRC-32 of the contents of so many files.
func (c contents) sums(files int) []uint32 {
	sums := make([]uint32, files)
	for i := range sums {
		sums[i] = crc32.ChecksumIEEE(c.of(i))
	}
	return sums
}
