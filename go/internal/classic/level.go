package classic

import (
	"math"

	"github.com/cobench/cobench/go/internal/changepoint"
)

// A Rise is a series whose level went up on the default branch and has not come
// back.
type Rise struct {
	Series
	From, To string  // commits: the last before it and the first after
	Ratio    float64 // of the level now to the one before
	P        float64
}

// Rises finds the series that have risen by more than a part among their newest
// values, and tells of each the first
// rise that has not come back. What returned to its level is none.
func Rises(all []Series, effect float64) ([]Rise, error) {
	options := changepoint.Defaults
	options.MinEffect = effect
	var rises []Rise
	for _, s := range all {
		if len(s.Values) < fewest {
			continue
		}
		newest := s.Values[max(0, len(s.Values)-4*options.Window):]
		var ratios []float64
		for _, v := range newest {
			ratios = append(ratios, v.Ratio)
		}
		points, err := changepoint.Find(ratios, options)
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			if p.Ratio <= 1 || math.IsInf(p.Ratio, 0) {
				continue
			}
			if now := points[len(points)-1].After.Mean / p.Before.Mean; now > 1+effect {
				rises = append(rises, Rise{s, newest[p.Index-1].Commit, newest[p.Index].Commit, now, p.P})
			}
			break
		}
	}
	return rises, nil
}
