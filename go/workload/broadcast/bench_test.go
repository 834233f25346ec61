package broadcast

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkBroadcast(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]*Receipt], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Subscribers: p.Int("subscribers"),
			Messages:    p.Int("messages"),
			Capacity:    p.Int("capacity"),
			Replay:      p.Int("replay"),
			Seed:        p.Int("seed"),
		})
	})
}
