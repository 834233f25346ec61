package find

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
)

// A listing is one benchmark of a workload, as one side has it.
type listing struct {
	match      string
	parameters []plan.Param
	singleShot bool
	operation  time.Duration
	setup      time.Duration
	problem    string // why it can't be measured
	failed     bool   // when it was run once among others
	broken     bool   // run once, it fails or ends its process
	hung       bool   // run once, it says nothing for too long
	untried    bool   // there was no time to run it once
	was        *plan.Was
}

func (l listing) key() string { return l.match + " " + fmt.Sprint(l.parameters) }

// take joins what both sides have of a workload.
func (f *finder) take(workload string, same bool, onHead, onBase []listing) {
	on := func(list []listing, l listing) (listing, bool) {
		i := slices.IndexFunc(list, func(x listing) bool { return x.key() == l.key() })
		if i < 0 {
			return listing{}, false
		}
		return list[i], true
	}
	all := slices.Clone(onHead)
	for _, l := range onBase {
		if _, known := on(onHead, l); !known {
			all = append(all, l)
		}
	}
	head, base := f.sides.Of(plan.Head), f.sides.Of(plan.Base)
	for _, l := range all {
		b := f.benchmark(workload, l)
		if !f.chosen.match(b) {
			continue
		}
		h, here := on(onHead, l)
		before, there := on(onBase, l)
		b.Found.Was = before.was
		skip := func(side, reason string) {
			f.finds.Skips = append(f.finds.Skips, plan.Skip{Benchmark: b, Reason: reason, Side: side})
		}
		candidate := func(runs listing) {
			f.finds.Candidates = append(f.finds.Candidates, plan.Candidate{Benchmark: b, Operation: runs.operation, Setup: runs.setup, Identical: same})
		}
		switch {
		case l.broken && (runsOthers(all, l.match) || l.match == unlisted && len(onBase) > 0):
			// What it runs has a row each.
		case here && there && h.broken && !before.broken && (before.problem == "" || before.untried):
			candidate(before) // so that the samples show which side fails
		case here && there && h.hung && before.problem == "" && !before.untried:
			reason := fmt.Sprintf("%s; on base, run once, it takes %v", h.problem, (before.operation + before.setup).Round(time.Microsecond))
			f.finds.Skips = append(f.finds.Skips, plan.Skip{Benchmark: b, Reason: reason, Failed: true})
		case !here && head.Failed[workload] == "":
			switch ended, ok := endedIn(onHead, l.match); {
			case ok && ended.broken && before.problem == "":
				candidate(before)
			case ok:
				skip("", ended.problem)
			default:
				skip(plan.Head, "head does not have it")
			}
		case here && h.problem != "":
			skip("", h.problem)
		case there && before.problem != "":
			skip("", "on base: "+before.problem)
		default:
			_, ended := endedIn(onBase, l.match)
			b.Found.New = !there && !ended && base != nil && base.Failed[workload] == ""
			candidate(h)
		}
	}
}

// has tells whether a benchmark of that name, or one that it runs, is in a list.
func has(list []listing, match string) bool {
	return runsOthers(list, match) || slices.ContainsFunc(list, func(l listing) bool { return l.match == match })
}

// runsOthers tells whether a benchmark of that name runs others of a list.
func runsOthers(list []listing, match string) bool {
	return slices.ContainsFunc(list, func(l listing) bool { return strings.HasPrefix(l.match, match+"/") })
}

// endedIn is the benchmark of the same function in which its list ends early: nobody
// knows whether there are more behind it.
func endedIn(list []listing, match string) (listing, bool) {
	function, _, _ := strings.Cut(match, "/")
	for _, l := range list {
		if own, _, _ := strings.Cut(l.match, "/"); (own == function || own == unlisted) && (l.broken || l.untried) {
			return l, true
		}
	}
	return listing{}, false
}

// brokenTops are the functions of base with benchmarks that head breaks.
func brokenTops(onHead, onBase []listing) []string {
	var tops []string
	for _, l := range onHead {
		if top, _, _ := strings.Cut(l.match, "/"); (l.broken || l.hung) && has(onBase, top) && !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
	}
	return tops
}
