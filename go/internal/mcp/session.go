package mcp

import (
	"fmt"
	"math"
	"strconv"
	"sync"
)

// A Session hands out the chance of a false alarm among the comparisons of one
// assistant. The k-th gets 6/(π²k²) of it: since the sum of 1/k² is π²/6, all together
// get no more than there is, however many they are, and nobody has to know how many
// there will be (alpha spending, Foster and Stine, J. R. Statist. Soc. B 70, 2008).
//
// A comparison that fails or is cancelled has had its part: it may have been ended for
// what it began to show.
type Session struct {
	alpha float64
	mu    sync.Mutex
	spent int
}

// NewSession shares out a chance such as 0.01.
func NewSession(alpha float64) *Session { return &Session{alpha: alpha} }

// Next is the part of alpha, from 0 to 1, that the next comparison may spend.
func (s *Session) Next() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spent++
	return part(s.spent)
}

func part(k int) float64 { return 6 / (math.Pi * math.Pi * float64(k) * float64(k)) }

// count is how many parts have been handed out.
func (s *Session) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spent
}

// An Allowance is what an answer says of its own alpha.
type Allowance struct {
	First int     `json:"first" jsonschema:"number, in this session, of the first comparison that this answer rests on"`
	Last  int     `json:"last" jsonschema:"number of the last one"`
	Alpha float64 `json:"alpha" jsonschema:"chance of a false alarm of the last one"`
	Says  string  `json:"says" jsonschema:"the same for people"`
}

// allowance is that of the comparisons after so many.
func (s *Session) allowance(before int) *Allowance {
	last := s.count()
	if last == before {
		return nil
	}
	a := &Allowance{First: before + 1, Last: last, Alpha: s.alpha * part(last)}
	which := fmt.Sprintf("comparison %d", last)
	if a.First < last {
		which = fmt.Sprintf("comparisons %d to %d", a.First, last)
	}
	a.Says = fmt.Sprintf("%s of this session, judged with a chance of %s for a false alarm; all comparisons of a session together have %s. Each further one gets less, so try what is worth trying.", which, percent(a.Alpha), percent(s.alpha))
	return a
}

// percent has two digits that count.
func percent(x float64) string {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(100*x, 'g', 2, 64), 64)
	return strconv.FormatFloat(x, 'f', -1, 64) + " %"
}
