// Package shard stores the trend of one benchmark in few bytes.
//
// A shard holds columns, one for each unit on each machine. A point of a column
// is a centre with its interval, the number of samples, how many of them are
// unsteady, and the number of the measured code, at a run of the history. Values are quantised to 0.1 %, and a point takes about two bytes. The
// same points give the same bytes, whether added together or one by one.
//
// A file begins with "cobt", a byte with the version and the length of a header
// (varint). The header is deflated JSON and lists the columns with the lengths of
// their blocks. The blocks follow (block.go). site/src/data/shard.ts reads it.
package shard

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/cobench/cobench/go/internal/results"
)

// Version is the format. Readers refuse another.
const Version = 2

const magic = "cobt"

// mostHeader is how long a header may be, unpacked.
const mostHeader = 16 << 20

// A Shard is the trends of one benchmark on one runtime.
type Shard struct {
	Runtime   string    `json:"runtime"`
	Benchmark string    `json:"benchmark"` // the full name, with exec and GOMAXPROCS
	Columns   []*Column `json:"columns"`
}

// A Column is one unit on one machine.
type Column struct {
	Unit    string   `json:"unit"`
	Machine int      `json:"machine"` // its place in the index
	Count   int      `json:"n"`
	Lengths []int    `json:"blocks"` // of the blocks in bytes
	Changes []Change `json:"changes,omitempty"`
	// Key is that of the newest code, and Codes is its number: see Code.
	Key   string `json:"key,omitempty"`
	Codes int    `json:"codes,omitempty"`

	blocks [][]byte // full ones
	tail   points
}

// A Change is a change point: the level of the points from At on differs from
// that before it.
type Change struct {
	Index int     `json:"index"` // of the first point after the change in the column
	At    int     `json:"at"`    // place on the axis of the first run after the change
	From  int     `json:"from"`  // and of the last one before it
	Ratio float64 `json:"ratio"`
	// Low and High are the ends of the ratio's 95 % interval, by Student's t.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	P    float64 `json:"p"`
	// Before and After are how many points lie on each side, up to the next change.
	Before int `json:"before"`
	After  int `json:"after"`
	// Ruler tells that the values were ratios to the ruler.
	Ruler bool `json:"ruler,omitempty"`
	// Same tells that the benchmark's code is the same on both sides: no commit
	// between them can have changed it.
	Same bool `json:"same,omitempty"`
	// Provisional tells that few values lie after it, which the next may take back.
	Provisional bool `json:"provisional,omitempty"`
}

// A Point is the summary of one benchmark in one run, which is counted among
// those on the machine: so most columns have a point at every one. Low and High are NaN
// where there are too few samples for an interval.
type Point struct {
	Run               int
	Center, Low, High float64
	N                 int
	Unsteady          int // of the samples
	Code              int // number of the code that was measured; 0 where nobody knows
}

// Unsettled is results.Unsettled of the point's samples: such a point is shown, and
// takes no part in what is found.
func (p Point) Unsettled() bool { return results.Unsettled(p.Unsteady, p.N) }

// Column is the shard's column of a unit on a machine, new if there is none.
func (s *Shard) Column(unit string, machine int) *Column {
	for _, c := range s.Columns {
		if c.Unit == unit && c.Machine == machine {
			return c
		}
	}
	c := &Column{Unit: unit, Machine: machine}
	s.Columns = append(s.Columns, c)
	return c
}

// Code is the number of the code with a key, for the next point: a new one
// wherever the key is another than the last. So points of one number that follow
// each other measured the same code. 0 is for no key.
func (c *Column) Code(key string) int {
	if key == "" {
		return 0
	}
	if key != c.Key {
		c.Key = key
		c.Codes++
	}
	return c.Codes
}

// Append adds a point, of a later run than all before it.
func (c *Column) Append(p Point) error {
	if !(p.Center >= 0 && p.Center <= math.MaxFloat64) {
		return fmt.Errorf("value %v: want 0 or more", p.Center)
	}
	if n := c.tail.len(); n > 0 && p.Run <= c.tail.runs[n-1] {
		return fmt.Errorf("run %d after %d: want them in order", p.Run, c.tail.runs[n-1])
	}
	centre := step(p.Center)
	c.tail.runs = append(c.tail.runs, p.Run)
	c.tail.centres = append(c.tail.centres, centre)
	c.tail.low = append(c.tail.low, end(centre, p.Low, -1))
	c.tail.high = append(c.tail.high, end(centre, p.High, 1))
	c.tail.counts = append(c.tail.counts, p.N)
	c.tail.unsteady = append(c.tail.unsteady, p.Unsteady)
	c.tail.codes = append(c.tail.codes, p.Code)
	c.Count++
	if c.tail.len() == blockPoints {
		c.blocks = append(c.blocks, c.tail.pack())
		c.tail = points{}
	}
	return nil
}

func end(centre int, v float64, direction int) byte {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return noEnd
	case v <= 0 && centre > 0, centre == 0 && v > 0:
		return zeroEnd
	}
	return endCode(max(0, direction*(step(max(0, v))-centre)))
}

// Encode is the shard's file.
func (s *Shard) Encode() ([]byte, error) {
	var blocks [][]byte
	for _, c := range s.Columns {
		own := c.blocks[:len(c.blocks):len(c.blocks)]
		if c.tail.len() > 0 {
			own = append(own, c.tail.pack())
		}
		c.Lengths = c.Lengths[:0]
		for _, b := range own {
			c.Lengths = append(c.Lengths, len(b))
		}
		blocks = append(blocks, own...)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	header := deflated(text)
	file := append([]byte(magic), Version)
	file = binary.AppendUvarint(file, uint64(len(header)))
	file = append(file, header...)
	return append(file, bytes.Join(blocks, nil)...), nil
}

// Decode reads a file that Encode wrote; points can be appended to the shard.
func Decode(file []byte) (*Shard, error) {
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok || len(rest) == 0 {
		return nil, errors.New("no shard")
	}
	if rest[0] != Version {
		return nil, fmt.Errorf("shard of version %d, want %d", rest[0], Version)
	}
	length, n := binary.Uvarint(rest[1:])
	if n <= 0 || length > uint64(len(rest)-1-n) {
		return nil, errors.New("truncated header")
	}
	rest = rest[1+n:]
	s := &Shard{}
	text, err := inflated(rest[:length], mostHeader)
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	rest = rest[length:]
	for _, c := range s.Columns {
		if c == nil || c.Count < 0 || len(c.Lengths) != (c.Count+blockPoints-1)/blockPoints {
			return nil, errors.New("header: the blocks don't fit the points")
		}
		for i, length := range c.Lengths {
			if length < 0 || length > len(rest) {
				return nil, fmt.Errorf("%s on machine %d: truncated", c.Unit, c.Machine)
			}
			block := rest[:length:length]
			rest = rest[length:]
			if (i+1)*blockPoints <= c.Count {
				c.blocks = append(c.blocks, block)
				continue
			}
			tail, err := unpack(block, c.Count-i*blockPoints)
			if err != nil {
				return nil, fmt.Errorf("%s on machine %d: %w", c.Unit, c.Machine, err)
			}
			c.tail = *tail
		}
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%d bytes too many", len(rest))
	}
	return s, nil
}

// Points are all points of the column as a reader sees them, quantised.
func (c *Column) Points() ([]Point, error) {
	all := make([]Point, 0, c.Count)
	for _, block := range c.blocks {
		p, err := unpack(block, blockPoints)
		if err != nil {
			return nil, err
		}
		all = p.append(all)
	}
	return c.tail.append(all), nil
}

// At is the point with that index.
func (c *Column) At(index int) (Point, error) {
	p := &c.tail
	if b := index / blockPoints; b < len(c.blocks) {
		var err error
		if p, err = unpack(c.blocks[b], blockPoints); err != nil {
			return Point{}, err
		}
	}
	return p.at(index % blockPoints), nil
}

// Newest are at least the n newest points, or all; the first has the index from.
func (c *Column) Newest(n int) (all []Point, from int, err error) {
	b := len(c.blocks)
	for have := c.tail.len(); b > 0 && have < n; have += blockPoints {
		b--
	}
	for _, block := range c.blocks[b:] {
		p, err := unpack(block, blockPoints)
		if err != nil {
			return nil, 0, err
		}
		all = p.append(all)
	}
	return c.tail.append(all), b * blockPoints, nil
}

// Around are the points about a run: at most n before it, and n from it on.
func (c *Column) Around(run, n int) ([]Point, error) {
	all, err := c.Points()
	if err != nil {
		return nil, err
	}
	at := sort.Search(len(all), func(i int) bool { return all[i].Run >= run })
	return all[max(0, at-n):min(len(all), at+n)], nil
}

func (p *points) append(to []Point) []Point {
	for i := range p.runs {
		to = append(to, p.at(i))
	}
	return to
}

func (p *points) at(i int) Point {
	centre := p.centres[i]
	return Point{
		Run: p.runs[i], Center: value(centre), Low: endValue(centre, p.low[i], -1), High: endValue(centre, p.high[i], 1),
		N: p.counts[i], Unsteady: p.unsteady[i], Code: p.codes[i],
	}
}

func endValue(centre int, code byte, direction int) float64 {
	switch code {
	case noEnd:
		return math.NaN()
	case zeroEnd:
		return 0
	}
	return value(centre + direction*endDistance(code))
}
