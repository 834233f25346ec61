package identity

import (
	"testing"

	"github.com/cobench/cobench/go/internal/closure"
)

// Whatever lies below testdata counts, whatever its name; and so does a submodule
// that was moved, of which no file is there.
func TestData(t *testing.T) {
	none := closure.Folder{}
	for name, want := range map[string]bool{
		"testdata/a.md": true, "testdata/a.adoc": true, "testdata/a.go": true, "testdata/a_test.go": true, "testdata/A.java": true, "testdata/A.kt": true,
		"x/testdata/Makefile": true, "testdata/LICENSE": true, "testdata/deep/go.mod": true, "testdata/.hidden": true, "testdata/.git/config": true,
		"input.txt": true, "x/data.json": true, "_data.xml": true,
		"README.md": false, "x/a.go": false, "x/a_test.go": false, "A.java": false, "go.mod": false, "LICENSE": false, "Makefile": false, ".github/workflows/a.yml": false, "testdata.md": false,
	} {
		if got := IsData(none)(name); got != want {
			t.Errorf("%s counts for all: %v, want %v", name, got, want)
		}
	}
	moved := closure.Folder{"third/spec.md": submodule + "0123"}
	if !IsData(none, moved)("third/spec.md") {
		t.Error("a submodule does not count")
	}
	before := closure.Folder{"third/spec.md": submodule + "4567"}
	if moved.Key(IsData(moved)) == before.Key(IsData(before)) {
		t.Error("a submodule that was moved has the same key")
	}
}
