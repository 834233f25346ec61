package counter

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkCounter(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[int64], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Variant:    Variant(p.String("variant")),
			Increments: p.Int("increments"),
			Workers:    p.Int("workers"),
			Seed:       p.Int("seed"),
		})
	})
}
