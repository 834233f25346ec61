package channel

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
	"github.com/cobench/cobench/go/workload/delivery"
)

func BenchmarkChannel(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]*delivery.Receipt], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Topology: Topology(p.String("topology")),
			Capacity: p.IntOr("capacity", "unlimited", Unlimited),
			Messages: p.Int("messages"),
			Parties:  p.Int("parties"),
			Seed:     p.Int("seed"),
		})
	})
}
