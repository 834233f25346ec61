package results

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/ruler"
)

// doc.go explains every key and unit.
func TestEveryKeyIsExplained(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.FieldsFunc(string(doc), func(r rune) bool { return strings.ContainsRune(" ,\n\t:()", r) })
	names := []string{ruler.Key, ruler.TimesKey}
	for _, name := range []string{"keys.go", "units.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.CONST {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok {
					text, _ := strconv.Unquote(literal.Value)
					names = append(names, text)
				}
				return true
			})
		}
	}
	if len(names) < 40 {
		t.Errorf("only %d found: %q", len(names), names)
	}
	for _, name := range names {
		if !slices.Contains(words, name) {
			t.Errorf("%s is not explained", name)
		}
	}
}
