package results

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/ruler"
)

// The bounds of what a measurement gives, in any unit.
const (
	least     = 1e-60
	most      = 1e60
	mostCores = 1 << 20
)

// Ruler is what the fixed kernels took in a job: the geometric mean of their
// medians, in seconds; 0 where they weren't measured.
type Ruler struct {
	Number  string
	Seconds float64
}

// Origin is where and when a file was measured, as its first result of head
// says.
type Origin struct {
	Machine       Machine
	Date          string // as it stands there, mostly RFC 3339
	Commit        string
	Dirty         bool // measured with changes that no commit has
	Profile       string
	Remark        string // of whoever started the run
	Kernel, Image string
	Ruler         Ruler
}

// A Checker holds the results of one file to what can be shown of it, one after
// the other. Its zero value has seen none.
type Checker struct {
	known    map[string]int // where a key stands, which is mostly where it was the time before
	result   *benchfmt.Result
	note     string
	origin   Origin
	machine  [4]string // as it stands there
	begun    bool
	twoSided bool
}

// Take holds the next result of the file to those before it; what is no finite
// number is taken out of it. It returns false for a result of base, which is held
// to nothing: what is shown of a file is one commit on one machine, which is head
// where both were measured.
func (c *Checker) Take(record *benchfmt.Result) (head bool, err error) {
	if string(c.look(record, Side)) == Base {
		c.twoSided = true
		return false, nil
	}
	c.result = record
	if err := c.take(); err != nil {
		if file, line := record.Pos(); file != "" {
			err = fmt.Errorf("%s:%d: %w", file, line, err)
		}
		return true, err
	}
	return true, nil
}

// End tells what is wrong with a file of that name that has no more results.
func (c *Checker) End(name string) error {
	switch {
	case c.begun:
		return nil
	case c.twoSided:
		return fmt.Errorf("%s: no result of head in it, only of base", name)
	}
	return fmt.Errorf("%s: no benchmark in it", name)
}

// Result is the one that was read last, up to the next call of Scan. Its values
// are finite.
func (c *Checker) Result() *benchfmt.Result { return c.result }

// Note tells which values of the result were no finite numbers, or "".
func (c *Checker) Note() string { return c.note }

// Get is what stands above the result under a key.
func (c *Checker) Get(key string) []byte { return c.look(c.result, key) }

// Origin is where and when the file was measured; it is known from the first
// result on.
func (c *Checker) Origin() Origin { return c.origin }

// TwoSided tells whether there were results of base before this one.
func (c *Checker) TwoSided() bool { return c.twoSided }

// look finds what stands above a result.
func (c *Checker) look(r *benchfmt.Result, key string) []byte {
	if i, ok := c.known[key]; ok && i < len(r.Config) && r.Config[i].Key == key {
		return r.Config[i].Value
	}
	i, ok := r.ConfigIndex(key)
	if !ok {
		return nil
	}
	if c.known == nil {
		c.known = map[string]int{}
	}
	c.known[key] = i
	return r.Config[i].Value
}

func (c *Checker) take() error {
	if err := c.place(); err != nil {
		return err
	}
	if err := c.values(); err != nil {
		return err
	}
	if curve := c.Get(Curve); len(curve) > 0 {
		if _, err := ParseCurve(string(curve)); err != nil {
			return err
		}
	}
	return nil
}

// place takes the file's origin from its first result and holds the others to it.
func (c *Checker) place() error {
	if !c.begun {
		if err := c.begin(); err != nil {
			return err
		}
	}
	for i, key := range MachineKeys {
		if value := c.Get(key); string(value) != c.machine[i] {
			return fmt.Errorf("a result of %s %.80q, want one machine a file: %.80q", key, value, c.machine[i])
		}
	}
	if commit := bytes.TrimSuffix(c.Get(Commit), []byte("-dirty")); string(commit) != c.origin.Commit {
		return fmt.Errorf("a result at commit %.80q, want one commit a file: %.80q", c.Get(Commit), c.origin.Commit)
	}
	return nil
}

func (c *Checker) begin() error {
	word := func(key string) string { return string(c.Get(key)) }
	cores, err := strconv.Atoi(word(Cores))
	if err != nil || cores < 0 || cores > mostCores {
		return fmt.Errorf("cores: %.80q, want how many the machine has", word(Cores))
	}
	for i, key := range MachineKeys {
		c.machine[i] = word(key)
	}
	o := Origin{
		Machine: Machine{word(OS), word(Arch), word(CPU), cores},
		Date:    word(Date), Profile: word(Profile), Remark: word(Remark), Kernel: word(Kernel), Image: word(Image),
	}
	o.Commit, o.Dirty = strings.CutSuffix(word(Commit), "-dirty")
	if id, times := word(RulerID), word(RulerTimes); id != "" && times != "" {
		readings, err := ruler.Parse(id, times)
		if err != nil {
			return err
		}
		o.Ruler = Ruler{id, ruler.Length(readings)}
		if !usual(o.Ruler.Seconds) {
			return fmt.Errorf("%s: %g seconds, which no measurement gives", RulerTimes, o.Ruler.Seconds)
		}
	}
	c.origin, c.begun = o, true
	return nil
}

func usual(v float64) bool { return v == 0 || math.Abs(v) >= least && math.Abs(v) <= most }

// values takes out what is not a finite number, and refuses numbers that no
// measurement gives.
func (c *Checker) values() error {
	c.note = ""
	kept := c.result.Values[:0]
	for _, v := range c.result.Values {
		switch {
		case math.IsNaN(v.Value) || math.IsInf(v.Value, 0):
			c.note = NotFinite(c.note, v)
		case IsTime(v.Unit) && v.Value < 0:
			return fmt.Errorf("%.80s: %s: want 0 or more", c.result.Name, printed(v))
		case !usual(v.Value):
			return fmt.Errorf("%.80s: %s: want 0, or %g to %g, as a measurement gives", c.result.Name, printed(v), float64(least), float64(most))
		default:
			kept = append(kept, v)
		}
	}
	c.result.Values = kept
	return nil
}

// NotFinite adds to a note that a value is none.
func NotFinite(note string, v benchfmt.Value) string {
	text := printed(v) + " is not a finite number: left out"
	if note != "" {
		return note + "; " + text
	}
	return text
}

// printed is a value as it stood in the file.
func printed(v benchfmt.Value) string {
	if v.OrigUnit != "" {
		v.Value, v.Unit = v.OrigValue, v.OrigUnit
	}
	return fmt.Sprintf("%.6g %.40s", v.Value, v.Unit)
}

// ParseCurve reads the times of a cold process's first operations, in seconds.
func ParseCurve(text string) ([]float64, error) {
	var seconds []float64
	for word := range strings.FieldsSeq(text) {
		ns, err := strconv.ParseFloat(word, 64)
		if err != nil || ns < 0 || !usual(ns) {
			return nil, fmt.Errorf("curve: %.40q, want nanoseconds", word)
		}
		seconds = append(seconds, ns*1e-9)
	}
	return seconds, nil
}
