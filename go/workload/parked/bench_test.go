package parked

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkParked(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Census], error) {
		p.String("exec", "goroutine")
		return New(Config{Tasks: p.Int("tasks")})
	})
}
