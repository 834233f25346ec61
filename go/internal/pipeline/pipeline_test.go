package pipeline

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A step adds to its files, which GitHub has begun, and writes no more than GitHub
// takes.
func TestStep(t *testing.T) {
	s := Step{Output: filepath.Join(t.TempDir(), "output"), Summary: filepath.Join(t.TempDir(), "summary.md")}
	for _, name := range []string{"a", "b"} {
		if err := s.Set(name, `["1"]`); err != nil {
			t.Fatal(err)
		}
		if err := s.Show(func(w io.Writer) error { _, err := io.WriteString(w, strings.Repeat(name, mostSummary+5)); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(s.Output); err != nil || string(text) != "a=[\"1\"]\nb=[\"1\"]\n" {
		t.Errorf("%s, %v", text, err)
	}
	text, err := os.ReadFile(s.Summary)
	if want := strings.Repeat("a", mostSummary) + "…\n" + strings.Repeat("b", mostSummary) + "…\n"; err != nil || string(text) != want {
		t.Errorf("%d bytes, %v, want %d", len(text), err, len(want))
	}
	if err := (Step{}).Show(func(io.Writer) error { t.Error("a page for nobody"); return nil }); err != nil {
		t.Error(err)
	}
}

func TestLog(t *testing.T) {
	var out strings.Builder
	l := Log{To: &out, Runner: true}
	fmt.Fprintf(l, "::error::gone\n\x1b[2J%s\n", strings.Repeat("x", 5*MostLine))
	l.Lacks("actions: read", "nothing is read")
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 3 || strings.HasPrefix(lines[0], "::") || strings.Contains(lines[1], "\x1b") || len(lines[1]) > 3*MostLine {
		t.Errorf("%q", lines)
	}
	if want := "::warning title=cobench::the job lacks the permission actions: read: nothing is read"; lines[2] != want {
		t.Errorf("%q, want %q", lines[2], want)
	}
}
