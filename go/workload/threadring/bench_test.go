package threadring

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkThreadRing(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Tour], error) {
		p.String("exec", "goroutine")
		return New(Config{Hops: p.Int("hops"), Ring: p.Int("ring")})
	})
}
