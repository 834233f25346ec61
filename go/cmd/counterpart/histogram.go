package main

import (
	"math"
	"slices"
	"time"
)

// perDecade is how many buckets there are from one power of ten to the next.
const perDecade = 20

// A bucket counts the latencies up to its bound that are above the bound of
// the bucket before it.
type bucket struct {
	Bound int64 `json:"bound-ns"`
	Count int   `json:"count"`
}

// bounds are the upper bounds of all buckets, 10^(i/20) ns rounded down, so
// that histograms can be added up; up to 100 s, which no latency reaches.
var bounds = func() []int64 {
	all := make([]int64, 11*perDecade+1)
	for i := range all {
		decade := int64(math.Pow10(i / perDecade))
		all[i] = int64(float64(decade) * math.Pow(10, float64(i%perDecade)/perDecade))
	}
	return slices.Compact(all)
}()

// histogram counts latencies, which are in ascending order. Buckets that
// nothing fell into are left out.
func histogram(latencies []time.Duration) []bucket {
	var all []bucket
	for _, latency := range latencies {
		i, _ := slices.BinarySearch(bounds, int64(latency))
		bound := bounds[min(i, len(bounds)-1)]
		if n := len(all); n > 0 && all[n-1].Bound == bound {
			all[n-1].Count++
		} else {
			all = append(all, bucket{bound, 1})
		}
	}
	return all
}

// percentile returns the least of the times, which are in ascending order,
// that at least so many percent of them don't exceed: the nearest rank, so
// always one of them; 0 if there are none.
func percentile(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}

func mean(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	var sum time.Duration // of 6 million times 20 s at most: no overflow
	for _, d := range all {
		sum += d
	}
	return sum / time.Duration(len(all))
}
