// Package figure holds the values that a workload reports besides its time.
package figure

import (
	"slices"
	"strconv"
	"time"
)

// A Figure is a value with the unit that it is printed with: p99-ns, lost-updates/op.
type Figure struct {
	Value float64
	Unit  string
}

// Percentiles returns p50-ns, p99-ns, … of latencies, which it sorts, one for each rank from 1 to 100; that of 100 is called max-ns.
// None if there are no latencies.
//
// It is the nearest rank: the least of the latencies that are not below rank percent of all.
func Percentiles(latencies []time.Duration, ranks ...int) []Figure {
	if len(latencies) == 0 {
		return nil
	}
	slices.Sort(latencies)
	figures := make([]Figure, len(ranks))
	for i, rank := range ranks {
		name := "p" + strconv.Itoa(rank)
		if rank == 100 {
			name = "max"
		}
		at := (len(latencies)*rank + 99) / 100
		figures[i] = Figure{float64(latencies[at-1].Nanoseconds()), name + "-ns"}
	}
	return figures
}
