package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRowLabels(t *testing.T) {
	tests := []struct {
		name  string
		full  bool
		rows  []string
		want  []rowLabel
		procs string
	}{
		{"common parameters go up", true,
			[]string{"MatMul/pattern=fan/n=100/workers=8-2", "MatMul/pattern=fan/n=250/workers=8-2"},
			[]rowLabel{{"MatMul pattern=fan workers=8", "n=100"}, {"MatMul pattern=fan workers=8", "n=250"}}, "2"},
		{"a row by itself", true, []string{"MatMul/n=1-2", "PingPong/pairs=4-2"},
			[]rowLabel{{"", "MatMul n=1"}, {"", "PingPong pairs=4"}}, "2"},
		{"different GOMAXPROCS", true, []string{"A/n=1", "A/n=1-8"},
			[]rowLabel{{"A n=1", "A"}, {"A n=1", "gomaxprocs=8"}}, ""},
		{"a default left out", true, []string{"A", "A/seed=2"}, []rowLabel{{"A", "A"}, {"A", "seed=2"}}, ""},
		{"a workload in two places", true, []string{"A/n=1", "B", "A/n=2"},
			[]rowLabel{{"", "A n=1"}, {"", "B"}, {"", "A n=2"}}, ""},
		{"not full names", false, []string{"A/n=1-2", ""}, []rowLabel{{"", "A/n=1-2"}, {"", "(none)"}}, ""},
		{"an escape sequence", true, []string{"A/\x1b[31m=\u202e"}, []rowLabel{{"", "A \ufffd[31m=\ufffd"}}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var rows []Row
			for _, name := range test.rows {
				rows = append(rows, Row{Name: name})
			}
			got, procs := rowLabels(rows, test.full)
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(rowLabel{})); diff != "" || procs != test.procs {
				t.Errorf("GOMAXPROCS %q, want %q; labels (-want +got):\n%s", procs, test.procs, diff)
			}
		})
	}
}

// TestCellCode is what keeps a name from a pull request a name.
func TestCellCode(t *testing.T) {
	for in, want := range map[string]string{
		"MatMul n=1":          "`MatMul n=1`",
		"a|b":                 "`a\\|b`",
		"a`b":                 "`` a`b ``",
		"``":                  "``` `` ```",
		"<b>@team www.x.org":  "`<b>@team www.x.org`",
		"two\nlines\r\x1b[0m": "`two\ufffdlines\ufffd\ufffd[0m`",
		" ":                   "",
	} {
		if got := cellCode(in); got != want {
			t.Errorf("cellCode(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"goos,cpu": "goos,cpu", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$(x)": "'$(x)'", "*": "'*'",
	} {
		if got := quote(in); got != want {
			t.Errorf("quote(%q) = %s, want %s", in, got, want)
		}
	}
}
