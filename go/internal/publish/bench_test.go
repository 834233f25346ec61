package publish_test

import (
	"testing"

	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/publish/synthetic"
)

// BenchmarkPublish publishes a history of 300 commits and 300 series from its
// raw files; go run ./cmd/synthetic does so with any size.
func BenchmarkPublish(b *testing.B) {
	o := synthetic.Options{Commits: 300, Series: 300, Samples: 6, Seed: 1}
	history, out, cache := b.TempDir(), b.TempDir(), b.TempDir()
	commits, err := synthetic.Write(history, o, 0)
	if err != nil {
		b.Fatal(err)
	}
	for _, with := range []struct{ name, cache string }{{"raw", ""}, {"cache", cache}} {
		b.Run(with.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := publish.Publish(history, out, publish.Options{Cache: with.cache, Commits: commits}); err != nil {
					b.Fatal(err)
				}
			}
			samples := float64(o.Commits * o.Series * o.Samples)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/samples, "ns/sample")
		})
	}
}
