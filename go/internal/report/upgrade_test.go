package report_test

import (
	"testing"

	"github.com/cobench/cobench/go/internal/report"
)

// The first line names the upgrade, and the command measures it again.
func TestHeadlineOfUpgrade(t *testing.T) {
	r := &report.Report{Profile: "project", Base: "abc", Head: "abc", Upgrades: []string{"jdk=25", "go=1.27.0", "kotlinx-coroutines-core=1.12.0"}, Rows: []report.Row{{Verdict: report.Slower}, {Verdict: report.Faster}}}
	if got, want := r.Headline(), "JDK 25, Go 1.27.0, kotlinx-coroutines-core 1.12.0: 1 slower, 1 faster"; got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
	if got, want := r.Reproduce(), "cobench bench -upgrade jdk=25 -upgrade go=1.27.0 -upgrade kotlinx-coroutines-core=1.12.0 -head abc"; got != want {
		t.Errorf("command %q, want %q", got, want)
	}
	r.Base, r.Upgrades, r.Rows[0].Runtime = "def", r.Upgrades[:1], "jvm-17"
	if got, want := r.Reproduce(), "cobench bench -base def -upgrade jdk=25 -set jdk=17 -head abc"; got != want {
		t.Errorf("command %q, want %q", got, want)
	}
}
