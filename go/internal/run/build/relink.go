package build

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// Relinks tells whether a plan wants a new layout in each round.
func Relinks(p plan.Plan) bool { return p.Judged() && p.Judging.Relink }

// A Linker writes the program of a workload, its functions in the order of that number.
// It compiles nothing that was compiled before.
type Linker func(ctx context.Context, b *Builder, workload string, layout int, program string) error

// Linkers are those of the kinds whose programs can be linked anew.
var Linkers = map[config.Kind]Linker{config.Go: linkWorkload, config.GoModule: linkPackage}

// keepSource keeps what a side's Go programs are linked from beside them, and so
// in the cache too.
func (b *Builder) keepSource() error {
	if !Relinks(b.Plan) {
		return nil
	}
	return files.CopyTree(filepath.Join(b.Dir.Path(b.folder()), sourceFolder, "go"), filepath.Join(b.source, "go"))
}

func linkWorkload(ctx context.Context, b *Builder, workload string, layout int, program string) error {
	module := filepath.Join(b.Dir.Path(b.folder()), sourceFolder, "go")
	_, err := b.LinkTest(ctx, module, "./workload/"+strings.ToLower(workload), program, "-trimpath", "-buildvcs=false", placing(layout))
	return err
}

func linkPackage(ctx context.Context, b *Builder, workload string, layout int, program string) error {
	if flags := toolchain.Getenv(b.Environ, "GOFLAGS"); strings.Contains(flags, "-ldflags") {
		return fmt.Errorf("GOFLAGS=%s, and another layout needs a flag of the linker too", flags)
	}
	_, err := b.LinkTest(ctx, b.Module(), workload, program, Unvetted, "-buildvcs=false", placing(layout))
	return err
}

// placing is the flag that places functions. Without symbols and debugging
// information, as in the programs that go test itself runs, linking takes half
// the time.
func placing(layout int) string { return "-ldflags=-s -w -randlayout=" + strconv.Itoa(layout) }
