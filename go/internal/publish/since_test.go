package publish_test

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/publish"
)

// A slow drift of 1 % a commit is no change point; the list tells how far it has gone
// since the last release, by git's dates, with the cache and without.
func TestSinceTheLastRelease(t *testing.T) {
	root, cache := t.TempDir(), t.TempDir()
	const n, release = 30, 19
	commits := map[string]publish.Commit{}
	hash := func(i int) string { return fmt.Sprintf("%040x", i+1) }
	for i := range n {
		at := time.Unix(int64(i)*3600, 0).UTC()
		commits[hash(i)] = publish.Commit{Subject: "x", Time: at}
		ns := 100.0
		if i > release {
			ns += float64(i - release)
		}
		text := strings.NewReplacer("commit: aaaa", "commit: "+hash(i), "2026-01-02T03:04:05Z", at.Add(time.Hour*1000).Format(time.RFC3339)).Replace(head) +
			strings.Repeat(fmt.Sprintf("BenchmarkEncode-2 1 %g ns/op\n", ns), 6)
		if err := packFile(filepath.Join(root, "main/1970/01", fmt.Sprintf("%s-%d-1.txt.gz", hash(i), i)), text); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		release publish.Release
		tag     string
		want    float64
	}{
		{publish.Release{}, "", 0},
		{publish.Release{Tag: "v1.2.0", Commit: hash(release)}, "v1.2.0", 1.08}, // the middle of the last five values
		{publish.Release{Tag: "v1.3.0", Commit: hash(release + 7)}, "v1.3.0", 1.0286},
		{publish.Release{Tag: "v1.4.0", Commit: hash(n - 1)}, "v1.4.0", 0}, // nothing is newer
		{publish.Release{Tag: "v9", Commit: strings.Repeat("f", 40)}, "", 0},
	} {
		out := t.TempDir()
		index, err := publish.Publish(root, out, publish.Options{Cache: cache, Commits: commits, Release: test.release})
		if err != nil {
			t.Fatal(err)
		}
		var list struct{ Release []float64 }
		if err := json.Unmarshal(content(t, filepath.Join(out, "trends/overview.json.gz"), true), &list); err != nil {
			t.Fatal(err)
		}
		// Trends keep their values to 0.1 %.
		if len(list.Release) != 1 || math.Abs(list.Release[0]-test.want) > 0.002 || index.Release != test.tag {
			t.Errorf("%v: %v since %q, want %v since %q", test.release, list.Release, index.Release, test.want, test.tag)
		}
	}
}
