package publish_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/publish"
)

// Each night judges two commits with benchmarks of unchanged code in them, and others
// that were made slower on purpose. The first count as live false alarms, and none of
// them is news.
func TestLiveAlarms(t *testing.T) {
	root, cache := t.TempDir(), t.TempDir()
	for _, id := range []string{
		"calibrate/2026/01/aaaaaaa-1-identical-a", "calibrate/2026/01/aaaaaaa-1-identical-b", // two jobs of a night
		"calibrate/2026/01/aaaaaaa-2-identical-a", "calibrate/2026/01/aaaaaaa-2-canary-25-a",
		"calibrate/2026/01/aaaaaaa-3-identical-a", "calibrate/2026/01/aaaaaaa-3-recording-a",
		"manual/2026/01/aaaaaaa-4-identical-a",
	} {
		if err := packFile(filepath.Join(root, id)+".txt.gz", recorded("2026-01-01T00:00:00Z")); err != nil {
			t.Fatal(err)
		}
	}
	judge := func(path string) (*publish.Judged, error) {
		j := of("slower", "PingPong", 1.25)
		switch {
		case strings.Contains(path, "-1-identical-b"):
			j.Alike, j.Called = 7, 1
		case strings.Contains(path, "identical") && !strings.Contains(path, "-3-"): // the third night everything had changed
			j.Alike = 7
		}
		return j, nil
	}
	for range 2 { // the second time by the cache
		index, err := publish.Publish(root, t.TempDir(), publish.Options{Cache: cache, Judge: judge})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&publish.Count{Count: 1, Of: 2}, index.Live); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if len(index.Verdicts) != 1 || !strings.HasPrefix(index.Verdicts[0].Run, "manual/") {
			t.Errorf("verdicts %+v, want that of the manual run alone", index.Verdicts)
		}
	}
}
