package classic

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/stat"
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
	Range string  `json:"range"` // of the 95 % interval; "" where there are too few samples for one
	Extra string  `json:"extra"`
}

// A Late count says how many commits a suite can't get any more: the page can
// only be added to at its end, and has younger ones already.
type Late struct {
	Suite   string
	Commits int
}

// Left is what the history has and the page lacks: the oldest commits first, so
// many suites at most. Where git knows any commit, those that it doesn't know are
// no part of the branch any more, and are left out; so is what comes too late.
func Left(all []publish.Trend, page Page, order history.Order, most int) (left []Suite, late []Late, err error) {
	var pending []*told
	commits := bySuite(all, order)
	for _, name := range slices.Sorted(maps.Keys(commits)) {
		there := map[string]bool{}
		for _, c := range page[name] {
			there[c] = true
		}
		last := -1
		for i, c := range commits[name] {
			if there[c.commit] {
				last = i
			}
		}
		missed := 0
		for i, c := range commits[name] {
			switch {
			case i > last:
				c.name = name
				pending = append(pending, c)
			case !there[c.commit]:
				missed++
			}
		}
		if missed > 0 {
			late = append(late, Late{name, missed})
		}
	}
	slices.SortStableFunc(pending, func(a, b *told) int { return cmp.Compare(a.place, b.place) })
	for _, t := range pending[:min(len(pending), most)] {
		suite, err := t.suite()
		if err != nil {
			return nil, nil, err
		}
		left = append(left, suite)
	}
	return left, late, nil
}

// told is what a suite is told of one commit.
type told struct {
	name   string // of the suite
	commit string
	place  int // of its first run on the axis
	values []value
}

// A value is a point of a trend.
type value struct {
	trend *publish.Trend
	at    int
}

func (v value) point() publish.TrendPoint { return v.trend.Points[v.at] }

// bySuite deals the points out, a suite for each CPU model and ruler, and in each
// its commits in their order. Of a benchmark that a commit has several values of,
// the one that was measured first is told: the page got that when it was new.
func bySuite(all []publish.Trend, order history.Order) map[string][]*told {
	values := map[string][]value{}
	for t := range all {
		name := all[t].CPU + ", ruler " + all[t].Ruler
		for i := range all[t].Points {
			values[name] = append(values[name], value{&all[t], i})
		}
	}
	suites := map[string][]*told{}
	for name, values := range values {
		slices.SortStableFunc(values, func(a, b value) int { return cmp.Compare(a.point().Place, b.point().Place) })
		commits := map[string]*told{}
		for _, v := range values {
			p := v.point()
			if _, known := order[p.Commit]; !known && len(order) > 0 {
				continue
			}
			t := commits[p.Commit]
			if t == nil {
				t = &told{commit: p.Commit, place: p.Place}
				commits[p.Commit] = t
				suites[name] = append(suites[name], t)
			}
			if !slices.ContainsFunc(t.values, func(o value) bool { return seriesName(o.trend) == seriesName(v.trend) }) {
				t.values = append(t.values, v)
			}
		}
	}
	return suites
}

// seriesName is what the page calls a trend in its suite.
func seriesName(t *publish.Trend) string { return t.Benchmark + " " + t.Runtime }

func (t *told) suite() (Suite, error) {
	var points []point
	var noise []float64
	for _, v := range t.values {
		p := v.point()
		spread := ""
		if half := (p.High - p.Low) / 2 / p.Value; !math.IsNaN(half) {
			spread = fmt.Sprintf("± %.1f %%", 100*half)
		}
		points = append(points, point{
			Name: seriesName(v.trend), Unit: "times the ruler", Value: p.Value,
			Range: spread, Extra: fmt.Sprintf("%d samples, commit %s", p.N, p.Commit),
		})
		if sigma, ok := wobble(v.trend.Points[:v.at]); ok {
			noise = append(noise, sigma)
		}
	}
	slices.SortFunc(points, func(a, b point) int { return strings.Compare(a.Name, b.Name) })
	text, err := json.MarshalIndent(points, "", " ")
	return Suite{Name: t.name, Commit: t.commit, File: file(t.name + " " + t.commit), Threshold: threshold(noise), Points: append(text, '\n')}, err
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
func wobble(values []publish.TrendPoint) (float64, bool) {
	values = values[max(0, len(values)-most):]
	if len(values) < fewest {
		return 0, false
	}
	var steps []float64
	for i := range values[1:] {
		steps = append(steps, math.Abs(math.Log(values[i+1].Value/values[i].Value)))
	}
	const normal = 0.6745 // the median of the absolute values of a normal distribution
	return stat.Median(steps) / normal, true
}

var notWord = regexp.MustCompile(`[^a-z0-9]+`)

func file(name string) string {
	return strings.Trim(notWord.ReplaceAllString(strings.ToLower(name), "-"), "-") + ".json"
}
