package latest

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkLatest(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]Receipt], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Pace:        Pace(p.String("pace")),
			Subscribers: p.Int("subscribers"),
			Updates:     p.Int("updates"),
			Seed:        p.Int("seed"),
		})
	})
}
