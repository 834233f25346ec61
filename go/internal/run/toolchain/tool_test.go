package toolchain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// A go that switches its toolchain is the version that go.mod names, as this one's is.
const switching = `#!/bin/sh
if [ -f go.mod ]; then echo "go version go1.26.5 linux/amd64"; else echo "go version go1.24.13 linux/amd64"; fi
`

const pinned = `#!/bin/sh
if [ ! -f go.mod ]; then echo "go version go1.24.13 linux/amd64"; exit; fi
echo "go: go.mod requires go >= 1.26 (running go 1.24.13; GOTOOLCHAIN=local)" >&2
exit 1
`

func TestGoIsAskedInTheModule(t *testing.T) {
	module := t.TempDir()
	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ script, problem string }{
		{switching, ""},
		{pinned, "prints no version: want 1.26 or later: go: go.mod requires go >= 1.26 (running go 1.24.13; GOTOOLCHAIN=local)"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "go"), []byte(test.script), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, tool := range toolchain.Ask(t.Context(), []string{"PATH=" + dir}, module, toolchain.ForSuite()) {
			if got := tool.Problem(); tool.Name == "go" && (!strings.HasSuffix(got, test.problem) || (got == "") != (test.problem == "")) {
				t.Errorf("got %q, want %q", got, test.problem)
			}
		}
	}
}
