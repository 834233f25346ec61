package changepoint

import (
	"fmt"
	"testing"
)

// BenchmarkFind finds the points of whole trends. The metric ns/value tells
// how its time grows with their length.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{100, 1000, 10000, 100000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			values := changing(1, n, 0.03)
			for b.Loop() {
				find(b, values, Defaults)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
		})
	}
}

// BenchmarkAppend adds a value to a trend of n and judges it.
func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			values := changing(1, n, 0.03)
			var trend *Trend
			for i := 0; b.Loop(); i++ {
				// Every window anew, lest the trend grow with the time of measuring.
				if i%Defaults.Window == 0 {
					b.StopTimer()
					trend = newTrend(b, Defaults, values)
					b.StartTimer()
				}
				appendTo(b, trend, values[i%n])
				trend.Points()
			}
		})
	}
}
