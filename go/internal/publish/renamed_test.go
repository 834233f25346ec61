package publish_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/results"
)

// A benchmark that has another name since the middle of the history has one trend,
// whose change is found in it; a run with both names counts the present one.
func TestRenamedBenchmarksKeepTheirTrend(t *testing.T) {
	root, cache := t.TempDir(), t.TempDir()
	const n, change = 40, 21
	for i := range n {
		hash, at := fmt.Sprintf("%040x", i+1), time.Unix(int64(i)*3600, 0).UTC()
		names := []string{"Encode/size=1-2"}
		if i >= n/2 {
			names[0] = "Marshal/size=1-2"
		}
		if i == n/2 { // the commit that renames has both
			names = append(names, "Encode/size=1-2")
		}
		ns := 100 * (1 + 0.003*float64(i%7))
		if i >= change {
			ns *= 1.25
		}
		text := strings.NewReplacer("commit: aaaa", "commit: "+hash, "2026-01-02T03:04:05Z", at.Format(time.RFC3339)).Replace(head)
		for _, name := range names {
			text += strings.Repeat(fmt.Sprintf("Benchmark%s 1 %g ns/op\n", name, ns), 6)
		}
		if err := packFile(filepath.Join(root, "main/1970/01", fmt.Sprintf("%s-%d-1.txt.gz", hash, i)), text); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		renamed results.Renames
		series  int
		changes int
	}{
		{nil, 2, 0}, // one value before the change is no level
		{results.Renames{{From: "Encode", To: "Marshal"}}, 1, 1},
		{nil, 2, 0}, // by the cache of other names
	} {
		index, err := publish.Publish(root, t.TempDir(), publish.Options{Cache: cache, Renamed: test.renamed})
		if err != nil {
			t.Fatal(err)
		}
		if len(index.Trends.Series) != test.series || len(index.Trends.Changes) != test.changes || len(index.Skipped) > 0 {
			t.Errorf("%v: %d series, %+v, %+v, want %d and %d changes", test.renamed, len(index.Trends.Series), index.Trends.Changes, index.Skipped, test.series, test.changes)
		}
		if test.changes == 1 && (index.Trends.Changes[0].Place != change || !strings.HasPrefix(index.Trends.Names[0], "Marshal")) {
			t.Errorf("%+v of %+v, want a change of Marshal at %d", index.Trends.Changes[0], index.Trends.Names, change)
		}
	}
}
