package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/report"
)

// A group stands before its benchmarks, counts as slower, and is none of the rows.
func TestGroups(t *testing.T) {
	const group = "all of Sum on go"
	for _, test := range []struct {
		name   string
		ratios []float64
		marked bool // head is unsteady, and base is not
		groups int
	}{
		{"all move", []float64{1.06, 1.06, 1.06, 1.06, 1.06, 1.06, 1.06, 1.06}, false, 1},
		{"one moves far", []float64{20, 1, 1, 1}, false, 0},
		{"none can speak for it", []float64{1.06, 1.06, 1.06, 1.06, 1.06, 1.06, 1.06, 1.06}, true, 0},
	} {
		f := newFixture()
		for i, ratio := range test.ratios {
			for round := 1; round <= 12; round++ {
				for _, side := range []string{"base", "head"} {
					ns := 1e6 * (1 + 0.035*f.rnd.NormFloat64())
					f.config("unsteady", "")
					if side == "head" {
						ns *= ratio
						if test.marked {
							f.config("unsteady", "rising")
						}
					}
					f.sample("go", side, fmt.Sprintf("Sum/n=%d-2", i), round, fmt.Sprintf("%.0f ns/op", ns))
				}
			}
		}
		r, err := report.Read(source(f.String()))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		var text, comment bytes.Buffer
		if err := report.WriteText(&text, r); err != nil {
			t.Fatal(err)
		}
		if err := report.WriteMarkdown(&comment, r); err != nil {
			t.Fatal(err)
		}
		with := 0
		for _, x := range r.Rows {
			if x.With == group {
				with++
			}
		}
		if len(r.Groups) != test.groups || len(r.Rows) != len(test.ratios) || (with > 0) != (test.groups > 0) {
			t.Errorf("%s: %d groups, %d rows, %d of them with it:\n%s", test.name, len(r.Groups), len(r.Rows), with, &text)
		}
		if want := r.Count(report.Slower) - test.groups + with; r.Found() != want {
			t.Errorf("%s: %d found, want %d", test.name, r.Found(), want)
		}
		line := fmt.Sprintf("%s (%d)", group, len(test.ratios))
		for _, out := range []string{text.String(), comment.String()} {
			if strings.Contains(out, line) != (test.groups > 0) || strings.Contains(out, "; moves with "+group) != (test.groups > 0) {
				t.Errorf("%s: want %q in it: %v\n%s", test.name, line, test.groups > 0, out)
			}
		}
	}
}
