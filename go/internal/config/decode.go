package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// A file is one parsed YAML file. It knows where each value stands, so that
// a check made after decoding can still point at it.
type file struct {
	name string // as shown in errors
	root ast.Node
}

func read(fsys fs.FS, prefix, name string, into any) (*file, error) {
	f := &file{name: path.Join(prefix, name)}
	src, err := readFile(fsys, name)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	if err := f.decode(src, into); err != nil {
		return nil, err
	}
	return f, nil
}

// The bounds of a file: the library's time grows with the square of how deep lists
// lie in each other, and a project's file may be a stranger's.
const (
	mostConfig  = 1 << 20
	mostProject = 16 << 10
)

func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, errors.New("no regular file"))
	}
	most := mostConfig
	if name == ProjectFile {
		most = mostProject
	}
	src, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(src) > most {
		err = fmt.Errorf("more than %d bytes", most)
	}
	return src, err
}

// decode parses src and fills into. The library panics on some input that is
// no YAML that anybody would write; that too is an error about the file.
func (f *file) decode(src []byte, into any) (err error) {
	defer func() {
		if recover() != nil {
			err = fmt.Errorf("%s: cannot be read as YAML", f.name)
		}
	}()
	doc, err := parser.ParseBytes(src, 0)
	if err != nil {
		return f.yamlError(err)
	}
	if len(doc.Docs) != 1 {
		return fmt.Errorf("%s:1:1: %d YAML documents, want one", f.name, len(doc.Docs))
	}
	if doc.Docs[0].Body == nil {
		return fmt.Errorf("%s:1:1: the file is empty", f.name)
	}
	f.root = doc.Docs[0].Body
	if err := f.checkPlain(); err != nil {
		return err
	}
	if err := f.checkFields(f.root, reflect.TypeOf(into)); err != nil {
		return err
	}
	if err := yaml.NodeToValue(f.root, into, yaml.Strict()); err != nil {
		return f.yamlError(err)
	}
	return nil
}

// checkPlain refuses what makes a value stand elsewhere than where it is read:
// the other checks and their places would have to follow it.
func (f *file) checkPlain() error {
	for _, kind := range []struct {
		name string
		node ast.NodeType
	}{{"anchor", ast.AnchorType}, {"alias", ast.AliasType}, {"tag", ast.TagType}, {"merge key", ast.MergeKeyType}} {
		if found := ast.Filter(kind.node, f.root); len(found) > 0 {
			at := found[0].GetToken()
			return fmt.Errorf("%s:%d:%d: a YAML %s: write the value out", f.name, at.Position.Line, at.Position.Column, kind.name)
		}
	}
	return nil
}

// yamlError turns the library's errors, several lines with an excerpt, into one line.
func (f *file) yamlError(err error) error {
	var y yaml.Error
	if !errors.As(err, &y) {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	message, _, _ := strings.Cut(y.GetMessage(), "\n")
	var mismatch *yaml.TypeError
	if errors.As(err, &mismatch) {
		message = fmt.Sprintf("%q: want %s", mismatch.Token.Value, article(mismatch.DstType)) // the library's words name Go types
	}
	if t := y.GetToken(); t != nil && t.Position != nil {
		return fmt.Errorf("%s:%d:%d: %s", f.name, t.Position.Line, t.Position.Column, message)
	}
	return fmt.Errorf("%s: %s", f.name, message)
}

// article says what a Go type is in YAML.
func article(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "a mapping"
	}
	return "a word"
}

// errorf places a message at the value of a YAML path such as
// profiles[0].runtimes[1], or at the nearest value above it that is there.
func (f *file) errorf(yamlPath, format string, args ...any) error {
	line, column := 1, 1
	for at := yamlPath; ; {
		if n := f.node(at); n != nil {
			position := n.GetToken().Position
			line, column = position.Line, position.Column
			break
		}
		i := strings.LastIndexAny(at, ".[")
		if i < 0 {
			break
		}
		at = at[:i]
	}
	return fmt.Errorf("%s:%d:%d: %s", f.name, line, column, fmt.Sprintf(format, args...))
}

// keyErrorf is errorf for a key that should not be there.
func (f *file) keyErrorf(mappingPath, key, format string, args ...any) error {
	at := f.find(mappingPath).GetToken().Position
	for _, entry := range entries(f.find(mappingPath)) {
		if token := entry.Key.GetToken(); token.Value == key {
			at = token.Position
		}
	}
	return fmt.Errorf("%s:%d:%d: %s", f.name, at.Line, at.Column, fmt.Sprintf(format, args...))
}

// node is what stands at a path, or nil; of a mapping, its first key.
func (f *file) node(yamlPath string) ast.Node {
	node := f.find(yamlPath)
	if all := entries(node); len(all) > 0 {
		return all[0].Key // a mapping's own token is its first colon
	}
	return node
}

func (f *file) find(yamlPath string) ast.Node {
	node := f.root
	for step := range strings.FieldsFuncSeq(yamlPath, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		switch n := node.(type) {
		case *ast.SequenceNode:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(n.Values) {
				return nil
			}
			node = n.Values[i]
		default:
			node = valueOf(node, step)
			if node == nil {
				return nil
			}
		}
	}
	return node
}

func valueOf(node ast.Node, key string) ast.Node {
	for _, entry := range entries(node) {
		if entry.Key.GetToken().Value == key {
			return entry.Value
		}
	}
	return nil
}

func entries(node ast.Node) []*ast.MappingValueNode {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

// checkFields reports the first key that the Go type has no field for, with
// the ones it has, and the first field that is missing. The library's strict
// mode finds the former only, and does not name the valid ones.
func (f *file) checkFields(node ast.Node, t reflect.Type) error {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Slice:
		if s, ok := node.(*ast.SequenceNode); ok {
			for _, item := range s.Values {
				if err := f.checkFields(item, t.Elem()); err != nil {
					return err
				}
			}
		}
	case reflect.Struct:
		return f.checkStruct(node, t)
	}
	return nil
}

func (f *file) checkStruct(node ast.Node, t reflect.Type) error {
	fields := map[string]reflect.Type{}
	var names, required []string
	for field := range t.Fields() {
		name, option, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		fields[name] = field.Type
		names = append(names, name)
		if option != "omitempty" {
			required = append(required, name)
		}
	}
	at := node.GetToken().Position
	all := entries(node)
	if len(all) > 0 {
		at = all[0].Key.GetToken().Position
	} else if _, ok := node.(*ast.MappingNode); !ok {
		return fmt.Errorf("%s:%d:%d: %q: want a mapping with %s", f.name, at.Line, at.Column, node.GetToken().Value, strings.Join(names, ", "))
	}
	for _, entry := range all {
		key := entry.Key.GetToken()
		fieldType, ok := fields[key.Value]
		if !ok {
			return fmt.Errorf("%s:%d:%d: %w", f.name, key.Position.Line, key.Position.Column, unknown("field", key.Value, names))
		}
		if err := f.checkFields(entry.Value, fieldType); err != nil {
			return err
		}
	}
	for _, name := range required {
		if valueOf(node, name) == nil {
			return fmt.Errorf("%s:%d:%d: field %q is missing", f.name, at.Line, at.Column, name)
		}
	}
	return nil
}
