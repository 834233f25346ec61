package pingpong

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkPingPong(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[*Game], error) {
		p.String("exec", "goroutine")
		return New(Config{Hops: p.Int("hops")})
	})
}
