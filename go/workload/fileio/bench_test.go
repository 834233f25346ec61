package fileio

import (
	"testing"
	"time"

	"github.com/cobench/cobench/go/workload"
)

func BenchmarkFileIO(b *testing.B) {
	workload.Bench(b, func(p *workload.Params) (workload.Operation[[]Outcome], error) {
		p.String("exec", "goroutine")
		return New(Config{
			Files: p.Int("files"),
			Limit: p.Int("limit"),
			Size:  p.Int("size"),
			Sync:  Sync(p.String("sync")),
			Seed:  p.Int("seed"),
			Now:   time.Now,
		})
	})
}
