package compare

import (
	"encoding/csv"
	"io"
	"strings"
	"testing"
)

// What a file calls something is a text to a spreadsheet, whatever it begins with.
func TestCSVHasNoFormulas(t *testing.T) {
	const formula = "=HYPERLINK(0;evil)"
	text := "Unit =evil() better=lower\ngoos: @SUM(1)\ncpu: -2+cmd|x\nside: +evil\n" +
		strings.Repeat("Benchmark"+formula+" 1 5 ns/op 7 =evil()\n", 6) + "side: =1\n" + strings.Repeat("Benchmark"+formula+" 1 9 ns/op\n", 6)
	r, err := Read(Options{Table: "goos,cpu", Col: "side"}, []Source{{Name: "x.txt", Label: "x", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := WriteCSV(&out, r); err != nil {
		t.Fatal(err)
	}
	lines := csv.NewReader(strings.NewReader(out.String()))
	lines.FieldsPerRecord = -1
	cells, err := lines.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range cells {
		for _, cell := range line {
			if cell != "" && strings.Contains("=-@+", cell[:1]) && strings.Trim(cell, "+-0123456789.%") != "" {
				t.Errorf("a cell %q", cell)
			}
		}
	}
	for _, want := range []string{"'" + formula, "'+evil", "'=1", "'=evil()", "+80.00%"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
}
