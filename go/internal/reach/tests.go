package reach

// A TestChange is what differs in the test files of a package.
type TestChange struct {
	names map[string]bool // of the declarations, methods without their types
	All   string          // why all its benchmarks are reached, or ""
}

// compareTests compares the test files. They are not instrumented: what a benchmark
// runs of them is what it names, and what that names in turn.
func compareTests(was, now Package) (TestChange, bool) {
	t := TestChange{names: map[string]bool{}}
	before, wrong := parse(was, was.Tests)
	after, err := parse(now, now.Tests)
	if wrong != nil || err != nil {
		t.All = "its tests can't be parsed"
		return t, true
	}
	for name, f := range after.functions {
		if old, known := before.functions[name]; !known || old.key != f.key {
			t.names[method(f)] = true
		}
	}
	for name, f := range before.functions {
		if _, kept := after.functions[name]; !kept {
			t.names[method(f)] = true
		}
	}
	for _, x := range []struct{ some, others map[string]declaration }{{before.others, after.others}, {after.others, before.others}} {
		for name, d := range x.some {
			other, both := x.others[name]
			if !both || other.key != d.key {
				t.names[name] = true
			}
			if !both && d.runs {
				t.All = name + " in its tests is made by a call"
			}
		}
	}
	if t.names["TestMain"] {
		t.All = "TestMain differs"
	}
	if sorted(before.loose) != sorted(after.loose) {
		t.All = "what runs at the start of its tests differs"
	}
	return t, len(t.names) > 0 || t.All != ""
}

// closure is all that a function of test files names, and what that names in turn as
// far as it is in them.
func (s *source) closure(function string) map[string]bool {
	uses := map[string][]string{} // of each name, all that the declarations of that name name
	for _, f := range s.functions {
		uses[method(f)] = append(uses[method(f)], f.uses...)
	}
	for name, d := range s.others {
		uses[name] = append(uses[name], d.uses...)
	}
	seen := map[string]bool{function: true}
	for queue := []string{function}; len(queue) > 0; queue = queue[1:] {
		for _, name := range uses[queue[0]] {
			if !seen[name] {
				seen[name] = true
				queue = append(queue, name)
			}
		}
	}
	return seen
}

// reaches tells whether anything differs of what a benchmark function names.
func (t TestChange) reaches(named map[string]bool) bool {
	for name := range t.names {
		if named[name] {
			return true
		}
	}
	return t.All != ""
}

// names tells whether a benchmark function of a package's tests names a package, or
// one that imports it: not only what it calls there, but what it takes of it.
func (c Change) names(pack, at string, named map[string]bool) bool {
	for _, p := range append(c.importers[at], at) {
		if named[imported+p] {
			return true
		}
		if p != pack {
			continue
		}
		own, err := parse(c.head[pack], c.head[pack].Go)
		if err != nil {
			return true
		}
		for name := range own.others {
			if named[name] {
				return true
			}
		}
	}
	return false
}
