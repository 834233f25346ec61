// Package counterparttest builds the counterpart for tests.
package counterparttest

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Build builds the counterpart, in a folder that is gone after the test, and returns its path.
func Build(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "counterpart")
	out, err := exec.Command("go", "build", "-o", program, "github.com/cobench/cobench/go/cmd/counterpart").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}
