package build

import (
	"context"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/raw"
)

// kinds make what each kind of runtime runs, and tell what it was made with: all of
// made but its side and runtime.
var kinds = map[config.Kind]func(ctx context.Context, b *Builder, r config.Runtime, made *raw.Build) error{
	config.Go:           golang,
	config.JVM:          jmh,
	config.GraalJIT:     graalJIT,
	config.NativeImage:  nativeImage,
	config.KotlinNative: kotlinNative,
	config.JVMHarness:   jvmHarness,
	config.JVMAOT:       jvmAOT,
	config.GoModule:     goModule,
	config.JMHJar:       jmhJar,
}
