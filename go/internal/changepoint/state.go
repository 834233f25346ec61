package changepoint

import (
	"encoding/binary"
	"errors"
	"math"
)

// AppendBinary writes what the trend needs to go on later, some 500 bytes, to
// the end of b. Options are not in it.
func (t *Trend) AppendBinary(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(t.settled.n))
	b = binary.AppendUvarint(b, uint64(len(t.settled.points)))
	for _, point := range t.settled.points {
		b = binary.AppendUvarint(b, uint64(point))
	}
	for _, s := range t.settled.segments {
		b = binary.AppendUvarint(b, uint64(s.n))
		b = appendFloats(b, s.mean, s.squares, s.rise)
	}
	b = binary.AppendUvarint(b, uint64(len(t.gaps)))
	for _, gap := range t.gaps {
		b = binary.AppendUvarint(b, uint64(gap))
	}
	b = binary.AppendUvarint(b, uint64(len(t.newest)))
	return appendFloats(b, t.newest...)
}

func appendFloats(b []byte, values ...float64) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// ReadTrend takes up a trend that AppendBinary wrote. The options must be those
// that it had.
func ReadTrend(b []byte, o Options) (*Trend, error) {
	t, err := NewTrend(o)
	if err != nil {
		return nil, err
	}
	r := reader{rest: b}
	t.settled.n = r.count()
	points := r.count()
	if points > len(b) {
		return nil, errState
	}
	for range points {
		t.settled.points = append(t.settled.points, r.count())
	}
	t.settled.segments = make([]moments, points+1)
	for i := range t.settled.segments {
		t.settled.segments[i] = moments{r.count(), r.float(), r.float(), r.float()}
	}
	gaps := r.count()
	if gaps > len(b) {
		return nil, errState
	}
	for range gaps {
		t.gaps = append(t.gaps, r.count())
	}
	newest := r.count()
	if newest >= o.Window {
		return nil, errState
	}
	for range newest {
		t.newest = append(t.newest, r.float())
	}
	if r.short || len(r.rest) > 0 {
		return nil, errState
	}
	return t, nil
}

var errState = errors.New("no trend's state, or one cut short")

type reader struct {
	rest  []byte
	short bool
}

func (r *reader) count() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > math.MaxInt32 {
		r.short = true
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

func (r *reader) float() float64 {
	if len(r.rest) < 8 {
		r.short = true
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.rest))
	r.rest = r.rest[8:]
	return v
}
