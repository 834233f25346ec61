package reach

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
)

// A Profile is how often each statement ran, by file: its package's path and its name.
type Profile map[string][]Block

// A Block is statements that run one after the other.
type Block struct {
	Line       int // the first
	Statements int
	Count      float64
}

var block = regexp.MustCompile(`^(.+):([0-9]+)\.[0-9]+,[0-9]+\.[0-9]+ ([0-9]+) ([0-9]+)$`)

// ReadProfile reads what -test.coverprofile writes: a first line with the mode, then
// file:line.column,line.column statements count. It refuses any other line.
func ReadProfile(r io.Reader) (Profile, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() || len(lines.Text()) < len("mode: ") || lines.Text()[:6] != "mode: " {
		return nil, fmt.Errorf("no profile of coverage: want a first line such as mode: atomic")
	}
	p := Profile{}
	for n := 2; lines.Scan(); n++ {
		m := block.FindStringSubmatch(lines.Text())
		if m == nil {
			return nil, fmt.Errorf("line %d of the profile: %.80q: want file:line.column,line.column statements count", n, lines.Text())
		}
		line, err := strconv.Atoi(m[2])
		statements, wrong := strconv.Atoi(m[3])
		count, off := strconv.ParseFloat(m[4], 64)
		if err != nil || wrong != nil || off != nil {
			return nil, fmt.Errorf("line %d of the profile: %.80q: a number is too large", n, lines.Text())
		}
		p[m[1]] = append(p[m[1]], Block{line, statements, count})
	}
	return p, lines.Err()
}

// Since is what ran besides what an earlier run did, of the same program. Blocks are
// in the same order in both.
func (p Profile) Since(before Profile) Profile {
	since := Profile{}
	for file, blocks := range p {
		old := before[file]
		for i, b := range blocks {
			if i < len(old) && old[i].Line == b.Line {
				b.Count = max(0, b.Count-old[i].Count)
			}
			since[file] = append(since[file], b)
		}
	}
	return since
}

// Work is how many statements ran.
func (p Profile) Work() (sum float64) {
	for _, blocks := range p {
		for _, b := range blocks {
			sum += b.Count * float64(b.Statements)
		}
	}
	return sum
}

// of is how many statements of a function ran; known is false if it has none that is
// counted.
func (p Profile) of(f Function) (ran float64, known bool) {
	for _, b := range p[path.Join(f.Package, f.File)] {
		if f.Line <= b.Line && b.Line <= f.EndLine {
			ran, known = ran+b.Count*float64(max(1, b.Statements)), true
		}
	}
	return ran, known
}

// executed are the packages of which anything ran.
func (p Profile) executed() map[string]bool {
	all := map[string]bool{}
	for file, blocks := range p {
		for _, b := range blocks {
			if b.Count > 0 {
				all[path.Dir(file)] = true
			}
		}
	}
	return all
}

// Ran tells whether anything of a file ran.
func (p Profile) Ran(file string) bool {
	for _, b := range p[file] {
		if b.Count > 0 {
			return true
		}
	}
	return false
}
