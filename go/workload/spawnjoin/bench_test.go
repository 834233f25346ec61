package spawnjoin

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkSpawnJoin(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[Joined], error) {
		p.String("exec", "goroutine")
		return New(Config{Tasks: p.Int("tasks"), Seed: p.Int("seed")})
	})
}
