package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/report"
)

// Latency, throughput and a unit of somebody's own vote where the rules name them, each
// in its direction and by its own minimum effect.
func TestUnitsThatVote(t *testing.T) {
	const units = " units=p99-ns:lower:0.05,req/s:higher:0.03,hits:higher:0.1"
	for _, test := range []struct {
		name      string
		p99, rate float64 // ratio of head to base
		lacks     int     // a round without p99, 0 is none
		headline  string
		line      string // of the text, "" if the row has none
	}{
		{"nothing", 1, 1, 0, "no change found", ""},
		{"the tail got longer", 1.5, 1, 0, "1 with worse p99-ns", "worse p99-ns: 2.00"},
		{"more throughput", 1, 1.25, 0, "1 with better req/s", "better req/s: 10.0"},
		{"both", 1.5, 0.8, 0, "1 with worse p99-ns, 1 with worse req/s", "worse req/s: 10.0"},
		{"a round lacks it", 1.5, 1, 4, "no change found", ""},
	} {
		f := newFixture()
		f.config("judging", rules+units)
		for round := 1; round <= 26; round++ {
			for _, side := range []string{"base", "head"} {
				p99, rate := 2e6*(1+0.01*f.rnd.NormFloat64()), 1e4*(1+0.01*f.rnd.NormFloat64())
				if side == "head" {
					p99, rate = p99*test.p99, rate*test.rate
				}
				text := fmt.Sprintf("%.0f ns/op %.3f req/s 5 hits", 1e6*(1+0.003*f.rnd.NormFloat64()), rate)
				if round != test.lacks {
					text += fmt.Sprintf(" %.0f p99-ns", p99)
				}
				f.sample("go", side, "Serve-2", round, text)
			}
		}
		r, err := report.Read(source(f.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Headline(); got != test.headline {
			t.Errorf("%s: %s, want %s: %+v", test.name, got, test.headline, r.Rows[0].Units)
		}
		if x := r.Rows[0]; x.Verdict != report.Unchanged || len(x.Units) != 3 {
			t.Errorf("%s: time is %s, %d units, want unchanged and 3", test.name, x.Verdict, len(x.Units))
		}
		var text, comment, json bytes.Buffer
		for write, err := range map[string]error{"text": report.WriteText(&text, r), "comment": report.WriteMarkdown(&comment, r), "json": report.WriteJSON(&json, r)} {
			if err != nil {
				t.Fatalf("%s: %v", write, err)
			}
		}
		above, fold, _ := strings.Cut(strings.ReplaceAll(comment.String(), "\u00a0", " "), "<details>")
		if test.line == "" && (strings.Contains(text.String(), "Serve") && strings.Contains(text.String(), "p99-ns:") || strings.Contains(above, "p99-ns")) {
			t.Errorf("%s: told above:\n%s\n%s", test.name, &text, above)
		}
		if !strings.Contains(text.String(), test.line) || !strings.Contains(above, test.line) || !strings.Contains(fold, "unchanged hits: 5.000 → 5.000 +0.0 %") {
			t.Errorf("%s: %q does not stand everywhere:\n%s\n%s", test.name, test.line, &text, &comment)
		}
		if !strings.Contains(json.String(), `"units": [`) || !strings.Contains(json.String(), `"worse": `) {
			t.Errorf("%s: no units in\n%s", test.name, &json)
		}
	}
}
