package httpclient

import (
	"testing"
	"time"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkHTTPClient(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]Outcome], error) {
		p.String("exec", "goroutine")
		config := Config{
			Requests: p.Int("requests"),
			Limit:    p.Int("limit"),
			Delay:    p.Int("delay"),
			Now:      time.Now,
		}
		var err error
		if config.Counterpart, err = workload.Counterpart(); err != nil {
			return nil, err
		}
		return New(config)
	})
}
