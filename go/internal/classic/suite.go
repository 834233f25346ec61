package classic

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/history"
)

// A Suite is what github-action-benchmark is given at a time: the values of one
// commit on one CPU model, which it keeps under the suite's name.
type Suite struct {
	Name      string `json:"name"`
	Commit    string `json:"commit"`
	File      string `json:"file"`
	Threshold string `json:"threshold"` // of the ratio to the value before, such as 115%
	Points    []byte `json:"-"`         // customSmallerIsBetter
}

type point struct {
	Name  string  `json:"name"`
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
	Range string  `json:"range"`
	Extra string  `json:"extra"`
}

// A Late count says how many commits a suite can't get any more: the page can
// only be added to at its end, and has younger ones already.
type Late struct {
	Suite   string
	Commits int
}

// Left is what the history has and the page lacks: the oldest commits first, so
// many suites at most. What git doesn't know, where it knows anything, is no part
// of the branch any more, and is left out; so is what comes too late.
func Left(all []Series, page Page, order history.Order, most int) (left []Suite, late []Late, err error) {
	commits := map[string][]*told{} // of each suite, in their order
	for name, values := range bySuite(all) {
		history.Sort(values, order, func(v placed) history.Measured {
			return history.Measured{Commit: v.Commit, Date: v.Date, ID: v.Entry.ID()}
		})
		commits[name] = values.commits(order)
	}
	var pending []*told
	for _, name := range slices.Sorted(maps.Keys(commits)) {
		there := map[string]bool{}
		for _, c := range page[name] {
			there[c] = true
		}
		last := -1
		for i, c := range commits[name] {
			if there[c.Commit] {
				last = i
			}
		}
		missed := 0
		for i, c := range commits[name] {
			switch {
			case i > last:
				c.name = name
				pending = append(pending, c)
			case !there[c.Commit]:
				missed++
			}
		}
		if missed > 0 {
			late = append(late, Late{name, missed})
		}
	}
	history.Sort(pending, order, func(t *told) history.Measured { return t.Measured })
	for _, t := range pending[:min(len(pending), most)] {
		suite, err := t.suite()
		if err != nil {
			return nil, nil, err
		}
		left = append(left, suite)
	}
	return left, late, nil
}

// A placed value is one with its place in its series.
type placed struct {
	Value
	series *Series
	at     int
}

type placedValues []placed

// bySuite deals the values out: a suite for each CPU model and ruler.
func bySuite(all []Series) map[string]placedValues {
	suites := map[string]placedValues{}
	for s := range all {
		name := all[s].CPU + ", ruler " + all[s].Ruler
		for i, v := range all[s].Values {
			suites[name] = append(suites[name], placed{v, &all[s], i})
		}
	}
	return suites
}

// told is what a suite is told of one commit.
type told struct {
	history.Measured
	name   string
	values []placed // one of each series
}

// commits are those of a suite's values: of each series the value that was
// measured first, for that is the one that the page got when it was new.
func (values placedValues) commits(order history.Order) []*told {
	var all []*told
	byCommit := map[string]*told{}
	for _, v := range values {
		if _, known := order[v.Commit]; !known && len(order) > 0 {
			continue
		}
		t := byCommit[v.Commit]
		if t == nil {
			t = &told{Measured: history.Measured{Commit: v.Commit, Date: v.Date, ID: v.Entry.ID()}}
			byCommit[v.Commit] = t
			all = append(all, t)
		}
		if !slices.ContainsFunc(t.values, func(p placed) bool { return p.series == v.series }) {
			t.values = append(t.values, v)
		}
	}
	return all
}

func (t *told) suite() (Suite, error) {
	var points []point
	var noise []float64
	for _, v := range t.values {
		points = append(points, point{
			Name: v.series.Benchmark + " " + v.series.Runtime, Unit: "times the ruler", Value: v.Ratio,
			Range: fmt.Sprintf("± %.1f %%", 100*v.Spread), Extra: fmt.Sprintf("%d samples, commit %s", v.Count, v.Commit),
		})
		if sigma, ok := wobble(v.series.Values[:v.at]); ok {
			noise = append(noise, sigma)
		}
	}
	slices.SortFunc(points, func(a, b point) int { return strings.Compare(a.Name, b.Name) })
	text, err := json.MarshalIndent(points, "", " ")
	return Suite{Name: t.name, Commit: t.Commit, File: file(t.name + " " + t.Commit), Threshold: threshold(noise), Points: append(text, '\n')}, err
}

// The threshold of an alert: github-action-benchmark compares one value with one,
// so that both wobble, and it does so for each series of each commit.
const (
	noHistory      = "200%" // its own default, until there is something to go by
	leastThreshold = 1.10
	sigmas         = 5
	fewest         = 8  // values
	most           = 50 // the newest
)

func threshold(noise []float64) string {
	if len(noise) == 0 {
		return noHistory
	}
	worst := slices.Max(noise)
	return fmt.Sprintf("%.0f%%", math.Ceil(100*max(leastThreshold, math.Exp(sigmas*worst))))
}

// wobble is the standard deviation of a step from one value to the next, as far
// as it is noise: of the logs, by their median, which a step or two that are
// none do not move.
func wobble(values []Value) (float64, bool) {
	values = values[max(0, len(values)-most):]
	if len(values) < fewest {
		return 0, false
	}
	var steps []float64
	for i := range values[1:] {
		steps = append(steps, math.Abs(math.Log(values[i+1].Ratio/values[i].Ratio)))
	}
	slices.Sort(steps)
	const normal = 0.6745 // the median of the absolute values of a normal distribution
	return quantile(steps, 0.5) / normal, true
}

var notWord = regexp.MustCompile(`[^a-z0-9]+`)

func file(name string) string {
	return strings.Trim(notWord.ReplaceAllString(strings.ToLower(name), "-"), "-") + ".json"
}
