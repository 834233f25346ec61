package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLay(t *testing.T) {
	source := t.TempDir()
	if err := lay(source, 0); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(source, filepath.FromSlash(inertFile))
	if _, err := os.Stat(file); err == nil {
		t.Errorf("%s: a side of its own layout got another one", file)
	}
	if err := lay(source, 7); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "class Inert7 {") {
		t.Errorf("%s: %q, %v; want a class of its own for layout 7", file, text, err)
	}
}
