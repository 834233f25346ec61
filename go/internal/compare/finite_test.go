package compare

import (
	"io"
	"strings"
	"testing"
)

// A value that is not a finite number is told in its row, and costs no other.
func TestValuesThatAreNoNumbers(t *testing.T) {
	const text = "goos: linux\ncpu: X\nside: base\nBenchmarkX 1 5 ns/op 3 rate\nBenchmarkX 1 6 ns/op 3 rate\nBenchmarkY 1 5 ns/op\n" +
		"side: head\nBenchmarkX 1 5 ns/op +Inf rate\nBenchmarkX 1 6 ns/op 3 rate\nBenchmarkY 1 NaN ns/op\n"
	r, err := Read(Options{Col: "side"}, []Source{{Name: "x.txt", Label: "x", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := WriteText(&out, r, 160); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 2 samples: +Inf rate is not a finite number", "1 of 1 samples failed: NaN ns/op is not a finite number", "5.500 ns"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	for _, table := range r.Tables {
		for _, row := range table.Rows {
			for i, cell := range row.Cells {
				if n := len(cell.Values); table.Unit == "rate" && row.Name == "X" && n != 2-i {
					t.Errorf("%d values of rate in column %d, want %d", n, i, 2-i)
				}
			}
		}
	}
}
