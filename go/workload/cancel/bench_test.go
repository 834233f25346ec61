package cancel

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkCancel(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[int], error) {
		p.String("exec", "goroutine")
		return New(Config{Children: p.Int("children")})
	})
}
