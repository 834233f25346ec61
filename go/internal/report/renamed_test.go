package report_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/results"
)

// A benchmark that head has renamed is one row, and both names are told, those below
// them once.
func TestRenamed(t *testing.T) {
	f := newFixture()
	renamed := func(was, is string, ratio float64) {
		for round := 1; round <= 12; round++ {
			f.config("was", was)
			f.sample("go", "base", is, round, fmt.Sprintf("%.0f ns/op", 1e6*(1+0.01*f.rnd.NormFloat64())))
			f.config("was", "")
			f.sample("go", "head", is, round, fmt.Sprintf("%.0f ns/op", ratio*1e6*(1+0.01*f.rnd.NormFloat64())))
		}
	}
	renamed("Encode/size=1-2", "Marshal/size=1-2", 1.3)
	renamed("Encode/size=2-2", "Marshal/size=2-2", 1)
	renamed("Get-2", "Get/cached-2", 1)
	f.rounds("go", "Other-2", 12, 1, 0.01)
	r, err := report.Read(source(f.String()))
	if err != nil {
		t.Fatal(err)
	}
	var text, comment bytes.Buffer
	if err := report.WriteText(&text, r); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteMarkdown(&comment, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 slower\n", "\nrenamed: Encode → Marshal\nrenamed: Get → Get/cached\n", "Marshal/size=1-2"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if want := "\nRenamed: `Encode → Marshal`.\n\nRenamed: `Get → Get/cached`.\n"; !strings.Contains(comment.String(), want) {
		t.Errorf("no %q in\n%s", want, &comment)
	}
	for _, x := range r.Document().Rows {
		if want := strings.NewReplacer("Marshal", "Encode", "Get/cached", "Get", "Other-2", "").Replace(x.Benchmark); x.Was != want {
			t.Errorf("%s was %q, want %q", x.Benchmark, x.Was, want)
		}
	}
}

// Of two files, what the old one has under another name is one row with the present one,
// unless the new one still has the old name.
func TestRenamedOfTwoFiles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	of := func(around float64) []float64 { return drawn(rnd, 12, around, 0.01) }
	renamed := []results.Rename{{From: "Encode", To: "Marshal"}, {From: "Read", To: "Load"}}
	old := printed([]string{"Encode/size=1", "Encode/size=2", "Read"}, map[string][]float64{"Encode/size=1": of(1e4), "Encode/size=2": of(1e4), "Read": of(1e4)})
	new := printed([]string{"Marshal/size=1", "Read", "Load"}, map[string][]float64{"Marshal/size=1": of(2e4), "Read": of(1e4), "Load": of(1e4)})
	var got []string
	for _, x := range unpaired(t, old, new, renamed...).Rows {
		got = append(got, fmt.Sprintf("%s %s, was %q", x.Verdict, x.Benchmark, x.Was))
	}
	want := []string{`slower Marshal/size=1-2, was "Encode/size=1-2"`, `new Load-2, was ""`, `removed Encode/size=2-2, was ""`, `unchanged Read-2, was ""`}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
