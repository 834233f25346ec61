package build

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// A testBinary is a program of the testing package: of one of a suite's workloads,
// or of a package of a project.
type testBinary struct {
	workload string
	pack     string // as go test is told
	artifact string // below the run folder
	folder   string // where its processes run; "" is that of each sample
}

// goOf notes which go builds a module.
func (b *Builder) goOf(ctx context.Context, module string, made *raw.Build) error {
	version, err := b.Go(ctx, "go-env", module, "env", "GOVERSION", "GOROOT")
	made.Toolchain, made.Home, _ = strings.Cut(strings.TrimSpace(version), "\n")
	return err
}

// linkTests links test binaries. One that can't be linked is recorded, and the
// others are linked all the same.
func (b *Builder) linkTests(ctx context.Context, module string, made *raw.Build, list []testBinary, flags ...string) error {
	for i, t := range list {
		err := b.once(t.artifact, func() error {
			b.report(progress.Building, progress.Place(t.workload, b.side.Name, i, len(list)))
			_, err := b.LinkTest(ctx, module, t.pack, b.Dir.Path(t.artifact), slices.Concat(flags, made.BuildFlags)...)
			return err
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			b.failed(made, t.workload, err)
			continue
		}
		made.Artifacts[t.workload] = t.artifact
		if t.folder != "" {
			if made.Folders[t.workload], err = filepath.Rel(string(b.Dir), t.folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// LinkTest links the test binary of a package.
func (b *Builder) LinkTest(ctx context.Context, module, pack, program string, flags ...string) (string, error) {
	args := append([]string{"test", "-c", "-o", program}, flags...)
	return b.Go(ctx, filepath.Base(program), module, append(args, pack)...)
}

// Go is Output of the go command of the side, which must not find another workspace
// than the side's own.
func (b *Builder) Go(ctx context.Context, what, dir string, args ...string) (string, error) {
	side := *b
	side.Environ = slices.DeleteFunc(slices.Clone(b.Environ), func(v string) bool {
		return strings.HasPrefix(v, "GOWORK=") && v != "GOWORK=off"
	})
	if release := b.side.Go(); release != "" {
		side.Environ = append(slices.DeleteFunc(side.Environ, func(v string) bool { return strings.HasPrefix(v, "GOTOOLCHAIN=") }), "GOTOOLCHAIN=go"+release)
	}
	return side.Output(ctx, what, dir, "go", args...)
}
