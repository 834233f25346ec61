package pipeline

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkPipeline(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Receipt], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Between:  Between(p.String("between")),
			Stages:   p.Int("stages"),
			Messages: p.Int("messages"),
			Capacity: p.Int("capacity"),
			Seed:     p.Int("seed"),
		})
	})
}
