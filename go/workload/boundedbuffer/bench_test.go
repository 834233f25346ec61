package boundedbuffer

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
	"github.com/cobench/cobench/go/workload/delivery"
)

func BenchmarkBoundedBuffer(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]*delivery.Receipt], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Capacity:  p.Int("capacity"),
			Producers: p.Int("producers"),
			Consumers: p.Int("consumers"),
			Items:     p.Int("items"),
			Seed:      p.Int("seed"),
		})
	})
}
