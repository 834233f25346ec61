package pileibniz

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkPiLeibniz(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Sum], error) {
		p.String("exec", "goroutine")
		return New(Config{Method: Method(p.String("method")), Terms: p.Int("terms"), Grain: p.Int("grain")})
	})
}
