package reach

import "path"

// A Reach is how a change reaches a benchmark.
type Reach int

// The ways, the surest first. Unknown is the zero value, and counts as reached.
const (
	Executes Reach = iota - 1 // it executes a changed function
	Unknown                   // nobody knows what it executes
	Touches                   // it executes a package of which more than functions differs, or its own test differs
	Near                      // it uses what imports such a package, or a changed function runs at its start
	Not                       // nothing of the change runs in it
)

// Of tells how a change reaches a benchmark function of a package's tests: by what ran
// in a process with it (all of that) and in one without any benchmark (start). share
// is the part of the statements it executed that are in changed functions.
func (c Change) Of(pack, function string, all, start Profile) (how Reach, share float64) {
	own := all.Since(start)
	tests, err := parse(c.head[pack], c.head[pack].Tests)
	if err != nil {
		return Unknown, 0
	}
	named := tests.closure("Benchmark" + function)
	changed, near, touched := 0.0, c.All != "", false
	more := map[string]bool{} // packages of which more differs than functions that are counted
	for at := range c.Packages {
		more[at] = true
	}
	for _, f := range c.Functions {
		ran, known := own.of(f)
		changed += ran
		if atStart, _ := all.of(f); ran == 0 && atStart > 0 {
			near = true
		}
		if !known { // assembly, an empty body, a line directive
			more[f.Package] = true
		}
	}
	executed := own.executed()
	for at := range more {
		touched = touched || executed[at]
		near = near || c.names(pack, at, named)
		for _, by := range c.importers[at] {
			near = near || executed[by]
		}
	}
	t, differ := c.Tests[pack]
	switch {
	case changed > 0:
		return Executes, changed / own.Work()
	case differ && t.reaches(named), touched:
		return Touches, 0
	case near:
		return Near, 0
	}
	return Not, 0
}

// Executed are the changed functions of which a process ran something, by their place
// in Functions, and those of its program of which nobody can tell.
func (c Change) Executed(all Profile) []bool {
	linked := map[string]bool{}
	for file := range all {
		linked[path.Dir(file)] = true
	}
	ran := make([]bool, len(c.Functions))
	for i, f := range c.Functions {
		n, known := all.of(f)
		ran[i] = n > 0 || linked[f.Package] && !known
	}
	return ran
}

// Starts tells whether a benchmark function of a package's tests, or what runs before
// it, may start a process: what that executes, nobody sees.
func (c Change) Starts(pack, function string) bool {
	tests, err := parse(c.head[pack], c.head[pack].Tests)
	return err != nil || starts(tests.closure("Benchmark"+function)) || starts(tests.closure("TestMain"))
}
