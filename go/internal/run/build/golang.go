package build

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/raw"
)

// golang is a test binary of the testing package, one a workload.
func golang(ctx context.Context, b *Builder, _ config.Runtime, made *raw.Build) error {
	module := filepath.Join(b.source, "go")
	if err := b.goOf(ctx, module, made); err != nil {
		return err
	}
	// As reproducible as Go builds get: the same code, the same bytes.
	made.BuildFlags = []string{"-trimpath", "-buildvcs=false"}
	if b.side.Layout != 0 {
		made.BuildFlags = append(made.BuildFlags, "-ldflags=-randlayout="+strconv.Itoa(b.side.Layout))
	}
	if err := b.keepSource(); err != nil {
		return err
	}
	var list []testBinary
	for _, w := range b.workloads {
		name := strings.ToLower(w)
		list = append(list, testBinary{workload: w, pack: "./workload/" + name, artifact: filepath.Join(b.folder(), name+".test"+executable)})
	}
	return b.linkTests(ctx, module, made, list)
}
