package contention

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkContention(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]Tally], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Lock:    Lock(p.String("lock")),
			Permits: p.Int("permits"),
			Entries: p.Int("entries"),
			Workers: p.Int("workers"),
			Work:    p.Int("work"),
			Seed:    p.Int("seed"),
		})
	})
}
