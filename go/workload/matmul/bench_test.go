package matmul

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkMatMul(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Product], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Pattern:  Pattern(p.String("pattern")),
			N:        p.Int("n"),
			Workers:  p.Int("workers"),
			Capacity: p.Int("capacity"),
			Kernel:   Kernel(p.String("kernel")),
			Grain:    Grain(p.String("grain")),
			Seed:     p.Int("seed"),
		})
	})
}
