package selectfanin

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkSelectFanIn(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[*Receipt], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Channels: p.Int("channels"),
			Messages: p.Int("messages"),
			Capacity: p.Int("capacity"),
			Seed:     p.Int("seed"),
		})
	})
}
