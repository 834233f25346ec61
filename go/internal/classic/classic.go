// Package classic makes what the default branch's headline trends are told by
// outside of the site: the input of github-action-benchmark, whose page and
// alerts many know, and the list of trends that have risen.
//
// In go the trends that publish derives, which the site draws too, so that the
// three can't disagree; out come suites in the format customSmallerIsBetter, one
// for each CPU model and ruler, with the threshold of an alert by how much the
// trends move when nothing changes. Values are ratios to the ruler; a run without
// a ruler is left out.
package classic

import (
	"maps"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/results"
)

// Ruled are the trends that have a ruler, and the files of the runs that have none.
func Ruled(all []publish.Trend) (ruled []publish.Trend, without []string) {
	files := map[string]bool{}
	for _, t := range all {
		t.Benchmark = results.WithoutProcs(t.Benchmark)
		if t.Ruler != "" {
			ruled = append(ruled, t)
			continue
		}
		for _, p := range t.Points {
			files[p.Run+history.Ending] = true
		}
	}
	slices.SortStableFunc(ruled, func(a, b publish.Trend) int {
		return strings.Compare(a.CPU+"\x00"+a.Ruler+"\x00"+a.Benchmark+"\x00"+a.Runtime, b.CPU+"\x00"+b.Ruler+"\x00"+b.Benchmark+"\x00"+b.Runtime)
	})
	return ruled, slices.Sorted(maps.Keys(files))
}
