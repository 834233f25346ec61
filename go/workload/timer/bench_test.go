package timer

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkTimer(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Ends], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Action:   Action(p.String("action")),
			Sleepers: p.Int("sleepers"),
			Delay:    p.Int("delay"),
		})
	})
}
