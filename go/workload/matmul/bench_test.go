package matmul

import (
	"testing"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkMatMul(b *testing.B) {
	workload.Bench(b, func(b *testing.B, p *workload.Params) {
		config := Config{
			Pattern:  Pattern(p.String("pattern")),
			N:        p.Int("n"),
			Workers:  p.Int("workers"),
			Capacity: p.Int("capacity"),
			Kernel:   Kernel(p.String("kernel")),
			Seed:     p.Int("seed"),
		}
		p.String("exec", "goroutine")
		if err := p.Err(); err != nil {
			b.Fatal(err)
		}
		w, err := New(config)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			product := w.Run()
			b.StopTimer()
			if err := w.Check(product); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	})
}
