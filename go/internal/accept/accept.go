// Package accept takes those alarms out of a report that a project has accepted
// beforehand, in its cobench.yaml.
//
// In go a report, the entries and today's date; out comes the same report, in which
// an accepted slowdown has the verdict accepted and its reason, and with a note on
// each entry that has expired or names no benchmark. It turns slower into accepted
// and faster into accepted, and nothing else: no alarm comes of it.
package accept

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/results"
)

// Apply marks what is accepted on a day, and notes the entries that are of no use.
func Apply(r *report.Report, a config.Accept, today time.Time) error {
	if r == nil || len(a.Accepted)+len(a.Thresholds) == 0 {
		return nil
	}
	if _, err := a.Check(); err != nil {
		return fmt.Errorf("%s: %w", config.ProjectFile, err)
	}
	for _, x := range a.Accepted {
		e := entry{Accepted: x, names: names(x.Benchmark)}
		day, err := x.Day()
		if err != nil {
			return err
		}
		if !today.Before(day.AddDate(0, 0, 1)) {
			r.Notes = append(r.Notes, fmt.Sprintf("accepted %s has expired on %s: %s", x.Benchmark, x.Until, x.Reason))
			continue
		}
		if !e.apply(r) {
			r.Notes = append(r.Notes, fmt.Sprintf("accepted %s names no benchmark of this report", x.Benchmark))
		}
	}
	for _, t := range a.Thresholds {
		if !threshold(r, t) {
			r.Notes = append(r.Notes, fmt.Sprintf("threshold %s names no benchmark of this report", t.Benchmark))
		}
	}
	r.Sort()
	return nil
}

// names matches whole names.
func names(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

var processors = regexp.MustCompile(`-[0-9]+$`)

// matches tells whether a row is meant: by its name as it is, or as it was before what
// is no plain letter was written as %XX.
func matches(names *regexp.Regexp, x report.Row) bool {
	name := processors.ReplaceAllString(x.Benchmark, "")
	plain, err := url.PathUnescape(name)
	return names.MatchString(name) || err == nil && names.MatchString(plain)
}

// An entry is an accepted slowdown.
type entry struct {
	config.Accepted
	names *regexp.Regexp
}

// apply returns whether the entry names anything.
func (e entry) apply(r *report.Report) bool {
	used := false
	why := fmt.Sprintf("up to %s until %s: %s", percent(e.Ceiling), e.Until, e.Reason)
	if e.Link != "" {
		why += " " + e.Link
	}
	for i := range r.Rows {
		x := &r.Rows[i]
		if !matches(e.names, *x) {
			continue
		}
		used = true
		switch e.Unit {
		case results.AllocsPerOp, results.BytesPerOp:
			e.acceptCount(x, why)
		default:
			// What is above the ceiling has to be shown, as any alarm has to.
			if x.Verdict == report.Slower && x.Low != nil && *x.Low <= 1+e.Ceiling {
				mark(x, why)
			}
		}
	}
	if e.Unit != results.AllocsPerOp && e.Unit != results.BytesPerOp {
		groups(r, report.Slower, func(g, member report.Row) (string, bool) {
			return why, matches(e.names, member) && g.Low != nil && *g.Low <= 1+e.Ceiling
		})
	}
	return used
}

// acceptCount accepts more allocations, or more bytes.
func (e entry) acceptCount(x *report.Row, why string) {
	verdict := report.MoreAllocations
	if e.Unit == results.BytesPerOp {
		verdict = report.MoreBytes
	}
	for _, c := range x.Counts {
		if x.Allocations == verdict && c.Unit == e.Unit && c.Head <= c.Base*(1+e.Ceiling) {
			x.Allocations = report.AcceptedAllocations
			x.Reason = joined(x.Reason, why)
		}
	}
}

// threshold lets pass what is not shown to be above a threshold, and returns whether
// that names anything.
func threshold(r *report.Report, t config.Threshold) bool {
	used, pattern := false, names(t.Benchmark)
	most := func(x report.Row) float64 {
		effect, fixed := t.Effect()
		if !fixed {
			effect = 2 * x.Spread
		}
		return effect
	}
	below := func(x, of report.Row) (string, bool) {
		effect := most(of)
		return fmt.Sprintf("not above its threshold of %s", percent(effect)),
			x.Low != nil && x.High != nil && *x.Low <= 1+effect && *x.High >= 1/(1+effect)
	}
	for i := range r.Rows {
		x := &r.Rows[i]
		if !matches(pattern, *x) {
			continue
		}
		used = true
		if why, is := below(*x, *x); is && (x.Verdict == report.Slower || x.Verdict == report.Faster) {
			mark(x, why)
		}
	}
	for _, v := range []report.Verdict{report.Slower, report.Faster} {
		groups(r, v, func(g, member report.Row) (string, bool) {
			why, is := below(g, member)
			return why, is && matches(pattern, member)
		})
	}
	return used
}

// groups marks those of a verdict of which every member is let pass.
func groups(r *report.Report, v report.Verdict, pass func(group, member report.Row) (string, bool)) {
	for i := range r.Groups {
		g := &r.Groups[i]
		if g.Verdict != v {
			continue
		}
		members, all, why := 0, true, ""
		for _, x := range r.Rows {
			if x.With != g.Benchmark || x.Runtime != g.Runtime {
				continue
			}
			said, is := pass(*g, x)
			members, all, why = members+1, all && is, said
		}
		if members > 0 && all {
			mark(g, why)
		}
	}
}

func mark(x *report.Row, why string) {
	x.Verdict, x.Reason = report.Accepted, joined(x.Reason, why)
}

func joined(a, b string) string { return strings.TrimPrefix(a+"; "+b, "; ") }

func percent(part float64) string { return fmt.Sprintf("%g %%", math.Round(1000*part)/10) }
