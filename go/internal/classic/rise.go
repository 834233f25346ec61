package classic

import (
	"slices"

	"github.com/cobench/cobench/go/internal/changepoint"
	"github.com/cobench/cobench/go/internal/publish"
)

// A Rise is a trend whose level went up on the default branch and has not come
// back.
type Rise struct {
	publish.Trend
	From, To string  // commits: the last before it and the first after
	Ratio    float64 // of the level now to the one before
	P, Noise float64 // of the change; how far the values spread around the levels, as a part
}

// newest is how many points of a trend are looked at: a rise further back is old
// news, and somebody has accepted it.
var newest = 4 * changepoint.Defaults.Window

// Rises finds the trends that have risen by more than a part among their newest
// points. It gives of each the first rise that has not come back; what returned
// to its level is none.
func Rises(all []publish.Trend, effect float64) []Rise {
	var rises []Rise
	for _, t := range all {
		for i, c := range t.Changes {
			if c.Index <= len(t.Points)-newest || c.Ratio <= 1 {
				continue
			}
			// Each level is that before the next change.
			now := 1.0
			for _, later := range t.Changes[i:] {
				now *= later.Ratio
			}
			if now > 1+effect {
				// What lies between was left out, for being unsteady.
				last := slices.IndexFunc(t.Points, func(p publish.TrendPoint) bool { return p.Place == c.From })
				rises = append(rises, Rise{t, t.Points[last].Commit, t.Points[c.Index].Commit, now, c.P, c.Noise})
			}
			break
		}
	}
	return rises
}
