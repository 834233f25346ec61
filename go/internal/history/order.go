package history

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// An Order is when commits were made, by their full hashes; later in the branch
// is later here.
type Order map[string]time.Time

// A Measured file of a trend: of which commit, when, and which file.
type Measured struct {
	Commit string // full hash, perhaps marked dirty
	Date   time.Time
	ID     string
}

// Sort puts what was measured into the order in which the commits were made:
// what a night measures of an older commit belongs where that commit does. What
// git doesn't know stands where it was measured.
func Sort[T any](items []T, order Order, of func(T) Measured) {
	type placed struct {
		item T
		at   time.Time
		Measured
	}
	all := make([]placed, len(items))
	for i, item := range items {
		m := of(item)
		m.Commit = strings.TrimSuffix(m.Commit, "-dirty")
		at, known := order[m.Commit]
		if !known {
			at = m.Date
		}
		all[i] = placed{item, at, m}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.Commit, b.Commit), a.Date.Compare(b.Date), strings.Compare(a.ID, b.ID))
	})
	for i, p := range all {
		items[i] = p.item
	}
}
