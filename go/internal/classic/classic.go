// Package classic makes the input of github-action-benchmark, whose page and
// alerts many know: the headline series of the default branch, as ratios to the
// ruler, one suite for each CPU model.
//
// In goes the history, out come suites in the format customSmallerIsBetter,
// with the threshold of an alert by how much the series move when nothing
// changes. What was measured without a ruler is left out, and told.
package classic

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/results"
)

// A Value is what one job measured of a series.
type Value struct {
	Entry  history.Entry
	Commit string // full hash
	Date   time.Time
	Ratio  float64 // of the median time of an operation to the ruler's
	Spread float64 // of the samples: half their interquartile range to their median
	Count  int
}

// A Series is a benchmark on a runtime, on one CPU model with one ruler.
type Series struct {
	CPU, Ruler, Runtime, Benchmark string
	Values                         []Value // in the order of the commits
}

// Read returns the headline series of the default branch: those of the
// workloads named, in the order of its commits. It tells of each job that has no
// ruler, and of each file that can't be shown.
func Read(root string, workloads []string, order history.Order) (all []Series, notes []string, err error) {
	entries, strays, err := history.List(root)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range strays {
		notes = append(notes, s.Reason+": left out of the classic page")
	}
	type key struct{ cpu, ruler, runtime, benchmark string }
	series := map[key]*Series{}
	for _, e := range entries {
		if e.Kind != history.Main {
			continue
		}
		text, err := history.Read(root, e)
		var found []Series
		if err == nil {
			found, err = read(e, text, workloads)
		}
		var disk *fs.PathError
		if errors.As(err, &disk) { // what can't be read is never taken for empty
			return nil, nil, err
		} else if err != nil {
			notes = append(notes, err.Error()+": left out of the classic page")
			continue
		}
		for _, f := range found {
			k := key{f.CPU, f.Ruler, f.Runtime, f.Benchmark}
			if series[k] == nil {
				series[k] = &Series{CPU: f.CPU, Ruler: f.Ruler, Runtime: f.Runtime, Benchmark: f.Benchmark}
			}
			series[k].Values = append(series[k].Values, f.Values...)
		}
	}
	for _, s := range series {
		history.Sort(s.Values, order, func(v Value) history.Measured {
			return history.Measured{Commit: v.Commit, Date: v.Date, ID: v.Entry.ID()}
		})
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Series) int {
		return cmp.Or(strings.Compare(a.CPU, b.CPU), strings.Compare(a.Ruler, b.Ruler), strings.Compare(a.Benchmark, b.Benchmark), strings.Compare(a.Runtime, b.Runtime))
	})
	return all, notes, nil
}

// read takes the series of one file, with one value each.
func read(e history.Entry, text []byte, workloads []string) ([]Series, error) {
	samples := map[[2]string][]float64{}
	lines := results.NewReader(bytes.NewReader(text), e.Path())
	for lines.Scan() {
		record := lines.Result()
		workload, _, _ := strings.Cut(string(record.Name), "/")
		seconds, ok := record.Value("sec/op")
		if !ok || seconds <= 0 || !slices.Contains(workloads, workload) {
			continue
		}
		key := [2]string{record.GetConfig("runtime"), procs.ReplaceAllString(string(record.Name), "")}
		samples[key] = append(samples[key], seconds)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(samples) == 0 {
		return nil, nil
	}
	from := lines.Origin()
	if from.Ruler.Seconds == 0 {
		return nil, fmt.Errorf("%s: no ruler was measured beside it", e.Path())
	}
	date, _ := time.Parse(time.RFC3339, from.Date) // none is the beginning of time
	var found []Series
	for key, values := range samples {
		slices.Sort(values)
		median := quantile(values, 0.5)
		found = append(found, Series{CPU: from.Machine.CPU, Ruler: from.Ruler.Number, Runtime: key[0], Benchmark: key[1], Values: []Value{{
			Entry: e, Commit: from.Commit, Date: date, Ratio: median / from.Ruler.Seconds, Spread: (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median, Count: len(values),
		}}})
	}
	return found, nil
}

// procs ends a benchmark's name.
var procs = regexp.MustCompile(`-[0-9]+$`)

// quantile of sorted values, between them linearly.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (at-float64(below))*(sorted[above]-sorted[below])
}
