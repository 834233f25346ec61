package columns_test

import (
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/columns"
)

// The widths are those that terminals use: of East Asian Width (Unicode's UAX 11).
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "Encode#01": 9, "größe": 5, "gro\u0308ße": 5, "日本語": 6, "ｗｉｄｅ": 8, "한글": 4, "→ ± …": 5, "🚀": 2, "a\u200bb": 2, "naïve/n=1k": 10,
	} {
		if got := columns.Width(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// What stands behind a wide name begins where it begins behind the others.
func TestAlign(t *testing.T) {
	text := columns.Align([][]string{{"slower", "Sort/日本語", "+3 %", "n=8"}, {"faster", "Sort/gro\u0308ße", "-3 %", ""}, {"new", "B", "", ""}})
	at := map[int]bool{}
	for line := range strings.Lines(text) {
		if before, _, ok := strings.Cut(line, "3 %"); ok {
			at[columns.Width(before)] = true
		}
		if strings.TrimRight(line, " \n")+"\n" != line {
			t.Errorf("%q ends with blanks", line)
		}
	}
	if len(at) != 1 {
		t.Errorf("not below each other:\n%s", text)
	}
}
