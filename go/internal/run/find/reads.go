package find

import (
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/identity"
	"github.com/cobench/cobench/go/internal/run/opens"
)

// reads takes the keys of workloads of the same code that read something that differs.
// once runs each of their benchmarks once on a side, and tells whether it could: what
// they open then, they read. Where that can't be seen, all that differs in their
// folder counts.
func (f *finder) reads(workloads []string, once func(b *raw.Build) (whole bool, err error)) error {
	base, head := f.sides.Files[plan.Base], f.sides.Files[plan.Head]
	for _, name := range []string{plan.Head, plan.Base} {
		var files []string // base has read those that are on both sides if head has
		for _, path := range identity.Differing(base, head) {
			if _, here := f.sides.Files[name][path]; here && (name == plan.Head || head[path] == "") {
				files = append(files, path)
			}
		}
		if len(files) == 0 {
			continue
		}
		side := f.sides.Of(name)
		opened, seen, err := f.opened(name, files, func() (bool, error) { return once(side) })
		if err != nil {
			return err
		}
		if !seen {
			opened = append(opened, build.Near(f.Dir, side, workloads, files)...)
		}
		if len(opened) == 0 {
			continue
		}
		for _, w := range workloads {
			for _, b := range f.sides.Builds {
				delete(b.Keys, w)
			}
		}
		reads := "reads"
		if !seen {
			reads = "may read"
		}
		f.finds.note("%s %s %s, which is not the same on both sides, and so is measured", shared(workloads), reads, opened[0])
		return nil
	}
	return nil
}

// opened are those of a side's files that are opened while run runs; seen is whether
// all of it was seen.
func (f *finder) opened(side string, files []string, run func() (bool, error)) (opened []string, seen bool, err error) {
	if f.unwatched {
		return nil, false, nil
	}
	return opens.While(build.SourceOf(f.Dir, side), files, run)
}

// shared names some workloads in a few words.
func shared(workloads []string) string {
	if len(workloads) == 1 {
		return workloads[0]
	}
	return workloads[0] + ", or another benchmark of the jar,"
}
