package run

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/raw"
)

// listed are a workload's benchmarks on a side: none where it was not built.
func (f *finder) listed(ctx context.Context, b *raw.Build, workload string, byName bool, i, of int) ([]listing, error) {
	if b.Artifacts[workload] == "" {
		return nil, nil
	}
	if f.runtime.Kind == config.JMHJar {
		return f.listJar(ctx, b, workload)
	}
	binary, folder := f.abs(b.Artifacts[workload]), f.abs(b.Folders[workload])
	if byName {
		tops, err := f.tops(ctx, binary, folder)
		if err != nil {
			return notListed(ctx, err)
		}
		var list []listing
		for _, top := range tops {
			list = append(list, listing{match: top})
		}
		return list, nil
	}
	list, err := f.tried(ctx, b, workload, i, of)
	if err != nil {
		return nil, err
	}
	if touched, err := f.touched(folder); err == nil && len(touched) > 0 {
		f.finds.note("%s writes to its source folder (%s): to a copy, which each side has of its own; yours is as it was", workload, strings.Join(touched, ", "))
	}
	return list, nil
}

// tried are a module's benchmarks on a side, each of which was run once.
func (f *finder) tried(ctx context.Context, b *raw.Build, workload string, i, of int) ([]listing, error) {
	artifact := b.Artifacts[workload]
	if list, known := f.once[artifact]; known {
		return list, nil
	}
	f.Report(Event{Kind: Building, What: fmt.Sprintf("the list of benchmarks: %s, %s (%d of %d)", workload, b.Side, i+1, of)})
	binary, folder := f.abs(artifact), f.abs(b.Folders[workload])
	tops, err := f.tops(ctx, binary, folder)
	if err != nil {
		return notListed(ctx, err)
	}
	list, err := f.runOnce(ctx, binary, folder, tops)
	if err == nil {
		f.once[artifact] = list
	}
	return list, err
}

// unlisted stands for the name of all that a binary does not list.
const unlisted = "*"

// notListed stands for what a binary does not list.
func notListed(ctx context.Context, err error) ([]listing, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return []listing{{match: unlisted, problem: err.Error(), untried: true, broken: true}}, nil
}

func (f *Finds) note(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(f.Notes, line) {
		f.Notes = append(f.Notes, line)
	}
}

// touched names files of a folder that are younger than the test binaries.
func (f *finder) touched(folder string) ([]string, error) {
	const most = 3
	var names []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.ModTime().After(f.built) {
			if name, err := filepath.Rel(folder, path); err == nil && len(names) < most {
				names = append(names, filepath.ToSlash(name))
			}
		}
		return nil
	})
	return names, err
}

// onBaseToo runs on base what head breaks, where nobody has run it there yet.
func (f *finder) onBaseToo(ctx context.Context, base *raw.Build, workload string, byName bool, onHead, onBase []listing) ([]listing, error) {
	var tops []string
	for _, l := range onHead {
		if top, _, _ := strings.Cut(l.match, "/"); (l.broken || l.hung) && has(onBase, top) && !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
	}
	switch {
	case len(tops) == 0:
		return onBase, nil
	case f.runtime.Kind == config.JMHJar:
		err := f.runJarOnce(ctx, base, []string{workload})
		return f.jars[base.Side][workload], err
	case !byName:
		return onBase, nil
	}
	tried, err := f.runOnce(ctx, f.abs(base.Artifacts[workload]), f.abs(base.Folders[workload]), tops)
	others := slices.DeleteFunc(slices.Clone(onBase), func(l listing) bool {
		top, _, _ := strings.Cut(l.match, "/")
		return slices.Contains(tops, top)
	})
	return append(others, tried...), err
}
