package why

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/google/pprof/profile"
)

// A Profile is stacks with a value each.
type Profile struct {
	stacks []stack
}

// A stack is where a sample was taken. Its frames begin with the one that ran.
type stack struct {
	frames  []frame
	value   float64
	samples float64 // by which the value was counted
}

// A frame is a function in a stack.
type frame struct {
	name    string
	file    string // as Places made it
	start   int    // the function's first line, 0 where nobody knows
	line    int    // that ran
	library bool   // of the standard library, the runtime or the harness
}

// The kinds of values that ReadGo can take out of a profile.
const (
	cpuValue   = "cpu"
	allocValue = "alloc_objects"
)

// ReadGo reads a profile of a Go program in a unit: its CPU time for Time, else the
// number of its allocations.
func ReadGo(data []byte, unit string, places Places) (Profile, error) {
	p, err := profile.ParseData(data)
	if err != nil {
		return Profile{}, err
	}
	kind := cpuValue
	if unit != Time {
		kind = allocValue
	}
	at := -1
	for i, t := range p.SampleType {
		if t.Type == kind {
			at = i
		}
	}
	if at < 0 {
		return Profile{}, fmt.Errorf("no values of type %s in the profile", kind)
	}
	var all Profile
	for _, s := range p.Sample {
		x := stack{value: float64(s.Value[at]), samples: float64(s.Value[at])}
		if kind == cpuValue && p.Period > 0 {
			x.samples = x.value / float64(p.Period)
		}
		for _, l := range s.Location {
			for _, line := range l.Line { // the inlined function first
				if line.Function != nil {
					x.frames = append(x.frames, goFrame(line, places))
				}
			}
		}
		if len(x.frames) > 0 && x.value > 0 {
			all.stacks = append(all.stacks, x)
		}
	}
	if len(all.stacks) == 0 {
		return Profile{}, errors.New("no sample in the profile")
	}
	return all, nil
}

func goFrame(line profile.Line, places Places) frame {
	f := frame{name: line.Function.Name, start: int(line.Function.StartLine), line: int(line.Line)}
	file, ours := places.below(line.Function.Filename)
	if ours {
		f.file = file
	}
	f.library = !ours && goStandard(f.name)
	return f
}

// goStandard tells by a function's name that it is of Go's own packages: their paths
// begin with a word without a dot.
func goStandard(name string) bool {
	first, _, deep := strings.Cut(name, "/")
	if !deep {
		first, _, _ = strings.Cut(first, ".")
	}
	return !strings.Contains(first, ".")
}

// Places tells which of the files that a profile names are the repository's: those
// that begin with a key, which stands for the value.
type Places map[string]string

// below is a file's path below the repository's top, with slashes.
func (p Places) below(file string) (path string, ours bool) {
	file = strings.ReplaceAll(file, `\`, "/")
	for prefix, top := range p {
		if rest, ok := strings.CutPrefix(file, prefix); ok {
			return top + rest, true
		}
	}
	return "", false
}

// Merge is all stacks of several profiles of the same.
func Merge(profiles ...Profile) Profile {
	var all Profile
	for _, p := range profiles {
		all.stacks = append(all.stacks, p.stacks...)
	}
	return all
}

func (p Profile) total() (sum float64) {
	for _, s := range p.stacks {
		sum += s.value
	}
	return sum
}

// A cost is what one function has of a profile.
type cost struct {
	value, samples float64
	file           string
	start          int
	lines          map[int]float64 // of its own, with their values
}

// spread is the standard error of the value, as of a count.
func (c cost) spread() float64 {
	if c.samples == 0 {
		return 0
	}
	return c.value / math.Sqrt(c.samples)
}

// place is where a function stands: where it begins, else its heaviest line.
func (c cost) place() (file string, line int) {
	if c.file == "" {
		return "", 0
	}
	if c.start > 0 {
		return c.file, c.start
	}
	for at, value := range c.lines {
		if value > c.lines[line] || value == c.lines[line] && at < line {
			line = at
		}
	}
	return c.file, line
}

// costs charges each stack to one function.
func (p Profile) costs() map[string]cost {
	all := map[string]cost{}
	for _, s := range p.stacks {
		f := s.charged()
		c := all[f.name]
		if c.lines == nil {
			c.lines = map[int]float64{}
		}
		c.value, c.samples, c.file, c.start = c.value+s.value, c.samples+s.samples, f.file, f.start
		c.lines[f.line] += s.value
		all[f.name] = c
	}
	return all
}

// charged is the function that a stack is charged to: the one that ran, or the one
// that called it where it is of the standard library, since memory that a function
// allocates and a map that it reads cost their time in the runtime. What no such
// function has called, as the garbage collector, is charged to where its stack
// begins.
//
// Charging what ran alone names runtime.mallocgc where a function has come to
// allocate, and spreads one function's slowdown over five of the runtime's.
func (s stack) charged() frame {
	for _, f := range s.frames {
		if !f.library {
			return f
		}
	}
	return s.frames[len(s.frames)-1]
}
