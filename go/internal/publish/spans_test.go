package publish

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/publish/shard"
)

// Each machine meets some of the commits: two changes have a span in common only
// where no commit lies in one and not in the other.
func TestSpans(t *testing.T) {
	hashes := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	places := []int{0, 1, 1, 2, 3, 4, 5, 6, 7} // the commit b was measured twice
	change := func(from, at int, spark ...int) ChangeAt {
		return ChangeAt{Spark: spark, Change: shard.Change{From: from, At: at}}
	}
	changes := []ChangeAt{change(0, 8, 1), change(4, 6), change(4, 6, 1), change(4, 5), change(1, 2)}
	got := spans(changes, hashes, places, map[string]Commit{"e": {Author: "Ada", Subject: "docs: a word"}})
	want := []Span{
		{From: 0, To: 7, Base: "a", Head: "h", Commits: []Subject{{Hash: "h"}, {Hash: "g"}, {Hash: "f"}, {"e", "Ada", "docs: a word"}, {Hash: "d"}}},
		{From: 3, To: 5, Base: "d", Head: "f", Commits: []Subject{{Hash: "f"}, {"e", "Ada", "docs: a word"}}},
		{From: 3, To: 4, Base: "d", Head: "e"},
		{From: 1, To: 1, Base: "b", Head: "b"}, // between two runs of one commit lies none
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i, span := range []int{0, 1, 1, 2, 3} {
		if changes[i].Span != span {
			t.Errorf("change %d has the span %d, want %d", i, changes[i].Span, span)
		}
	}
}
