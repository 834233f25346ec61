package shard

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// blockPoints is how many points share a block. A full block never changes, so
// that one more commit costs the last block alone.
const blockPoints = 4096

// points are columns of codes.
type points struct {
	runs      []int // of the axis, growing
	centres   []int // steps
	low, high []byte
	counts    []int
}

func (p *points) len() int { return len(p.runs) }

// pack writes the columns one after the other: runs and counts as pairs of a
// value and how often it repeats, centres as differences, ends as they are.
// Each column but the last ends a block of the compressor, for its bytes are
// distributed in its own way.
func (p *points) pack() []byte {
	var out bytes.Buffer
	// Differences of noise repeat nothing: Huffman codes are all that helps.
	z, err := flate.NewWriter(&out, flate.HuffmanOnly)
	if err != nil {
		panic(err) // the level is right
	}
	var column []byte
	flush := func() {
		// A buffer takes everything.
		_, _ = z.Write(column)
		_ = z.Flush()
		column = column[:0]
	}
	column = appendRepeated(column, p.runs, true)
	column = appendRepeated(column, p.counts, false)
	flush()
	previous := 0
	for _, c := range p.centres {
		column = binary.AppendVarint(column, int64(c-previous))
		previous = c
	}
	flush()
	column = append(column, p.low...)
	flush()
	_, _ = z.Write(p.high)
	_ = z.Close()
	return out.Bytes()
}

// appendRepeated writes how far each value is from the one before it, or the
// value itself, and how often that repeats.
func appendRepeated(to []byte, values []int, differences bool) []byte {
	previous := 0
	for i := 0; i < len(values); {
		d := values[i] - previous
		repeats := 0
		for i < len(values) && values[i]-previous == d {
			if differences {
				previous = values[i]
			}
			repeats++
			i++
		}
		to = binary.AppendVarint(to, int64(d))
		to = binary.AppendUvarint(to, uint64(repeats))
	}
	return to
}

var errDamaged = errors.New("damaged block")

// unpack is the inverse of pack for n points.
func unpack(packed []byte, n int) (*points, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), 64*blockPoints))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	r := bytes.NewReader(text)
	p := &points{}
	if p.runs, err = repeated(r, n, true); err != nil {
		return nil, err
	}
	if p.counts, err = repeated(r, n, false); err != nil {
		return nil, err
	}
	previous := 0
	for range n {
		d, err := binary.ReadVarint(r)
		if err != nil {
			return nil, errDamaged
		}
		previous += int(d)
		p.centres = append(p.centres, previous)
	}
	if r.Len() != 2*n {
		return nil, errDamaged
	}
	p.low, p.high = make([]byte, n), make([]byte, n)
	_, _ = r.Read(p.low)
	_, _ = r.Read(p.high)
	return p, nil
}

// runsOf reads the first column of a block alone.
func runsOf(packed []byte, n int) ([]int, error) {
	return repeated(bufio.NewReaderSize(flate.NewReader(bytes.NewReader(packed)), 64), n, true)
}

func repeated(r io.ByteReader, n int, differences bool) ([]int, error) {
	values := make([]int, 0, n)
	previous := 0
	for len(values) < n {
		d, err := binary.ReadVarint(r)
		if err != nil {
			return nil, errDamaged
		}
		repeats, err := binary.ReadUvarint(r)
		if err != nil || repeats == 0 || repeats > uint64(n-len(values)) {
			return nil, errDamaged
		}
		for range repeats {
			v := int(d)
			if differences {
				v += previous
				previous = v
			}
			values = append(values, v)
		}
	}
	return values, nil
}
