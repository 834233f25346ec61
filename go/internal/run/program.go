package run

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// digests are those of all programs of a run. What is measured may write to them:
// a benchmark knows its own path.
func (o Options) digests(r raw.Run) (map[string]string, error) {
	all := map[string]string{}
	add := func(name string) error {
		if _, known := all[name]; known || name == "" {
			return nil
		}
		digest, err := digestOf(o.abs(name))
		if err == nil {
			all[name] = digest
		}
		return err
	}
	err := add(r.Counterpart)
	for _, b := range r.Builds {
		for w, name := range b.Artifacts {
			if b.Error == "" && b.Failed[w] == "" {
				err = errors.Join(err, add(name))
			}
		}
		if b.Error == "" {
			err = errors.Join(err, add(b.Harness))
		}
	}
	return all, err
}

func digestOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

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
		now, err := stampOf(m.abs(name))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s was removed while it was measured: does a benchmark write to its own program?", name)
		} else if err != nil {
			return err
		}
		if m.seen[name] == now {
			continue
		}
		digest, err := digestOf(m.abs(name))
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
