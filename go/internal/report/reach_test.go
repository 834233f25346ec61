package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/report"
)

// notReached writes benchmarks that execute nothing of the change, and were not measured.
func (f *fixture) notReached(names ...string) {
	f.config("reach", "not")
	for _, name := range names {
		for _, side := range []string{"base", "head"} {
			f.mark("go", side, name, "skips", "not reached: it executes nothing that the change touches")
		}
	}
	f.config("reach", "")
}

func (f *fixture) noTime(names ...string) {
	for _, name := range names {
		for _, side := range []string{"base", "head"} {
			f.mark("go", side, name, "skips", "no time for it within the budget of 5m")
		}
	}
}

// The first line says what was decided of what the change reaches, and never that
// there is no change where nobody could tell.
func TestWhatIsReached(t *testing.T) {
	for _, test := range []struct {
		name     string
		write    func(f *fixture)
		headline string
		blind    string
		settle   string // the flag of the budget
	}{
		{"one slower of two", func(f *fixture) {
			f.rounds("go", "A-2", 18, 1.3, 0.01)
			f.noTime("B-2")
			f.notReached("C-2", "D-2", "E-2")
		}, "1 slower; 1 of 2 reached benchmarks decided; 3 not reached", "", "10m"},
		{"none slower", func(f *fixture) {
			f.rounds("go", "A-2", 8, 1.001, 0.004)
			f.notReached("C-2")
		}, "no change found in 1 of 1 reached benchmarks; 1 not reached", "", ""},
		{"nothing decided", func(f *fixture) {
			f.rounds("go", "A-2", 3, 1, 0.1)
			f.notReached("C-2")
		}, "nothing was decided; 1 looks faster, not confirmed; 1 not reached", "", "40m"},
		{"none reached", func(f *fixture) {
			f.config("changed-functions", "1", "unexecuted-functions", "1", "unexecuted", "codec.(T).Flush")
			f.notReached("C-2", "D-2")
		}, "no benchmark executes what has changed; 2 not reached", "no benchmark executes the changed function: codec.(T).Flush", ""},
		{"none reached, and all measured", func(f *fixture) {
			f.config("reach", "not", "changed-functions", "2", "unexecuted-functions", "2", "unexecuted", "a.F b.G")
			f.rounds("go", "A-2", 8, 1.001, 0.004)
		}, "no change found; no benchmark executes what has changed", "no benchmark executes any of the 2 changed functions: a.F, b.G", ""},
		{"some executed by none", func(f *fixture) {
			f.config("changed-functions", "9", "unexecuted-functions", "7", "unexecuted", "a.A a.B a.C a.D a.E a.F a.G")
			f.rounds("go", "A-2", 18, 1.3, 0.01)
		}, "1 slower", "7 of 9 changed functions are executed by no benchmark: a.A, a.B, a.C, a.D, a.E and 2 more", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture()
			f.config("profile", "project", "budget", "5m0s")
			test.write(f)
			r, err := report.Read(source(f.String()))
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Headline(); got != test.headline {
				t.Errorf("%s\nwant %s", got, test.headline)
			}
			if got := r.Blind(func(name string) string { return name }); got != test.blind {
				t.Errorf("%q, want %q", got, test.blind)
			}
			if tally := r.Tally(); strings.Contains(tally, "not reached") { // the status says it in the headline
				t.Errorf("the headline counts them, and the tally %q does again", tally)
			}
			command, takes := r.Settle()
			if (command == "") != (test.settle == "") || !strings.HasSuffix(command, test.settle) || command != "" && takes < 5*time.Minute {
				t.Errorf("to settle it: %q, in %v, want -budget %s", command, takes, test.settle)
			}
			var text, comment bytes.Buffer
			if err := report.WriteText(&text, r); err != nil {
				t.Fatal(err)
			}
			if err := report.WriteMarkdown(&comment, r); err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{test.blind, command} {
				if !strings.Contains(text.String(), want) || !strings.Contains(strings.ReplaceAll(comment.String(), "`", ""), want) {
					t.Errorf("%q is not in\n%s\n%s", want, text.String(), comment.String())
				}
			}
			if n := strings.Count(text.String(), "not reached"); n > 2 {
				t.Errorf("what is not reached has rows of its own:\n%s", text.String())
			}
		})
	}
}

// Results that a stranger has made name functions and times too.
func TestWhatIsReachedIsChecked(t *testing.T) {
	for key, value := range map[string]string{"changed-functions": "-1", "unexecuted-functions": "many", "budget": "soon", "unexecuted": "a.F"} {
		f := newFixture()
		f.config(key, value)
		f.rounds("go", "A-2", 8, 1, 0.01)
		if _, err := report.Read(source(f.String())); err == nil || key != "unexecuted" && !strings.Contains(err.Error(), key) {
			t.Errorf("%s: %s: %v", key, value, err)
		}
	}
}
