package results

import "strings"

// A Rename says what benchmarks are called now that had another name.
type Rename struct {
	From, To string // a benchmark's name, or the part before a slash
	Package  string // the one that they are in; "" is any
}

// Renames are those of a project.
type Renames []Rename

// Of is the name that a benchmark has now. Those below a renamed one, and those of
// other numbers of processors, follow it: Encode/size=1-2 is Marshal/size=1-2 if Encode
// is Marshal. The first entry that fits holds.
func (r Renames) Of(id ID) ID {
	for _, x := range r {
		if x.Package != "" && x.Package != id.Pkg {
			continue
		}
		if rest, ok := strings.CutPrefix(id.Name, x.From); ok && (rest == "" || rest[0] == '/' || isProcs(rest)) {
			id.Name = x.To + rest
			break
		}
	}
	return id
}

// Before are the names that a benchmark of such a name may have had: those that lead to it.
func (r Renames) Before(id ID) []string {
	var names []string
	for _, x := range r {
		rest, ok := strings.CutPrefix(id.Name, x.To)
		if !ok {
			continue
		}
		old := id
		if old.Name = x.From + rest; r.Of(old) == id && old != id {
			names = append(names, old.Name)
		}
	}
	return names
}

// isProcs tells whether what follows a name is its number of processors.
func isProcs(rest string) bool {
	digits, ok := strings.CutPrefix(rest, "-")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
