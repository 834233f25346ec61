package figure

import "time"

// A LatencyRing keeps the newest latencies, so many at most: adding one then allocates nothing, however long a workload runs.
type LatencyRing struct {
	newest []time.Duration
	added  int
}

// NewLatencyRing returns room for the newest 65,536, which is far more than a 99th percentile needs.
func NewLatencyRing() *LatencyRing { return &LatencyRing{newest: make([]time.Duration, 1<<16)} }

// Add takes the place of the oldest, if there is no other.
func (r *LatencyRing) Add(latency time.Duration) {
	r.newest[r.added%len(r.newest)] = latency
	r.added++
}

// Percentiles returns what [Percentiles] does of the latencies, and forgets them.
func (r *LatencyRing) Percentiles(ranks ...int) []Figure {
	figures := Percentiles(r.newest[:min(r.added, len(r.newest))], ranks...)
	r.added = 0
	return figures
}
