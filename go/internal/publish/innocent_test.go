package publish_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/publish/synthetic"
)

// Who wrote the synthetic history knows which commit made each change: it stands
// among those that the change is put down to, and what came from outside is put
// down to none.
func TestNoInnocentCommitIsBlamed(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	commits, err := synthetic.Write(history, synthetic.Options{Commits: 360, Series: 12, Samples: 2, Seed: 20}, 0)
	if err != nil {
		t.Fatal(err)
	}
	index, err := publish.Publish(history, out, publish.Options{Commits: commits})
	if err != nil {
		t.Fatal(err)
	}
	var block struct{ Hash []string }
	if err := json.Unmarshal(content(t, filepath.Join(out, "trends/commits-0.json.gz"), true), &block); err != nil {
		t.Fatal(err)
	}
	var found, outside, alone int
	for _, c := range index.Trends.Changes {
		span := index.Trends.Spans[c.Span]
		s := index.Trends.Series[c.Series]
		workload, _, _ := strings.Cut(index.Trends.Names[s[0]], "/")
		guilty := false
		for place := span.From + 1; place <= span.To; place++ {
			guilty = guilty || strings.HasPrefix(commits[block.Hash[place]].Subject, workload+":")
		}
		what := fmt.Sprintf("%s of %s between %d and %d", index.Trends.Runtimes[s[1]], workload, span.From, span.To)
		switch {
		case c.Same && guilty:
			t.Errorf("%s: told to be the machine's, and a commit made it", what)
		case c.Same:
			outside++
		case guilty:
			found++
		case !c.Provisional:
			alone++
			t.Logf("%s: no commit of it made this", what)
		}
	}
	t.Logf("%d changes with the commit that made them, %d with none, %d put down to none", found, alone, outside)
	if found < 6 || outside < 2 || alone > found/10 {
		t.Errorf("%d changes with the commit that made them, %d with none, %d put down to none", found, alone, outside)
	}
}
