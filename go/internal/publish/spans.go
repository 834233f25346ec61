package publish

import "slices"

// A Span is the commits between two runs that follow each other on one machine:
// a change that stands there is of one of them, or of none. It begins behind the
// commit Base, at the place From, and ends with the commit Head, at the place To.
type Span struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Base string `json:"base"`
	Head string `json:"head"`
	// Commits are the newest of those between, Head first, of the newest changes
	// alone; the trends have all.
	Commits []Subject `json:"commits,omitempty"`
}

// Subject is how a commit is named in a list.
type Subject struct {
	Hash    string `json:"hash"`
	Author  string `json:"author,omitempty"`
	Subject string `json:"subject,omitempty"`
}

// mostNamed is how many commits of a span the index names.
const mostNamed = 5

// spans gives each change its span. Changes on one machine that stand between
// the same commits share one; those of another machine, which met other commits, don't.
func spans(changes []ChangeAt, hashes []string, places []int, known map[string]Commit) []Span {
	all := []Span{}
	for i := range changes {
		c := &changes[i]
		from, to := places[c.From], places[c.At]
		c.Span = slices.IndexFunc(all, func(s Span) bool { return s.From == from && s.To == to })
		if c.Span < 0 {
			c.Span = len(all)
			all = append(all, Span{From: from, To: to, Base: hashes[from], Head: hashes[to]})
		}
		s := &all[c.Span]
		if len(c.Spark) == 0 || s.Commits != nil {
			continue
		}
		for place := to; place > max(from, to-mostNamed); place-- {
			git := known[hashes[place]]
			s.Commits = append(s.Commits, Subject{hashes[place], git.Author, git.Subject})
		}
	}
	return all
}
