package why

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// A Diff is the lines that two commits differ in.
type Diff struct {
	files map[string]*changed // by path below the repository's top
}

// changed is what differs in a file.
type changed struct {
	base, head []span
}

// A span is lines, first and last.
type span struct{ first, last int }

func (s span) meets(other span) bool { return s.first <= other.last && other.first <= s.last }

// ReadDiff reads what git diff -U0 --no-prefix --no-renames prints. Files that it
// says nothing of, and that are new all the same, are untracked.
func ReadDiff(patch string, untracked []string) Diff {
	d := Diff{map[string]*changed{}}
	var before, after string
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			before, after = "", ""
		case strings.HasPrefix(line, "--- ") && after == "":
			before = strings.TrimPrefix(line, "--- ")
		case strings.HasPrefix(line, "+++ ") && after == "":
			after = strings.TrimPrefix(line, "+++ ")
		case strings.HasPrefix(line, "@@ ") && after != "":
			if h := hunk.FindStringSubmatch(line); h != nil {
				if before != nowhere {
					d.of(before).base = append(d.of(before).base, spanOf(h[1], h[2]))
				}
				if after != nowhere {
					d.of(after).head = append(d.of(after).head, spanOf(h[3], h[4]))
				}
			}
		}
	}
	for _, name := range untracked {
		d.of(name).head = []span{{1, math.MaxInt}}
	}
	return d
}

const nowhere = "/dev/null"

var hunk = regexp.MustCompile(`^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@`)

// spanOf is a hunk's lines on one side. Of one without lines, such as a deletion
// on head, git names the line before it: it lies between that and the next.
func spanOf(first, count string) span {
	at, _ := strconv.Atoi(first) // digits
	n := 1
	if count != "" {
		n, _ = strconv.Atoi(count)
	}
	if n == 0 {
		return span{at + 1, at} // meets what has both
	}
	return span{at, at + n - 1}
}

func (d Diff) of(file string) *changed {
	if d.files[file] == nil {
		d.files[file] = &changed{}
	}
	return d.files[file]
}

// A Reader returns the text of a file of a side, nil if it has none.
type Reader func(side, file string) []byte

// The sides, as a Reader is told.
const (
	base = "base"
	head = "head"
)

// Mark marks the functions that the commits differ in, and of a JVM's finds the
// file. They are those of Compare for these two profiles.
func (d Diff) Mark(functions []Function, before, after Profile, read Reader) {
	was, is := before.costs(), after.costs()
	for i := range functions {
		f := &functions[i]
		for _, side := range []struct {
			name string
			cost cost
		}{{head, is[f.Name]}, {base, was[f.Name]}} {
			if side.cost.samples > 0 && !f.InDiff {
				f.InDiff = d.mark(f, side.name, side.cost, read)
			}
		}
	}
}

// mark tells whether a function is in the diff on a side.
func (d Diff) mark(f *Function, side string, c cost, read Reader) bool {
	file := c.file
	if file == "" {
		file = d.fileOf(f.Name, side, read)
	}
	x := d.files[file]
	if x == nil {
		return false
	}
	spans := x.head
	if side == base {
		spans = x.base
	}
	body := c.lineSpan()
	if c.start > 0 {
		body = goBody(read(side, file), c.start)
	}
	for _, s := range spans {
		if s.meets(body) {
			if f.File == "" {
				c.file = file
				f.File, f.Line = c.place()
			}
			return true
		}
	}
	return false
}

// lineSpan is from the first to the last line that was seen running.
func (c cost) lineSpan() span {
	s := span{math.MaxInt, 0}
	for line, value := range c.lines {
		if value > 0 && line > 0 {
			s.first, s.last = min(s.first, line), max(s.last, line)
		}
	}
	return s
}

// goBody is the lines of the function that begins at a line of a Go file.
func goBody(source []byte, start int) span {
	found := span{start, start}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.SkipObjectResolution)
	if err != nil && file == nil {
		return found
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if first := files.Position(n.Pos()).Line; first == start {
				found.last = max(found.last, files.Position(n.End()).Line)
			}
		}
		return true
	})
	return found
}

// fileOf is the file of the diff that a JVM's class stands in, "" if it is none: the
// one that is called so, or else the one that declares it. A JVM's profile names
// classes alone.
func (d Diff) fileOf(name, side string, read Reader) string {
	class := name
	if i := strings.LastIndexByte(class, '.'); i >= 0 {
		class = class[:i] // without the method
	}
	pack := ""
	if i := strings.LastIndexByte(class, '.'); i >= 0 {
		pack, class = class[:i], class[i+1:]
	}
	outer, _, _ := strings.Cut(class, "$")
	declares := regexp.MustCompile(`\b(class|interface|object|record|enum)\s+` + regexp.QuoteMeta(outer) + `\b`)
	for file := range d.files {
		stem, extension := strings.TrimSuffix(path.Base(file), path.Ext(file)), path.Ext(file)
		if extension != ".java" && extension != ".kt" && extension != ".scala" {
			continue
		}
		text := read(side, file)
		if p := packageOf.FindSubmatch(text); p == nil && pack != "" || p != nil && string(p[1]) != pack {
			continue
		}
		if outer == stem || extension == ".kt" && outer == stem+"Kt" || declares.Match(text) {
			return file
		}
	}
	return ""
}

var packageOf = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)`)
