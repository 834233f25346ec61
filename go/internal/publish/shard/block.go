package shard

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
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
	unsteady  []int
	codes     []int // growing
}

func (p *points) len() int { return len(p.runs) }

// pack writes the columns one after the other: runs, counts, unsteady and codes as
// pairs of a value and how often it repeats, centres as differences from what those before
// let expect, ends as they are. Each column but the last ends a block of the
// compressor, for its bytes are distributed in its own way.
func (p *points) pack() []byte {
	var out bytes.Buffer
	z := writers.Get().(*flate.Writer)
	defer writers.Put(z)
	z.Reset(&out)
	column := make([]byte, 0, 2*p.len()+16)
	flush := func() {
		// A buffer takes everything.
		_, _ = z.Write(column)
		_ = z.Flush()
		column = column[:0]
	}
	column = appendRepeated(column, p.runs, true)
	column = appendRepeated(column, p.counts, false)
	column = appendRepeated(column, p.unsteady, false)
	column = appendRepeated(column, p.codes, false)
	flush()
	var e expected
	for _, c := range p.centres {
		column = binary.AppendVarint(column, int64(c-e.next()))
		e.add(c)
	}
	flush()
	column = append(column, p.low...)
	flush()
	_, _ = z.Write(p.high)
	_ = z.Close()
	return out.Bytes()
}

// writers and readers are used again, for they are larger than what they pack.
var (
	// Differences of noise repeat nothing: Huffman codes are all that helps.
	writers = pool(flate.HuffmanOnly)
	texts   = pool(flate.DefaultCompression)
	readers = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}
)

func pool(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		z, err := flate.NewWriter(nil, level)
		if err != nil {
			panic(err) // the level is right
		}
		return z
	}}
}

// inflated unpacks at most so many bytes.
func inflated(packed []byte, most int64) ([]byte, error) {
	z := readers.Get().(io.ReadCloser)
	defer readers.Put(z)
	if err := z.(flate.Resetter).Reset(bytes.NewReader(packed), nil); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, most))
}

// deflated packs text, which repeats itself as noise doesn't.
func deflated(text []byte) []byte {
	var out bytes.Buffer
	z := texts.Get().(*flate.Writer)
	defer texts.Put(z)
	z.Reset(&out)
	// A buffer takes everything.
	_, _ = z.Write(text)
	_ = z.Close()
	return out.Bytes()
}

// expected is the mean of the last steps, rounded down: what is next, where a
// level has noise about it.
type expected struct {
	last [8]int
	n    int
	sum  int
}

func (e *expected) next() int { return e.sum / max(1, min(e.n, len(e.last))) }

func (e *expected) add(step int) {
	slot := &e.last[e.n%len(e.last)]
	e.sum += step - *slot
	*slot = step
	e.n++
}

// appendRepeated writes how far each value is from the one before it, or the
// value itself, and how often that repeats.
func appendRepeated(to []byte, values []int, differences bool) []byte {
	previous := 0
	for i := 0; i < len(values); {
		d := values[i]
		if differences {
			d -= previous
		}
		repeats := 0
		for ; i < len(values); i++ {
			own := values[i]
			if differences {
				own -= previous
			}
			if own != d {
				break
			}
			previous = values[i]
			repeats++
		}
		to = binary.AppendVarint(to, int64(d))
		to = binary.AppendUvarint(to, uint64(repeats))
	}
	return to
}

var errDamaged = errors.New("damaged block")

// unpack is the inverse of pack for n points.
func unpack(packed []byte, n int) (*points, error) {
	// A step's difference has at most four bytes, a pair of counts at most twenty.
	text, err := inflated(packed, 64*blockPoints)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	p := &points{}
	r := numbers{rest: text}
	p.runs = r.repeated(n, true)
	p.counts = r.repeated(n, false)
	p.unsteady = r.repeated(n, false)
	p.codes = r.repeated(n, false)
	var e expected
	p.centres = make([]int, n)
	for i := range p.centres {
		p.centres[i] = e.next() + r.signed()
		e.add(p.centres[i])
	}
	if r.damaged || len(r.rest) != 2*n {
		return nil, errDamaged
	}
	p.low, p.high = r.rest[:n:n], r.rest[n:]
	return p, nil
}

// numbers reads what the columns are written as; what isn't there makes it damaged.
type numbers struct {
	rest    []byte
	damaged bool
}

func (r *numbers) signed() int {
	v, n := binary.Varint(r.rest)
	if n <= 0 {
		r.damaged = true
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

func (r *numbers) repeated(n int, differences bool) []int {
	values := make([]int, 0, n)
	previous := 0
	for len(values) < n && !r.damaged {
		d := r.signed()
		repeats, length := binary.Uvarint(r.rest)
		if length <= 0 || repeats == 0 || repeats > uint64(n-len(values)) {
			r.damaged = true
			break
		}
		r.rest = r.rest[length:]
		for range repeats {
			if differences {
				previous += d
			} else {
				previous = d
			}
			values = append(values, previous)
		}
	}
	return values
}
