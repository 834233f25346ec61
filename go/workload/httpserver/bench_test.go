package httpserver

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkHTTPServer(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[*Attack], error) {
		p.String("exec", "goroutine")
		config := Config{
			Rate:     p.Int("rate"),
			Duration: p.Int("duration"),
			File:     p.String("file"),
		}
		var err error
		if config.Counterpart, err = workload.Counterpart(); err != nil {
			return nil, err
		}
		return New(config)
	})
}
