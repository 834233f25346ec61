package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/cobench/cobench/go/internal/report"
)

// The first line says what was not examined, and no row says what would have shown
// where nobody has looked.
func TestWhatWasNotExamined(t *testing.T) {
	skipped := func(f *fixture, names ...string) {
		for _, name := range names {
			for _, side := range []string{"base", "head"} {
				f.mark("go", side, name, "skips", "no time for it within the budget of 1m")
			}
		}
	}
	for _, test := range []struct {
		name, headline, unanswered string
		write                      func(f *fixture)
		shown                      bool // "would have shown" or "ruled out" stands somewhere
	}{
		{"no sample at all", "nothing was decided; 2 of 2 not measured", "nothing was decided", func(f *fixture) { skipped(f, "A-2", "B-2") }, false},
		{"a first look cut short", "nothing was decided; 2 look slower, not confirmed; 1 measured too little", "2 look slower, not confirmed", func(f *fixture) {
			f.rounds("go", "A-2", 3, 3, 0.01)
			f.rounds("go", "B-2", 4, 1.5, 0.01)
			f.rounds("go", "C-2", 3, 1, 0.1)
		}, false},
		{"everything twice as slow, and no time to confirm it", "nothing was decided; 3 look slower, not confirmed", "3 look slower, not confirmed", func(f *fixture) {
			for _, name := range []string{"A-2", "B-2", "C-2"} {
				f.rounds("go", name, 6, 2, 0.01)
			}
		}, false},
		{"one missing round of one benchmark", "1 slower; 1 measured too little", "", func(f *fixture) {
			f.rounds("go", "A-2", 18, 1.3, 0.01)
			f.rounds("go", "B-2", 5, 1, 0.01)
		}, false},
		{"few of many", "no change found in 1 of 4; 1 looks slower, not confirmed; 2 of 4 not measured", "1 looks slower, not confirmed", func(f *fixture) {
			f.rounds("go", "A-2", 8, 1.028, 0.004)
			f.rounds("go", "B-2", 3, 3, 0.01)
			skipped(f, "C-2", "D-2")
		}, true},
		{"all that there is", "no change found", "", func(f *fixture) { f.rounds("go", "A-2", 8, 1.028, 0.004) }, true},
	} {
		f := newFixture()
		test.write(f)
		r, err := report.Read(source(f.String()))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := r.Headline(); got != test.headline {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.headline)
		}
		if got := r.Unanswered(); got != test.unanswered {
			t.Errorf("%s: unanswered %q, want %q", test.name, got, test.unanswered)
		}
		var text bytes.Buffer
		if err := report.WriteText(&text, r); err != nil {
			t.Fatal(err)
		}
		if shown := regexp.MustCompile("would have shown|ruled out").MatchString(text.String()); shown != test.shown {
			t.Errorf("%s: what was seen or ruled out stands in it: %v\n%s", test.name, shown, &text)
		}
	}
}

// A benchmark that fails on head alone is told from one that fails on both.
func TestFailedOnHead(t *testing.T) {
	failing := func(f *fixture, side, name string, round int) {
		f.side(side, "go")
		fmt.Fprintf(f, "round: %d\nreason: exit status 2: panic: boom\nBenchmark%s 1 1 failures\nreason:\n", round, name)
	}
	f := newFixture()
	for round := 1; round <= 3; round++ {
		f.sample("go", "base", "Broken-2", round, "777 ns/op")
		failing(f, "head", "Broken-2", round)
		failing(f, "base", "Both-2", round)
		failing(f, "head", "Both-2", round)
	}
	r, err := report.Read(source(f.String()))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		verdict report.Verdict
		reason  string
	}{
		{report.Failed, "base passes; head: exit status 2: panic: boom"},
		{report.Undecided, "fails on both sides: exit status 2: panic: boom"},
	} {
		if x := r.Rows[i]; x.Verdict != want.verdict || x.Reason != want.reason {
			t.Errorf("%s: %s, %q, want %s, %q", x.Benchmark, x.Verdict, x.Reason, want.verdict, want.reason)
		}
	}
}

// The values of a row differ by the change that stands beside them, whatever the
// rounds before the confirming ones were like.
func TestValuesAgreeWithTheChange(t *testing.T) {
	f := newFixture()
	for round := 1; round <= 18; round++ {
		base, head := 10+float64(round%3), 8-float64(round%2)
		if round > 8 { // the confirming rounds
			base, head = 10+0.1*float64(round%3), 13+0.1*float64(round%2)
		}
		f.sample("go", "base", "A-2", round, fmt.Sprintf("%.3f ns/op", base))
		f.sample("go", "head", "A-2", round, fmt.Sprintf("%.3f ns/op", head))
	}
	r, err := report.Read(source(f.String()))
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`^([0-9.]+) ns → ([0-9.]+) ns  \+([0-9.]+) %`).FindStringSubmatch(r.Rows[0].Evidence())
	if parts == nil {
		t.Fatalf("%s", r.Rows[0].Evidence())
	}
	var x [3]float64
	for i := range x {
		x[i], _ = strconv.ParseFloat(parts[i+1], 64)
	}
	if change := 100 * (x[1]/x[0] - 1); change < x[2]-0.2 || change > x[2]+0.2 {
		t.Errorf("%s: the values differ by %.1f %%", r.Rows[0].Evidence(), change)
	}
}
