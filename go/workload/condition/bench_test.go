package condition

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkCondition(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[WakeUps], error) {
		p.String("exec", "goroutine")
		return New(Config{Waiters: p.Int("waiters"), Signals: p.Int("signals")})
	})
}
