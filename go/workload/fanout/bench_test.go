package fanout

import (
	"testing"
	"time"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkFanOut(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Tally], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Requests: p.Int("requests"),
			Children: p.Int("children"),
			Outcome:  Outcome(p.String("outcome")),
			Timeout:  time.Duration(p.Int("timeout")) * time.Millisecond,
			Work:     p.Int("work"),
			Seed:     p.Int("seed"),
			Now:      time.Now,
		})
	})
}
