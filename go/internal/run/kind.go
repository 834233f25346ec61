package run

import (
	"context"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// A kind knows how to build and to start one kind of runtime.
type kind interface {
	// build makes what the runtime runs and tells what it was made with:
	// all of made but its side and runtime.
	build(ctx context.Context, b *builder, r config.Runtime, made *raw.Build) error
	// command is the command line of a sample. It names everything by its
	// whole path, so that it can be pasted into a shell.
	command(o Options, r config.Runtime, b raw.Build, artifact string, s plan.Sample) []string
}

var kinds = map[config.Kind]kind{
	config.Go:           golang{},
	config.JVM:          jmh{},
	config.GraalJIT:     graalJIT{},
	config.NativeImage:  nativeImage{},
	config.KotlinNative: kotlinNative{},
}
