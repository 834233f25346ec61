package failure

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each file holds the line that tells why, and below --- what a tool has printed.
func TestWhyABuildFailed(t *testing.T) {
	files, err := filepath.Glob("testdata/buildlogs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no logs", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, output, _ := strings.Cut(string(text), "\n---\n")
		if got := whyFailed(output); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", file, got, want)
		}
	}
}
