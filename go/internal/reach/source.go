package reach

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Function is one that a change has touched.
type Function struct {
	Package string // import path, or folder below the tree
	Name    string // Encode, T.String, (*T).Write
	File    string // its name in the package's folder
	Line    int    // the first of the declaration
	EndLine int    // the last
	// Generated says that a program has written the file.
	Generated bool
}

// String is the function's name with the last part of its package's.
func (f Function) String() string { return path.Base(f.Package) + "." + f.Name }

// A Package is the Go code of a package on one side.
type Package struct {
	Path, Dir string
	Go        []string // names of the files that are compiled, cgo's among them
	Tests     []string // those that are compiled into its tests, outside tests too
	Other     []string // assembly, C, embedded files
	Imports   []string // paths
	Language  string   // version of the language, "" if nobody says
	// Names are those of packages by their paths. Of one that is not there it is guessed.
	Names map[string]string
}

// A source is the declarations of some files of a package.
type source struct {
	functions map[string]function
	others    map[string]declaration // variables, constants and types by name
	loose     string                 // what has no name: init, blank variables, directives, C preambles
	tokens    map[string]bool        // all identifiers
}

type function struct {
	Function
	key, body string // body is the key without the function's name
	receiver  string // the type
	uses      []string
}

type declaration struct {
	key  string
	runs bool // its initial value is made by a call
	uses []string
}

// parse reads files of a package. One that can't be parsed is an error: nobody knows
// what is in it.
func parse(p Package, names []string) (*source, error) {
	s := &source{functions: map[string]function{}, others: map[string]declaration{}, tokens: map[string]bool{}}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		if err := s.add(p, name, text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// add takes the declarations of a file.
func (s *source) add(p Package, name string, text []byte) error {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	f := file{p: p, fset: fset, text: text, base: fset.File(parsed.FileStart).Base(), imports: map[string]string{}, directives: map[*ast.Comment]bool{}}
	f.header(parsed)
	written := generated.Match(text[:fset.Position(parsed.Package).Offset])
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.function(f, d, name, written)
		case *ast.GenDecl:
			s.declare(f, d)
		}
	}
	for _, group := range parsed.Comments {
		for _, c := range group.List {
			if isDirective(c.Text) && !f.directives[c] {
				s.loose += c.Text + "\n"
			}
		}
	}
	return nil
}

// A file is one that is being read.
type file struct {
	p          Package
	fset       *token.FileSet
	text       []byte
	base       int
	imports    map[string]string // paths by the name that the file knows them by
	common     string            // what all of its declarations depend on
	directives map[*ast.Comment]bool
}

// header reads the imports, and what else holds for the whole file.
func (f *file) header(parsed *ast.File) {
	for _, i := range parsed.Imports {
		at, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		switch name := f.p.nameOf(at); {
		case i.Name == nil:
			f.imports[name] = at
		case i.Name.Name == ".":
			f.common += "dot " + at + "\n"
		case i.Name.Name != "_":
			f.imports[i.Name.Name] = at
		}
	}
	for _, group := range parsed.Comments {
		for _, c := range group.List {
			// A constraint on Go's version sets the language of the file.
			if constraint.IsGoBuild(c.Text) && strings.Contains(c.Text, "go1.") {
				f.common += c.Text + "\n"
			}
		}
	}
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// nameOf is the name of an imported package: what is known, or the last part of its
// path that is no version.
func (p Package) nameOf(at string) string {
	if name := p.Names[at]; name != "" {
		return name
	}
	base := path.Base(at)
	if majorVersion.MatchString(base) {
		base = path.Base(path.Dir(at))
	}
	base, _, _ = strings.Cut(base, ".v")
	return base
}

// isDirective tells whether a comment is read by the compiler or the linker.
func isDirective(text string) bool {
	for _, prefix := range []string{"//go:build", "//go:generate"} {
		if strings.HasPrefix(text, prefix) {
			return false
		}
	}
	return strings.HasPrefix(text, "//go:") || strings.HasPrefix(text, "//export ")
}

// said are the directives of a declaration's comment.
func (f file) said(doc *ast.CommentGroup) string {
	text := ""
	if doc != nil {
		for _, c := range doc.List {
			if isDirective(c.Text) {
				f.directives[c] = true
				text += c.Text + "\n"
			}
		}
	}
	return text
}

// imported stands before the path of a package among the identifiers that are used.
const imported = "import "

// tokens are those of a part of the file, with what they mean by the file's imports,
// and the identifiers among them, with the packages that are named. skip is the
// position of one that is left out.
func (f file) tokens(from, to, skip token.Pos) (text string, uses []string) {
	part := f.text[int(from)-f.base : int(to)-f.base]
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(part)), part, nil, 0)
	var out, means bytes.Buffer
	last, pending := "", ""
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			break
		}
		if kind == token.SEMICOLON {
			literal = ";"
		}
		if kind == token.PERIOD && last != "" && f.imports[last] != "" {
			fmt.Fprintf(&means, "%s is %s\n", last, f.imports[last])
			uses = append(uses, imported+f.imports[last])
		}
		last = ""
		if kind == token.IDENT {
			last = literal
			if skip.IsValid() && int(pos)-1 == int(skip-from) {
				literal = "_"
			} else {
				uses = append(uses, literal)
			}
		}
		if literal == "" {
			literal = kind.String()
		}
		closes := kind == token.RPAREN || kind == token.RBRACE || kind == token.RBRACK
		if !closes { // a line break before it makes a semicolon, or wants a comma
			out.WriteString(pending)
		}
		pending = ""
		if kind == token.SEMICOLON || kind == token.COMMA {
			pending = literal + " "
			continue
		}
		fmt.Fprintf(&out, "%s ", literal)
	}
	return f.common + means.String() + out.String(), uses
}

func (s *source) seen(uses []string) {
	for _, u := range uses {
		s.tokens[u] = true
	}
}

func (s *source) function(f file, d *ast.FuncDecl, name string, written bool) {
	key, uses := f.tokens(d.Pos(), d.End(), token.NoPos)
	body, _ := f.tokens(d.Pos(), d.End(), d.Name.Pos())
	said := f.said(d.Doc)
	s.seen(uses)
	if d.Recv == nil && (d.Name.Name == "init" || d.Name.Name == "_") {
		s.loose += said + key + "\n"
		return
	}
	receiver, shown := receiverOf(d)
	s.functions[shown] = function{
		Function: Function{
			Package: f.p.Path, Name: shown, File: name, Generated: written,
			Line: f.fset.PositionFor(d.Pos(), false).Line, EndLine: f.fset.PositionFor(d.End(), false).Line,
		},
		key: said + key, body: said + body, receiver: receiver, uses: uses,
	}
}

// receiverOf is the type of a method's receiver, and the name that Go gives a function.
func receiverOf(d *ast.FuncDecl) (receiver, shown string) {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return "", d.Name.Name
	}
	pointer := false
	for t := d.Recv.List[0].Type; ; {
		switch x := t.(type) {
		case *ast.StarExpr:
			pointer, t = true, x.X
			continue
		case *ast.ParenExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.IndexListExpr:
			t = x.X
			continue
		case *ast.Ident:
			receiver = x.Name
		}
		break
	}
	if pointer {
		return receiver, "(*" + receiver + ")." + d.Name.Name
	}
	return receiver, receiver + "." + d.Name.Name
}

// declare takes variables, constants and types. Constants without a value of their
// own, or with iota, depend on their whole group.
func (s *source) declare(f file, d *ast.GenDecl) {
	said := f.said(d.Doc)
	if d.Tok == token.IMPORT {
		for _, spec := range d.Specs {
			i := spec.(*ast.ImportSpec)
			blank := i.Name != nil && i.Name.Name == "_"
			if i.Path.Value == `"C"` || blank { // a preamble is C; a blank import runs what it imports
				s.loose += i.Path.Value + d.Doc.Text() + i.Doc.Text() + "\n"
			}
		}
		return
	}
	whole, _ := f.tokens(d.Pos(), d.End(), token.NoPos)
	for _, spec := range d.Specs {
		key, uses := f.tokens(spec.Pos(), spec.End(), token.NoPos)
		s.seen(uses)
		x := declaration{key: said + d.Tok.String() + " " + key, uses: uses}
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			x.key = f.said(spec.Doc) + x.key
			s.others[spec.Name.Name] = x
		case *ast.ValueSpec:
			if d.Tok == token.CONST && (len(spec.Values) == 0 || strings.Contains(whole, " iota ")) {
				x.key += whole
			}
			x.key = f.said(spec.Doc) + x.key
			x.runs = runs(spec)
			for _, name := range spec.Names {
				if name.Name == "_" {
					s.loose += x.key + "\n"
					continue
				}
				s.others[name.Name] = x
			}
		}
	}
}

// runs tells whether initial values may do more than be made.
func runs(spec *ast.ValueSpec) bool {
	found := false
	for _, v := range spec.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				fun, ok := n.Fun.(*ast.SelectorExpr)
				if ok && fun.Sel.Name == "New" {
					if x, ok := fun.X.(*ast.Ident); ok && x.Name == "errors" {
						return true
					}
				}
				found = true
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW
			case *ast.FuncLit:
				return false // made, not called
			}
			return true
		})
	}
	return found
}

// Starting are the files among some of a package's that may start a process: what that
// executes, no profile of its parent tells. One that can't be parsed may.
func Starting(p Package, names []string) []string {
	var starting []string
	for _, name := range names {
		if s, err := parse(p, []string{name}); err != nil || starts(s.tokens) {
			starting = append(starting, name)
		}
	}
	return starting
}

// starts tells whether one of these names may start a process.
func starts(named map[string]bool) bool {
	uses := func(list ...string) bool {
		return slices.ContainsFunc(list, func(name string) bool { return named[name] })
	}
	return uses(imported+"os/exec", imported+"plugin", "StartProcess", "ForkExec") ||
		uses("Exec") && uses(imported+"syscall", imported+"golang.org/x/sys/unix")
}
