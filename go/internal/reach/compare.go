package reach

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Change is what differs between two sides.
type Change struct {
	// Functions are head's that base does not have, or has otherwise.
	Functions []Function
	// Packages are those of which more differs than functions, each with the reason.
	Packages map[string]string
	// Tests are what differs in the test files of packages, by path.
	Tests map[string]TestChange
	// All is the reason why every benchmark counts as reached, or "".
	All string

	head      map[string]Package
	importers map[string][]string // of each package of head, over any number of imports
}

// Compare finds what differs between the packages of two sides, by their paths. A
// package whose folder is the same on both is the same.
func Compare(base, head map[string]Package) Change {
	c := Change{Packages: map[string]string{}, Tests: map[string]TestChange{}, head: head, importers: importersIn(head)}
	for _, at := range slices.Sorted(maps.Keys(head)) {
		now := head[at]
		was, known := base[at]
		if !known {
			was = Package{Path: at}
		} else if was.Dir == now.Dir {
			continue
		}
		c.add(was, now)
	}
	for _, at := range slices.Sorted(maps.Keys(base)) {
		if _, known := head[at]; !known {
			// Whoever imported it has another import now; what it ran at the start is missed.
			if s, err := parse(base[at], base[at].Go); err != nil || s.loose != "" {
				c.All = fmt.Sprintf("package %s is gone, which ran something at the start", at)
			}
		}
	}
	slices.SortFunc(c.Functions, func(a, b Function) int {
		return strings.Compare(a.Package+" "+a.Name, b.Package+" "+b.Name)
	})
	return c
}

// importersIn are the packages that import each, themselves or by others.
func importersIn(all map[string]Package) map[string][]string {
	direct := map[string][]string{}
	for at, p := range all {
		for _, i := range p.Imports {
			direct[i] = append(direct[i], at)
		}
	}
	importers := map[string][]string{}
	for at := range all {
		seen := map[string]bool{at: true}
		queue := []string{at}
		for len(queue) > 0 {
			next := queue[0]
			queue = queue[1:]
			for _, by := range direct[next] {
				if !seen[by] {
					seen[by] = true
					queue = append(queue, by)
					importers[at] = append(importers[at], by)
				}
			}
		}
	}
	return importers
}

// whole notes that more of a package differs than functions; the first reason stands.
func (c *Change) whole(at, format string, args ...any) {
	if c.Packages[at] == "" {
		c.Packages[at] = fmt.Sprintf(format, args...)
	}
}

// add compares one package.
func (c *Change) add(was, now Package) {
	at := now.Path
	before, err := parse(was, was.Go)
	if err == nil {
		var after *source
		if after, err = parse(now, now.Go); err == nil {
			c.compare(at, before, after)
			if t, changed := compareTests(was, now); changed {
				c.Tests[at] = t
			}
		}
	}
	if err != nil {
		c.whole(at, "it can't be parsed: %v", err)
	}
	if was.Dir != "" && was.Language != now.Language {
		c.whole(at, "the language of its module is Go %s in place of %s", now.Language, was.Language)
	}
	if name := differingFile(was, now); name != "" {
		c.whole(at, "%s differs", name)
	}
}

// differingFile names a file that is compiled into a package, is no Go, and differs.
func differingFile(was, now Package) string {
	for _, name := range slices.Concat(was.Other, now.Other) {
		before, wrong := os.ReadFile(filepath.Join(was.Dir, filepath.FromSlash(name)))
		after, err := os.ReadFile(filepath.Join(now.Dir, filepath.FromSlash(name)))
		if wrong != nil || err != nil || !bytes.Equal(before, after) {
			return name
		}
	}
	return ""
}

// compare holds the declarations of a package against those that it had.
func (c *Change) compare(at string, before, after *source) {
	for _, f := range changedFunctions(before, after) {
		c.Functions = append(c.Functions, f.Function)
		if _, old := before.functions[f.Name]; !old && f.receiver == "" && universe(f.Name) {
			c.whole(at, "%s hides what the language calls so", f.Name)
		}
		if _, old := before.functions[f.Name]; !old && f.receiver != "" && before.has(f.receiver) && exported(f) {
			c.whole(at, "%s is a new method, which whoever asks for an interface may find", f.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before.functions)) {
		f := before.functions[name]
		_, kept := after.functions[name]
		if kept || f.receiver == "" || !after.has(f.receiver) {
			continue // who called it names another now
		}
		if exported(f) || after.tokens[method(f)] {
			c.whole(at, "%s is gone, and another method may stand in for it", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(after.others)) {
		now := after.others[name]
		switch was, known := before.others[name]; {
		case known && was.key != now.key:
			c.whole(at, "%s differs", name)
		case !known && universe(name):
			c.whole(at, "%s hides what the language calls so", name)
		case !known && now.runs:
			c.whole(at, "%s is new, and made by a call", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before.others)) {
		if _, kept := after.others[name]; !kept && (before.others[name].runs || universe(name)) {
			c.whole(at, "%s is gone, which was made by a call", name)
		}
	}
	if sorted(before.loose) != sorted(after.loose) {
		c.whole(at, "what runs at its start, or a directive of the compiler, differs")
	}
}

// sorted puts what has no order among files into one.
func sorted(lines string) string {
	list := strings.Split(lines, "\n")
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func (s *source) has(name string) bool {
	_, ok := s.others[name]
	return ok
}

func universe(name string) bool { return types.Universe.Lookup(name) != nil }

func method(f function) string { return f.Name[strings.LastIndexByte(f.Name, '.')+1:] }

func exported(f function) bool { return token.IsExported(method(f)) }

// changedFunctions are those of after that are new or other than before. One that has
// only another name is not: who calls it is.
func changedFunctions(before, after *source) []function {
	gone := map[string]bool{}
	for name, f := range before.functions {
		if _, kept := after.functions[name]; !kept && f.receiver == "" {
			gone[f.body] = true
		}
	}
	var changed []function
	for _, name := range slices.Sorted(maps.Keys(after.functions)) {
		f := after.functions[name]
		was, known := before.functions[name]
		if known && was.key == f.key || !known && f.receiver == "" && gone[f.body] {
			continue
		}
		changed = append(changed, f)
	}
	return changed
}
