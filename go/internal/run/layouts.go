package run

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// layouts are the programs that the current rounds run in place of the built
// ones.
//
// Where the linker puts a function changes what it costs: the same source in ten
// layouts differs by 2 to 3 % in benchmarks of channels. One program a side is
// one draw of that, and a difference that lasts through the run looks like a
// change. A new layout in each round makes it noise, which the test knows.
type layouts struct {
	programs map[string]raw.Placed // by what was built, below the run folder
	spent    map[string]*linking   // by workload
	off      string                // why programs stay as they were built, or ""
}

// A linking is what a workload's time went into.
type linking struct {
	linked, measured time.Duration
	round            int // that the programs are of
}

func newLayouts() *layouts {
	return &layouts{programs: map[string]raw.Placed{}, spent: map[string]*linking{}}
}

// placed is what a sample runs in place of what was built, if anything.
func (l *layouts) placed(b raw.Build, s plan.Sample) raw.Placed {
	if l == nil || s.Cold {
		return raw.Placed{}
	}
	return l.programs[b.Artifacts[s.Benchmark.Workload]]
}

func (l *layouts) of(workload string) *linking {
	x := l.spent[workload]
	if x == nil {
		x = &linking{}
		l.spent[workload] = x
	}
	return x
}

// linkShare is the part of a workload's measuring time that linking may take:
// where linking is slow, a layout serves several rounds.
const linkShare = 0.25

// layoutOf is the number by which a side's code is placed in a round. It differs
// between the sides: the same order of nearly the same functions would be the
// same luck.
func layoutOf(round int, side string) int {
	if side == plan.Base {
		return 2 * round
	}
	return 2*round + 1
}

// relink links both sides of a sample's workload anew, before the first sample
// of a round. What can't be linked stays as it was built, on both sides alike.
func (m *measurement) relink(ctx context.Context, s plan.Sample) error {
	l := m.layouts
	runtime, err := m.Plan.Runtime(s.Benchmark.Runtime)
	if err != nil {
		return err
	}
	link, ok := build.Linkers[runtime.Kind]
	named := slices.ContainsFunc(m.Plan.Sides, func(side plan.Side) bool { return side.Layout != 0 })
	if !ok || s.Cold || !build.Relinks(m.Plan) || named || l.off != "" {
		return nil
	}
	spent := l.of(s.Benchmark.Workload)
	if spent.round == s.Round || float64(spent.linked) >= linkShare*float64(spent.measured) {
		return nil
	}
	begun := m.Now()
	placed := map[string]raw.Placed{}
	for _, side := range m.Plan.Sides {
		b, ok := m.run.Build(side.Name, s.Benchmark)
		artifact := b.Artifacts[s.Benchmark.Workload]
		if !ok || artifact == "" {
			return nil
		}
		program := raw.Placed{Program: filepath.Join(b.Folder(), "relinked", filepath.Base(artifact)), Layout: layoutOf(s.Round, side.Name)}
		err := m.link(ctx, link, side, s.Benchmark.Workload, program)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			l.off, l.programs = err.Error(), map[string]raw.Placed{}
			m.Report(progress.Event{Kind: progress.Step, What: "all rounds share one code layout: " + l.off})
			return nil
		}
		placed[artifact] = program
	}
	for artifact, program := range placed {
		l.programs[artifact] = program
	}
	spent.round = s.Round
	spent.linked += m.Now().Sub(begun)
	m.summary.Machine += m.Now().Sub(begun)
	return nil
}

// link makes one side's program, and notes what it is: see intact.
func (m *measurement) link(ctx context.Context, write build.Linker, side plan.Side, workload string, placed raw.Placed) error {
	program := m.Dir.Path(placed.Program)
	if err := os.MkdirAll(filepath.Dir(program), 0o777); err != nil {
		return err
	}
	if err := write(ctx, build.New(m.Options.Options, side, build.SourceOf(m.Dir, side.Name)), workload, placed.Layout, program); err != nil || m.run.Digests == nil {
		return err
	}
	digest, err := build.Digest(program)
	if err == nil {
		m.run.Digests[placed.Program] = digest
	}
	return err
}
