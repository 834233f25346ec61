package allocation

import (
	"testing"
	"time"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkAllocation(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]Tally], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Requests: p.Int("requests"),
			Workers:  p.Int("workers"),
			Nodes:    p.Int("nodes"),
			Live:     p.Int("live"),
			Seed:     p.Int("seed"),
			Now:      time.Now,
		})
	})
}
