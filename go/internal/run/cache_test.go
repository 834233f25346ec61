package run_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/build/buildtest"
)

// A base that does not have the workload yet has nothing to keep, and is no
// mistake; what head was built of is built once.
func TestCacheOfASideWithoutTheWorkload(t *testing.T) {
	p := testPlan("a")
	p.Sides = []plan.Side{{Name: plan.Base, Ref: "old", Commit: "old"}, {Name: plan.Head, Ref: "new", Commit: "new"}}
	cache, builds := filepath.Join(t.TempDir(), "builds"), 0
	for i := range 2 {
		f := &fake{}
		o := options(t, f, p, filepath.Join(t.TempDir(), "run"))
		o.Cache = cache
		o.Source = buildtest.Source{ToExport: func(_ context.Context, commit, dir string) error {
			folder := "go"
			if commit == "new" {
				folder = "go/workload/echo"
			}
			return os.MkdirAll(filepath.Join(dir, folder), 0o777)
		}}
		summary, err := run.Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if summary.Samples != 2 || summary.Failed > 0 {
			t.Errorf("start %d: %+v, want head's 2 samples", i+1, summary)
		}
		if i == 0 {
			builds = f.builds
		} else if f.builds >= builds {
			t.Errorf("built by %d commands, and %d before: want fewer", f.builds, builds)
		}
	}
}
