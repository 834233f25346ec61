package run

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
)

// intact tells whether what a sample runs is still what was built. The digest is
// taken only where the file system tells of a change.
func (m *measurement) intact(b raw.Build, s plan.Sample) error {
	names := []string{b.Artifacts[s.Benchmark.Workload]}
	if s.Cold && b.Harness != "" {
		names[0] = b.Harness
	}
	if placed := m.layouts.placed(b, s); placed.Program != "" {
		names[0] = placed.Program
	}
	if s.Benchmark.Counterpart {
		names = append(names, m.run.Counterpart)
	}
	for _, name := range names {
		built, known := m.run.Digests[name]
		if !known {
			continue
		}
		now, err := stampOf(m.Dir.Path(name))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s was removed while it was measured: does a benchmark write to its own program?", name)
		} else if err != nil {
			return err
		}
		if m.seen[name] == now {
			continue
		}
		digest, err := build.Digest(m.Dir.Path(name))
		if err != nil {
			return err
		}
		if digest != built {
			return fmt.Errorf("%s is not the program that was built: does a benchmark write to it?", name)
		}
		m.seen[name] = now
	}
	return nil
}
