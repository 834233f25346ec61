package accept

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/report"
)

var today = time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)

func known(pattern string, ceiling float64) config.Accepted {
	return config.Accepted{Benchmark: pattern, Ceiling: ceiling, Reason: "checksums", Link: "https://example.com/1", Until: "2026-11-22"}
}

func row(v report.Verdict, name string, low, high float64) report.Row {
	return report.Row{Verdict: v, Runtime: "go", Benchmark: name, Low: &low, High: &high}
}

func TestAccepted(t *testing.T) {
	unit := func(x config.Accepted, unit string) config.Accepted { x.Unit = unit; return x }
	until := func(x config.Accepted, day string) config.Accepted { x.Until = day; return x }
	counted := row(report.Unchanged, "Encode-8", 0.99, 1.01)
	counted.Allocations, counted.Counts = report.MoreAllocations, []report.Count{{Unit: "allocs/op", Base: 10, Head: 11, Exact: true}}
	for _, test := range []struct {
		name   string
		entry  config.Accepted
		row    report.Row
		want   report.Verdict
		counts report.Verdict
		note   string
	}{
		{"as known", known("Encode", 0.15), row(report.Slower, "Encode-8", 1.05, 1.10), report.Accepted, "", ""},
		{"not shown to be above the ceiling", known("Encode", 0.15), row(report.Slower, "Encode-8", 1.10, 1.30), report.Accepted, "", ""},
		{"above the ceiling", known("Encode", 0.15), row(report.Slower, "Encode-8", 1.16, 1.30), report.Slower, "", ""},
		{"another benchmark", known("Encode", 0.15), row(report.Slower, "Encoder-8", 1.05, 1.10), report.Slower, "", "names no benchmark"},
		{"a name in which something is escaped", known(`Encode/a b`, 0.15), row(report.Slower, "Encode/a%20b", 1.05, 1.10), report.Accepted, "", ""},
		{"expired", until(known("Encode", 0.15), "2026-11-21"), row(report.Slower, "Encode-8", 1.05, 1.10), report.Slower, "", "has expired on 2026-11-21"},
		{"a failure", known("Encode", 100), row(report.Failed, "Encode-8", 1.05, 1.10), report.Failed, "", ""},
		{"nothing to accept", known("Encode", 0.15), row(report.Undecided, "Encode-8", 0.9, 1.10), report.Undecided, "", ""},
		{"allocations", unit(known("Encode", 0.1), "allocs/op"), counted, report.Unchanged, report.AcceptedAllocations, ""},
		{"too many of them", unit(known("Encode", 0.05), "allocs/op"), counted, report.Unchanged, report.MoreAllocations, ""},
		{"bytes", unit(known("Encode", 0.1), "B/op"), counted, report.Unchanged, report.MoreAllocations, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &report.Report{Rows: []report.Row{test.row}}
			if err := Apply(r, config.Accept{Accepted: []config.Accepted{test.entry}}, today); err != nil {
				t.Fatal(err)
			}
			x := r.Rows[0]
			if x.Verdict != test.want || x.Allocations != test.counts {
				t.Errorf("%s, %s", x.Verdict, x.Allocations)
			}
			if x.Verdict == report.Accepted && x.Reason != "up to 15 % until 2026-11-22: checksums https://example.com/1" {
				t.Errorf("%q", x.Reason)
			}
			if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, test.note) || test.note == "" && notes != "" {
				t.Errorf("notes %q, want %q", notes, test.note)
			}
		})
	}
}

func TestThresholds(t *testing.T) {
	noisy := row(report.Slower, "Encode-8", 1.05, 1.2)
	noisy.Spread = 0.04
	for _, test := range []struct {
		name   string
		effect any
		row    report.Row
		want   report.Verdict
	}{
		{"below", 0.1, row(report.Slower, "Encode-8", 1.05, 1.08), report.Accepted},
		{"not shown to be above", 0.1, row(report.Slower, "Encode-8", 1.05, 1.5), report.Accepted},
		{"above", 0.1, row(report.Slower, "Encode-8", 1.11, 1.5), report.Slower},
		{"faster by less", 0.1, row(report.Faster, "Encode-8", 0.8, 0.95), report.Accepted},
		{"faster by more", 0.1, row(report.Faster, "Encode-8", 0.8, 0.9), report.Faster},
		{"by its own noise", config.Learned, noisy, report.Accepted},
		{"without noise", config.Learned, row(report.Slower, "Encode-8", 1.03, 1.2), report.Slower},
		{"no alarm comes of it", 0.0001, row(report.Undecided, "Encode-8", 1.01, 1.5), report.Undecided},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &report.Report{Rows: []report.Row{test.row}}
			if err := Apply(r, config.Accept{Thresholds: []config.Threshold{{Benchmark: "Enc.*", MinimumEffect: test.effect}}}, today); err != nil || r.Rows[0].Verdict != test.want || len(r.Notes) > 0 {
				t.Errorf("%v, %s, %q", err, r.Rows[0].Verdict, r.Notes)
			}
		})
	}
}

// A group is accepted with all of its members, and what is accepted counts no more
// as slower.
func TestAcceptedGroups(t *testing.T) {
	member := func(name string) report.Row {
		x := row(report.Undecided, name, 0.99, 1.2)
		x.With = "Encode"
		return x
	}
	r := &report.Report{Groups: []report.Row{row(report.Slower, "Encode", 1.05, 1.1)}, Rows: []report.Row{member("Encode/a"), member("Encode/b")}}
	accept := config.Accept{Accepted: []config.Accepted{known("Encode/a", 0.15)}}
	if err := Apply(r, accept, today); err != nil || r.Groups[0].Verdict != report.Slower {
		t.Errorf("%v, %+v: want it slower, since one member is not accepted", err, r.Groups[0])
	}
	accept.Accepted[0].Benchmark = "Encode/.*"
	if err := Apply(r, accept, today); err != nil || r.Groups[0].Verdict != report.Accepted || r.Count(report.Slower) != 0 || !strings.HasPrefix(r.Headline(), "1 accepted") {
		t.Errorf("%v, %+v, %s", err, r.Groups[0], r.Headline())
	}
}

// Whatever the entries are, no row becomes an alarm.
func TestNoAlarmComesOfAnything(t *testing.T) {
	alarms := []report.Verdict{report.Slower, report.Failed, report.Faster}
	for _, v := range report.Verdicts {
		for _, low := range []float64{0.5, 0.97, 1, 1.03, 2} {
			r := &report.Report{Rows: []report.Row{row(v, "X", low, low*1.1)}}
			accept := config.Accept{Accepted: []config.Accepted{known(".*", 0.5)}, Thresholds: []config.Threshold{{Benchmark: ".*", MinimumEffect: 0.01}}}
			if err := Apply(r, accept, today); err != nil {
				t.Fatal(err)
			}
			if got := r.Rows[0].Verdict; got != v && slices.Contains(alarms, got) {
				t.Errorf("%s became %s", v, got)
			}
		}
	}
}

func TestWrongEntries(t *testing.T) {
	for want, accept := range map[string]config.Accept{
		`accepted "X": ceiling 0`:                         {Accepted: []config.Accepted{{Benchmark: "X", Reason: "x", Until: "2027-01-01"}}},
		`accepted "X": reason: want one`:                  {Accepted: []config.Accepted{{Benchmark: "X", Ceiling: 1, Until: "2027-01-01"}}},
		`accepted "X": until "soon": want the last day`:   {Accepted: []config.Accepted{{Benchmark: "X", Ceiling: 1, Reason: "x", Until: "soon"}}},
		`accepted "X": unit "ms": want sec/op`:            {Accepted: []config.Accepted{{Benchmark: "X", Unit: "ms", Ceiling: 1, Reason: "x", Until: "2027-01-01"}}},
		`accepted "X": link "javascript:x": want an`:      {Accepted: []config.Accepted{{Benchmark: "X", Ceiling: 1, Reason: "x", Link: "javascript:x", Until: "2027-01-01"}}},
		`accepted "(": benchmark: error parsing regexp`:   {Accepted: []config.Accepted{{Benchmark: "(", Ceiling: 1, Reason: "x", Until: "2027-01-01"}}},
		`threshold "X": minimum-effect much: want more`:   {Thresholds: []config.Threshold{{Benchmark: "X", MinimumEffect: "much"}}},
		`threshold "X": minimum-effect -1: want more tha`: {Thresholds: []config.Threshold{{Benchmark: "X", MinimumEffect: -1.0}}},
	} {
		if err := Apply(&report.Report{}, accept, today); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
